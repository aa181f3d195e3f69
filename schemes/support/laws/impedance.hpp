#pragma once

#include "problems/model/contact_step.hpp"

#include <cmath>

namespace impactbench {

/// The effect of an ImpedanceRule on a contact of some depth in a step h.
struct Impedance {
  double kept;   ///< share of the velocities that it leaves, 1 - h b [-]
  double pull;   ///< h k d [1/s]
  double yield;  ///< (1 - d) / d [-]
};

/// Fraction 0 to 1 between the least impedance and the largest [-].
[[nodiscard]] inline double impedance_share(const ImpedanceRule& rule, double depth) {
  const double x = depth / rule.width, c = rule.midpoint;
  if (x >= 1.0) return 1.0;
  if (x <= c) return std::pow(x / c, rule.power) * c;
  return 1.0 - std::pow((1.0 - x) / (1.0 - c), rule.power) * (1.0 - c);
}

[[nodiscard]] inline Impedance impedance_at(const ImpedanceRule& rule, double depth, double h) {
  const double d = rule.least + impedance_share(rule, depth) * (rule.most - rule.least);
  const double time = rule.most * rule.time_constant, period = time * rule.damping_ratio;
  return {1.0 - 2.0 * h / time, h * d / (period * period), (1.0 - d) / d};
}

}  // namespace impactbench
