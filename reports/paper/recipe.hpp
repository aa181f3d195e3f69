#pragma once

#include "benchmarks/matrix/plan.hpp"

#include <string>
#include <vector>

namespace impactbench {

/// CPU time that suffices for almost every run behind a printed value [s].
constexpr double usual_budget = 300.0;

/// The run that gives a printed value, and the place of that value in its row.
struct Recipe {
  CellRequest request;
  std::string quantity;  ///< of the row: the printed one, or the variant that the source sampled
  /// Further runs that differ in rounding alone, if the motion is chaotic: the print is then
  /// compared with their statistics. Empty: digit by digit.
  std::vector<CellRequest> others;
  double cpu_seconds{usual_budget};  ///< that each of the runs ends within
  /// Not empty: the value is the order of the quantity over these, one for each of the runs.
  std::vector<double> over{};
  double tolerance{0.0};  ///< how far ours may be off where the digits are not the measure
  std::string why{};      ///< they are not
};

}  // namespace impactbench
