#pragma once

namespace impactbench {

/// Zero unless `x` is NaN or infinite: sums of it show whether all numbers were finite.
[[nodiscard]] inline double taint(double x) {
  return 0.0 * x;
}

}  // namespace impactbench
