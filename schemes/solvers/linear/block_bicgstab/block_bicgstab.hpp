#pragma once

#include "schemes/solvers/api/solver_entry.hpp"

namespace impactbench::block_bicgstab {

/// Stabilised bi-conjugate gradients on the blocks as they are, preconditioned from the right by
/// the inverse diagonal blocks D: block_pcg's sibling for the unsymmetric matrices of friction.
///
///   y = D^-1 p, v = A y, alpha = rho / r'.v, s = r - alpha v
///   z = D^-1 s, t = A z, omega = t.s / t.t,  x += alpha y + omega z,  r = s - omega t
///
/// with the shadow residual r' = r of the start. Where rho = r'.r or r'.v vanishes in rounding, it
/// starts anew from the iterate; where that does not help either, it is a breakdown. Any
/// non-singular matrix with regular diagonal blocks of 1, 2, 3 or 6, convergence not guaranteed.
///
/// own_residual = |r|_2 / |b|_2 of the recursive r; stops at own_residual <= tolerance. An
/// iteration has two products with A. A residual that grew to the limit is a breakdown; a singular
/// matrix may also end at the limit with a residual that fell a little.
/// Source: van der Vorst 1992 (SIAM J. Sci. Stat. Comput. 13).
[[nodiscard]] SolverEntry entry();

}  // namespace impactbench::block_bicgstab
