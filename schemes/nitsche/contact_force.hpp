#pragma once

namespace impactbench::nitsche {

/// The force of a contact over a step in which x = R - kappa f goes from `start` to `end`, and its
/// derivative by `end`; nitsche.hpp has the rules. Both are convex in `end` and increasing.
struct MeanForce {
  double value, slope;
};

[[nodiscard]] inline MeanForce mean_force(double start, double end, bool conserving) {
  const double before = start > 0.0 ? start : 0.0, after = end > 0.0 ? end : 0.0;
  const bool both = before > 0.0 && after > 0.0;
  if (!conserving || both || (before == 0.0 && after == 0.0))
    return {0.5 * (before + after), after > 0.0 ? 0.5 : 0.0};
  // One of them is 0, and start and end lie on both sides of it.
  const double moved = end - start, quotient = 0.5 * (after * after - before * before) / moved;
  return {quotient, (after - quotient) / moved};
}

/// Solves x = free - give * force(start, x), give >= 0, by Newton's method, which can overshoot
/// only once as the force is convex.
[[nodiscard]] inline double settled(double start, double free, double give, bool conserving) {
  double x = free;
  for (int k = 0; k < 100; ++k) {
    const MeanForce force = mean_force(start, x, conserving);
    const double next = x - (x + give * force.value - free) / (1.0 + give * force.slope);
    if (!(next != x)) break;
    const double moved = next > x ? next - x : x - next;
    x = next;
    if (moved <= 1e-16 * (x > 0.0 ? x : -x)) break;
  }
  return x;
}

}  // namespace impactbench::nitsche
