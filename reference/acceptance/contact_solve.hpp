#pragma once

#include "reference/acceptance/acceptance.hpp"

#include <map>
#include <string>
#include <vector>

namespace impactbench {

/// Checks that impulses solve a contact problem to a natural residual of `wanted` velocity units:
/// by that residual ("solve_residual", ResidualYardstick), and by the cones ("cone_residual",
/// ConeResidual), with which no solver stops, at ten times as much.
[[nodiscard]] std::vector<Check> judge_contact_solve(
    double wanted, const std::map<std::string, double>& quantities);

}  // namespace impactbench
