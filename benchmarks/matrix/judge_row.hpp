#pragma once

#include "benchmarks/store/row.hpp"
#include "problems/model/problem.hpp"
#include "reference/acceptance/acceptance.hpp"
#include "schemes/api/scheme.hpp"

#include <map>
#include <optional>
#include <string>

namespace impactbench {

/// The facts for judging a cell: claims of the scheme as plain data, figures as measured. Views
/// into the arguments, which must outlive it; `h` [s] is the actual step.
[[nodiscard]] JudgedRun judged_run(const Problem& problem, const Cell& cell,
                                   const SchemeClaims& claims, double h,
                                   const std::map<std::string, double>& quantities);

/// Compares the row with its limits and sets checks, status and the sentence; `reached` [s] if the
/// run stopped before the horizon, when its status stays. A run that reached the end is
///   missed      where a check failed, recorded or not
///   unresolved  else where a limit reaches the scale of the problem
///   unjudged    else where no check of the motion or of a law was passed
///   passed      else
void judge_row(Row& row, const Problem& problem, const SchemeClaims& claims,
               std::optional<double> reached);

}  // namespace impactbench
