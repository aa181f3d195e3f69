#pragma once

#include "schemes/solvers/api/solver_entry.hpp"

namespace impactbench::lapack_gesv {

/// Dense LU with partial pivoting, LAPACK's dgetrf and dgetrs (together dgesv): 2/3 n^3 flops and
/// n^2 doubles for n rows. nguyen2024's first solver. Any non-singular matrix; an exactly zero
/// pivot is a breakdown.
[[nodiscard]] SolverEntry entry();

}  // namespace impactbench::lapack_gesv
