#pragma once

#include "problems/model/generalised_setup.hpp"

namespace impactbench::polar_wall {

/// A free point of mass m in the plane before the wall x >= 0, in polar coordinates q = (r, phi):
/// x = r cos(phi), y = r sin(phi), so that the mass matrix varies,
///
///   M = m diag(1, r^2),   S = m (r phi'^2, -2 r r' phi'),   f = r cos(phi) >= 0.
///
/// In Cartesian coordinates the motion is straight between impacts. The reference solution for a
/// rigid constraint is `plane_impacts`, for a spring `spring_constraints`. The problem shows
/// whether a scheme has the inertial forces of a varying mass matrix. Source: paoli2010 has M(q);
/// the example is the choice of this suite.
struct Params {
  double restitution{0.5};
  double mass{1.0};
  double x{1.0};
  double y{0.2};
  double vx{-1.0};
  double vy{0.4};
  double horizon{2.0};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    f(Field{"restitution", "-", "Newton's restitution coefficient"}, self.restitution,
      Range::between(0.0, 1.0));
    f(Field{"mass", "kg", "of the point"}, self.mass, Range::positive());
    f(Field{"x", "m", "initial"}, self.x, Range::at_least(0.0));
    f(Field{"y", "m", "initial"}, self.y, Range::any());
    f(Field{"vx", "m/s", "initial"}, self.vx, Range::any());
    f(Field{"vy", "m/s", "initial"}, self.vy, Range::any());
    f(Field{"horizon", "s", "end time"}, self.horizon, Range::positive());
  }
  friend bool operator==(const Params&, const Params&) = default;
};

[[nodiscard]] ProblemEntry entry();

}  // namespace impactbench::polar_wall
