#pragma once

#include "problems/model/disc_setup.hpp"

namespace impactbench::bouncing_ball {

/// One disc dropped on the floor under gravity: flights of dv/dt = -g, impacts v^+ = -e v^-. The
/// reference solution for a rigid disc is `ball_under_gravity`; for springs it is `linear_springs`
/// (alpha = 2), `compliant_impact` (any alpha), `damped_springs` (restitution below 1) and
/// `spring_discs` (friction). The problem shows restitution, free fall, and for e < 1 impacts that
/// accumulate in finite time.
///
/// Source: nguyen2024, appendix listing (the defaults). Table 4.8 has x = 0, y = 2, radius = 0.5,
/// x_low = -2, horizon = 2.5.
struct Params {
  DiscCommon common{};
  double mass{1.0};
  double radius{0.2};
  double x{1.0};
  double y{1.0};
  double x_low{0.0};
  double gravity{9.80665};
  double horizon{2.5};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    DiscCommon::each_field(self.common, f);
    f(Field{"mass", "kg", "mass"}, self.mass, Range::positive());
    f(Field{"radius", "m", "radius"}, self.radius, Range::positive());
    f(Field{"x", "m", "initial x of the centre"}, self.x, Range::any());
    f(Field{"y", "m", "initial y of the centre"}, self.y, Range::any());
    f(Field{"x_low", "m", "left wall; the box ends at x = 2, y = 3"}, self.x_low,
      Range{-100.0, 2.0, false, true});
    f(Field{"gravity", "m/s2", "downwards"}, self.gravity, Range::positive());
    f(Field{"horizon", "s", "end time"}, self.horizon, Range::positive());
  }
  friend bool operator==(const Params&, const Params&) = default;
};

[[nodiscard]] ProblemEntry entry();

}  // namespace impactbench::bouncing_ball
