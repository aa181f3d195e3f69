#pragma once

#include "problems/model/generalised_setup.hpp"

namespace impactbench::bouncing_point {

/// A point on a half-line, K = {q >= 0}: m dv/dt = -m gravity + reaction, v^+ = -e v^-. With
/// gravity and 0 < e < 1 the impacts accumulate in finite time. The reference solution for a rigid
/// constraint is `bouncing_point`, for a spring `spring_constraints`. The problem shows the
/// simplest impact in coordinates, and accumulation. Source: paoli2010 (q = 1, v = -1, no gravity);
/// with gravity the choice of this suite (q = 1, v = 0, gravity 1).
struct Params {
  double restitution{0.5};
  double mass{1.0};
  double position{1.0};
  double velocity{-1.0};
  double gravity{0.0};
  double horizon{2.0};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    f(Field{"restitution", "-", "Newton's restitution coefficient"}, self.restitution,
      Range::between(0.0, 1.0));
    f(Field{"mass", "kg", "of the point"}, self.mass, Range::positive());
    f(Field{"position", "m", "initial distance from the wall"}, self.position,
      Range::at_least(0.0));
    f(Field{"velocity", "m/s", "initial"}, self.velocity, Range::any());
    f(Field{"gravity", "m/s2", "towards the wall"}, self.gravity, Range::any());
    f(Field{"horizon", "s", "end time"}, self.horizon, Range::positive());
  }
  friend bool operator==(const Params&, const Params&) = default;
};

[[nodiscard]] ProblemEntry entry();

}  // namespace impactbench::bouncing_point
