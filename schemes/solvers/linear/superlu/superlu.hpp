#pragma once

#include "schemes/solvers/api/solver_entry.hpp"

namespace impactbench::superlu {

/// Sparse LU with partial pivoting, SuperLU (dgstrf, dgstrs); columns ordered by minimum degree on
/// A^T + A, computed anew only when the pattern changes. Any non-singular matrix; an exactly zero
/// pivot is a breakdown.
[[nodiscard]] SolverEntry entry();

}  // namespace impactbench::superlu
