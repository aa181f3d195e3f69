#pragma once

#include <cmath>

namespace impactbench {

/// Running extremes of a yardstick. Once a value was not a number the extreme stays NaN: a run that
/// was undefined for one step must not appear measured.
inline void keep_largest(double& worst, double value) {
  if (!(value <= worst) && !std::isnan(worst)) worst = value;
}
inline void keep_smallest(double& worst, double value) {
  if (!(value >= worst) && !std::isnan(worst)) worst = value;
}

}  // namespace impactbench
