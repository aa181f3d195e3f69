#pragma once

#include "benchmarks/matrix/plan.hpp"

#include <string>
#include <vector>

namespace impactbench {

/// CPU time that almost every run behind a printed value ends within [s].
constexpr double usual_budget = 300.0;

/// What has to be run for a printed value, and where to find it in the row.
struct Recipe {
  CellRequest request;
  std::string quantity;  ///< of the row: the printed one, or the variant that the source sampled
  /// Further runs of the same, which differ in rounding alone, where the motion is chaotic: the
  /// print is then compared with their statistics. Empty: digit by digit.
  std::vector<CellRequest> others;
  double cpu_seconds{usual_budget};  ///< that each of the runs ends within
};

}  // namespace impactbench
