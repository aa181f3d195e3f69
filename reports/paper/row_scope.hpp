#pragma once

#include "benchmarks/store/row.hpp"
#include "reports/paper/scope.hpp"

namespace impactbench {

/// The names of a row that data files of sources use: its quantities, dt, problem, scheme, solver,
/// the settings of its problem by their names, those of its scheme and its solver as "scheme.R" and
/// "solver.step".
[[nodiscard]] Scope scope_of(const Row& row);

}  // namespace impactbench
