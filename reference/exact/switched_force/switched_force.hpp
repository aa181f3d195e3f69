#pragma once

#include "reference/api/reference.hpp"

#include <utility>

namespace impactbench::exact::switched_force {

/// Heights above the floor of three solutions of problem non_uniqueness, and by scaling of
/// infinitely many. From a take-off at s with u = 0, where F and G = integral of F are the
/// primitives of the force,
///
///   u(t) = F(t) - F(s),   q(t) = G(t) - G(s) - F(s) (t - s)   until q = 0,
///   F(t) = b T + min(s', T/2) - alpha max(s' - T/2, 0),  T = 2^floor(log2 t), s' = t - T,
///   b = (1 - alpha) / 2,  G(T) = T^2 (b + 3/8 - alpha/8) / 3,
///
/// then rest until the next take-off. Solutions by their take-offs, n over all integers:
///   1 (A): 4^n     2 (B): 2 4^n     3: s* 2^n, landing and taking off at once
/// with s* = 1 + x, x^2 / 2 - alpha x + (3 - alpha) / 8 = 0 (x < 1/2): 14/5 - 7 sqrt(6)/10 for 1.8.
/// A and B are solutions for alpha in [23/13, 2].
/// The disc's x and angle are constant; q is its height above its start.
struct Force {
  double alpha;
  [[nodiscard]] double primitive(double t) const;         ///< F
  [[nodiscard]] double second_primitive(double t) const;  ///< G
};

/// Take-offs first 2^(stride n) for all n.
struct Branching {
  Force force;
  double first;
  int stride;
  /// Landing of the excursion that takes off at T = 1, in units of its take-off.
  double landing;
  /// Height and speed at time t >= 0 (right limits).
  [[nodiscard]] std::pair<double, double> at(double t) const;
};

/// Solutions 1, 2 and 3.
[[nodiscard]] Branching solution_a(double alpha);
[[nodiscard]] Branching solution_b(double alpha);
[[nodiscard]] Branching solution_3(double alpha);

[[nodiscard]] ReferenceEntry entry();

}  // namespace impactbench::exact::switched_force
