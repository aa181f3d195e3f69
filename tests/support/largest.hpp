#pragma once

#include <cmath>

namespace impactbench::testing {

/// The larger of the two, and NaN if one of them is: std::max(most, NaN) would be `most`, so that a
/// bound on the largest of many errors would hold whatever was computed.
[[nodiscard]] inline double larger(double most, double x) {
  return x > most || std::isnan(x) ? x : most;
}

}  // namespace impactbench::testing
