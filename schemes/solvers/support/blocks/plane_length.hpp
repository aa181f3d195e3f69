#pragma once

#include <cmath>

namespace impactbench {

/// |(a, b)|. std::hypot, which also takes numbers above 1e154, needs longer than all else that a
/// sweep does with a contact.
[[nodiscard]] inline double plane_length(double a, double b) {
  return std::sqrt(a * a + b * b);
}

}  // namespace impactbench
