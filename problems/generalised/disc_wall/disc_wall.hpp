#pragma once

#include "problems/model/generalised_setup.hpp"

#include <string>

namespace impactbench::disc_wall {

/// A free point of unit mass outside of a disc about the origin, f = |q| - radius (K is not
/// convex), or inside, f = radius - |q| (a circular billiard, K is convex). Its impacts are v_n^+ =
/// -e v_n^- along grad f = +-q / |q|, without force in between. The reference solution for a rigid
/// constraint is `plane_impacts`, for a spring `spring_constraints`. The problem shows constraints
/// that are curved: a set that is not convex, and a point that comes to slide along its wall where
/// e < 1. Source: paoli2010; the examples are the choice of this suite.
struct Params {
  double restitution{0.5};
  std::string side{"outside"};
  double radius{1.0};
  double x{2.0};
  double y{0.5};
  double vx{-1.0};
  double vy{0.0};
  double horizon{3.0};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    f(Field{"restitution", "-", "Newton's restitution coefficient"}, self.restitution,
      Range::between(0.0, 1.0));
    f(Field{"side", "-", "where the point is"}, self.side, OneOf{"outside", "inside"});
    f(Field{"radius", "m", "of the disc"}, self.radius, Range::positive());
    f(Field{"x", "m", "initial"}, self.x, Range::any());
    f(Field{"y", "m", "initial"}, self.y, Range::any());
    f(Field{"vx", "m/s", "initial"}, self.vx, Range::any());
    f(Field{"vy", "m/s", "initial"}, self.vy, Range::any());
    f(Field{"horizon", "s", "end time"}, self.horizon, Range::positive());
  }
  friend bool operator==(const Params&, const Params&) = default;
};

[[nodiscard]] ProblemEntry entry();

}  // namespace impactbench::disc_wall
