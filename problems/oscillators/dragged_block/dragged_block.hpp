#pragma once

#include "problems/model/generalised_setup.hpp"

namespace impactbench::dragged_block {

/// A block on a floor whose friction is larger at rest than in slip, and a mass pulled by a force,
/// with a spring between them:
///
///   m d2x_1/dt2 = k (x_2 - x_1) + r,   m d2x_2/dt2 = -k (x_2 - x_1) + P(t),   P = force until the
///   time `until`, 0 after it,   m d2y/dt2 = -N + lambda,   y >= 0,   |r| <= mu_s lambda where the
///   block rests,   r = -mu lambda dx_1/dt / |dx_1/dt| where it slides.
///
/// Coordinates: x_1 of the block, x_2 of the pulled mass, from the places where the spring has no
/// force; y of the block upwards, 0 where it touches the floor. With the defaults the spring pulls
/// with mu_s N = 3000 N at t = (pi / 2) sqrt(m / k), when it is as long as under a static force of
/// 3000 N: half of the largest length that it would reach. The reference solution is
/// `dragged_block`, slide by slide. The problem shows static friction above kinetic friction.
/// Source: code_aster, SDND106, including the numbers; that the pulled mass has no friction, and
/// the horizon, are choices of this suite.
struct Params {
  double restitution{0.0};
  double friction{0.2}, static_friction{0.3};
  double mass{5.0};
  double stiffness{1e4};
  double pressure{1e4};
  double force{3000.0};
  double until{0.2};
  double horizon{0.4};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    f(Field{"restitution", "-", "Newton's restitution coefficient of the floor"}, self.restitution,
      Range::between(0.0, 1.0));
    f(Field{"friction", "-", "Coulomb's coefficient mu in slip"}, self.friction,
      Range::at_least(0.0));
    f(Field{"static_friction", "-", "mu_s at rest; 0: that in slip, and where friction = 0"},
      self.static_friction, Range::at_least(0.0));
    f(Field{"mass", "kg", "of the block, and of the pulled mass"}, self.mass, Range::positive());
    f(Field{"stiffness", "N/m", "k of the spring"}, self.stiffness, Range::positive());
    f(Field{"pressure", "N", "N on the block, towards the floor"}, self.pressure,
      Range::positive());
    f(Field{"force", "N", "P that pulls"}, self.force, Range::any());
    f(Field{"until", "s", "when it ends"}, self.until, Range::positive());
    f(Field{"horizon", "s", "end time"}, self.horizon, Range::positive());
  }
  friend bool operator==(const Params&, const Params&) = default;
};

[[nodiscard]] ProblemEntry entry();

}  // namespace impactbench::dragged_block
