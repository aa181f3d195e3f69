#pragma once

#include "problems/model/disc_setup.hpp"

namespace impactbench::rolling_ball {

/// One disc slides on the floor under gravity and friction until it rolls: Coulomb's law in
/// persistent contact, sliding and sticking. The slip v + r om falls at the rate mu g (1 + m r^2 /
/// J) and is zero from then on. The reference solution for a rigid disc is `sliding_ball`, for
/// springs `spring_discs`. Source: nguyen2024, sections 4.5.1, 4.5.3.1 and 4.6.2.1, table 4.19; the
/// appendix calls it INITIALIZE_one_a and has the radius 0.20001 and the height 0.2 as
/// single-precision literals, hence a start that presses the disc 1e-5 m into the floor: depth =
/// 1e-5 with precision = "thesis". The text has r = 0.2001, g = 9.80655. depth = 0 touches the
/// floor. On a compliant floor of potential c D^alpha the disc then oscillates; it starts in
/// equilibrium with alpha c depth^(alpha - 1) = m g, for a spring R: depth = m g R. Rigid schemes
/// refuse a depth above 0.
struct Params {
  DiscCommon common{.friction = 0.5};
  double mass{1.0};
  double radius{0.20001};
  double speed{1.0};
  double spin{0.0};
  double depth{0.0};
  double gravity{9.80665};
  double horizon{1.1};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    DiscCommon::each_field(self.common, f);
    f(Field{"mass", "kg", "mass"}, self.mass, Range::positive());
    f(Field{"radius", "m", "radius"}, self.radius, Range::positive());
    f(Field{"speed", "m/s", "initial velocity along x"}, self.speed, Range::any());
    f(Field{"spin", "rad/s", "initial spin"}, self.spin, Range::any());
    f(Field{"depth", "m", "initial penetration of the floor"}, self.depth,
      Range::between(0.0, 0.1));
    f(Field{"gravity", "m/s2", "downwards"}, self.gravity, Range::positive());
    f(Field{"horizon", "s", "end time"}, self.horizon, Range::positive());
  }
  friend bool operator==(const Params&, const Params&) = default;
};

[[nodiscard]] ProblemEntry entry();

}  // namespace impactbench::rolling_ball
