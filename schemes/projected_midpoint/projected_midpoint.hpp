#pragma once

#include "schemes/api/scheme.hpp"

namespace impactbench::projected_midpoint {

/// The midpoint rule for sweeping processes (sweeping_system.hpp): normals at the middle of the
/// step, gaps at its end. With q_m = (q^n + q^{n+1}) / 2,
///
///   q^{n+1} = q^n + h F + sum p_a grad f_a(q_m),   gradients of C(t^n + h/2, q_m),
///   0 <= p_a perpendicular to f_a(q^{n+1}) >= 0    in C(t^{n+1}, q^{n+1}),
///
/// F the mean over the step at q_m. While the same constraints are active the motion solves dq/dt =
/// F + sum p_a grad f_a on f_a = 0, of which this is the midpoint rule with the constraint kept at
/// the ends: of order 2. A constraint that becomes active within a step turns the displacement it
/// causes, O(h), by an angle O(h) too far: O(h^2) once, so that the order remains; one that becomes
/// inactive then pushes by O(h^2). The velocity (q^{n+1} - q^n) / h is that of the middle of the
/// step: order 1 at its end. Fixed-point iteration solves the equation of the step, with linearised
/// gaps each time; it contracts while h times the speed is below the radius of curvature.
/// Source: Hairer and Wanner 1996, section VII (constraints of index 2); order across contacts
/// derived here.
///
/// Choose it for sweeping processes whose normals turn, when positions should be of order 2;
/// catching_up is simpler and of order 1.
struct Params {
  double tolerance{1e-13};
  int max_iterations{200};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    f(Field{"tolerance", "-", "of q^{n+1}, over the length of the set"}, self.tolerance,
      Range{0.0, 1e-3, true, false});
    f(Field{"max_iterations", "-", "repetitions of a step"}, self.max_iterations,
      Range::between(1.0, 1e6));
  }
  friend bool operator==(const Params&, const Params&) = default;
};

[[nodiscard]] SchemeEntry entry();

}  // namespace impactbench::projected_midpoint
