#pragma once

#include <algorithm>
#include <cmath>

namespace impactbench {

/// a(x) of distance_of_elements.
[[nodiscard]] inline double width_of_front(double element, double distance) {
  return std::cbrt(element * element * distance / 8.0);
}

/// The relative deficit of its mean speed from w when the bar leaves (distance_of_elements) [-].
[[nodiscard]] inline double speed_left_in_elements(double element, double length) {
  return 0.456 * width_of_front(element, 2.0 * length) / length * (1.0 + element / length);
}

/// The distance of a bar of length L in elements of length d from the continuous one in
/// displacement when a front of velocity w has travelled `distance` since it began, over w / c.
/// Elements disperse the front, omega = c k (1 - (k d)^2 / 24), to the width a(x) = (d^2 x /
/// 8)^(1/3) after a distance x: the velocity there is w times the integral of Airy's function over
/// (s - c tau) / a, the displacement is off by (w / c) a |Ai'(0)| = 0.259 (w / c) a at most, and by
/// twice that at a free end. A reaction that ends with the front's return falls to 0 early by as
/// much, so that the bar leaves with a mean speed 0.456 w a(2 L) / L below w (Ai alone: 0.44),
/// which its flight accumulates. In all
///
///   0.518 a(x) + 0.456 a(2 L) max(0, x - 2 L) / L = O(d^(2/3)),
///
/// times 1 + d / L for a few elements, whose next order is measured.
[[nodiscard]] inline double distance_of_elements(double element, double length, double distance) {
  const double further = std::max(distance - 2.0 * length, 0.0);
  return 0.518 * width_of_front(element, distance) * (1.0 + element / length) +
         speed_left_in_elements(element, length) * further;
}

}  // namespace impactbench
