#pragma once

#include "benchmarks/store/row.hpp"
#include "reports/paper/condition.hpp"
#include "reports/paper/scope.hpp"

namespace impactbench {

/// The names of a row that data files of sources use: its quantities, dt, problem, scheme, solver,
/// the settings of its problem by their names, those of its scheme and its solver as "scheme.R" and
/// "solver.step".
[[nodiscard]] Scope scope_of(const Row& row);
/// Whether the values of the names meet all conditions; a name without a value is the empty text.
[[nodiscard]] bool meets(const Conditions& conditions, const Scope& scope);
/// Whether the names of the row's problem, scheme and solver meet the conditions on them: a quick
/// answer for most rows.
[[nodiscard]] bool may_meet(const Conditions& conditions, const Row& row);

}  // namespace impactbench
