#pragma once

#include <cmath>

namespace impactbench {

/// |(a, b)|, infinite from 1.4e154 on. std::hypot, which also takes such numbers, needs longer than
/// all else that a sweep does with a contact.
[[nodiscard]] inline double plane_length(double a, double b) {
  return std::sqrt(a * a + b * b);
}

/// bound / length, the factor that cuts a vector to this length; NaN where plane_length has
/// overflowed, since 0 would mean no friction.
[[nodiscard]] inline double cut_factor(double bound, double length) {
  return bound / length + 0.0 * length;
}

}  // namespace impactbench
