#pragma once

#include "schemes/solvers/api/solver_entry.hpp"

namespace impactbench::eigen_ldlt {

/// Sparse L D L^T of Eigen (SimplicialLDLT, AMD ordering) without pivoting: symmetric positive
/// definite matrices only. The ordering is computed anew only when the pattern changes.
[[nodiscard]] SolverEntry entry();

}  // namespace impactbench::eigen_ldlt
