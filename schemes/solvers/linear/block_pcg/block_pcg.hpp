#pragma once

#include "schemes/solvers/api/solver_entry.hpp"

namespace impactbench::block_pcg {

/// Conjugate gradients on the blocks as they are, preconditioned by the inverse diagonal blocks D:
///
///   z = D^-1 r,  p = z + (r.z / r_old.z_old) p,  alpha = r.z / p.Ap,  x += alpha p,  r -= alpha Ap
///
/// Nothing is converted and only D is factored. In a contact matrix 2 M / h^2 + sum of k n n^T the
/// first term dominates at small steps: D^-1 A is nearly the identity, and two to four iterations
/// suffice. Symmetric positive definite matrices; blocks of 1, 2, 3 and 6.
///
/// own_residual = |r|_2 / |b|_2 of the recursive r; stops at own_residual <= tolerance. Breakdown:
/// a diagonal block that is not positive definite; p.Ap <= n eps p.Dp, that is, A is singular or
/// indefinite as far as its n rows show up to rounding; a residual that grew to the limit.
/// Source: Concus, Golub and O'Leary 1976; Saad 2003, algorithm 9.1.
[[nodiscard]] SolverEntry entry();

}  // namespace impactbench::block_pcg
