#pragma once

#include "schemes/solvers/api/solver_entry.hpp"

namespace impactbench::sparskit_jpcg {

/// SPARSKIT's conjugate gradients preconditioned by the diagonal (Jacobi), nguyen2024's jpcg:
///
///   cg on  D^-1/2 A D^-1/2 y = D^-1/2 b,  x = D^-1/2 y,  D = diag A
///
/// Symmetric positive definite matrices. own_residual = |D^-1/2 r|_2 over the same of the start;
/// stops at own_residual <= tolerance. Breakdown: a diagonal entry that is not positive, p.Ap not
/// positive in rounding, a residual that grew to the limit. The thesis's limit is the number of
/// rows; max_iterations does not depend on it.
/// Source: nguyen2024, section 4.2.4.2 (the appendix lists neither this solver nor its settings;
/// the tolerance is the listing's epss).
[[nodiscard]] SolverEntry entry();

}  // namespace impactbench::sparskit_jpcg
