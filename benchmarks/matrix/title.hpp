#pragma once

#include "benchmarks/store/row.hpp"

#include <string>

namespace impactbench {

/// "problem/scheme/solver dt=..", the contact law of the scheme and the parameters that differ from
/// their defaults: the name of a cell in progress and reports.
[[nodiscard]] std::string title(const Cell& cell);

}  // namespace impactbench
