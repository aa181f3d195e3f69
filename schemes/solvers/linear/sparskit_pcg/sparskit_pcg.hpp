#pragma once

#include "schemes/solvers/api/solver_entry.hpp"

namespace impactbench::sparskit_pcg {

/// SPARSKIT's conjugate gradients preconditioned by an incomplete factorisation on the pattern of A
/// (ilu0), nguyen2024's pcg:
///
///   A ~ L U = L D L^T (L U of a symmetric A),  cg on  E^-1 A E^-T y = E^-1 b,  x = E^-T y,
///   E = L D^1/2
///
/// ILU(0) and not the listing's ilut: dropping by size treats row and column differently, and
/// conjugate gradients need a symmetric preconditioner. Symmetric positive definite matrices.
/// own_residual = |E^-1 r|_2 over the same of the start; stops at own_residual <= tolerance.
/// Breakdown: a pivot that is not positive (an incomplete factorisation may have one though A is
/// definite), p.Ap not positive in rounding, a residual that grew to the limit. The thesis's limit
/// is the number of rows; max_iterations does not depend on it.
/// Source: nguyen2024, section 4.2.4.2 (the appendix lists neither this solver nor its settings;
/// the tolerance is the listing's epss); Meijerink and van der Vorst 1977.
[[nodiscard]] SolverEntry entry();

}  // namespace impactbench::sparskit_pcg
