#pragma once

#include "problems/model/disc_setup.hpp"

namespace impactbench::two_balls_friction {

/// Two equal discs slide towards each other on the floor, meet head-on and part, all with friction.
/// Rigid discs have no reference solution here, springs have `spring_discs`. The problem shows
/// friction at the floor and between the discs in one step. Source: nguyen2024, section 4.5.3.2,
/// figures 4.27 and 4.28 (no table); the appendix calls it INITIALIZE_two_b, with the last velocity
/// of its list missing (taken as 0). Gravity is not stated for this test; the discs stand on the
/// floor and remark 4.14 on figure 4.28 speaks of it.
struct Params {
  DiscCommon common{.friction = 0.5};
  double mass{1.0};
  double radius{0.2};
  double speed{1.0};
  double gravity{9.80665};
  double horizon{0.5};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    DiscCommon::each_field(self.common, f);
    f(Field{"mass", "kg", "mass of each disc"}, self.mass, Range::positive());
    f(Field{"radius", "m", "radius of each disc"}, self.radius, Range::positive());
    f(Field{"speed", "m/s", "initial speed of each towards the other"}, self.speed, Range::any());
    f(Field{"gravity", "m/s2", "downwards"}, self.gravity, Range::at_least(0.0));
    f(Field{"horizon", "s", "end time"}, self.horizon, Range::positive());
  }
  friend bool operator==(const Params&, const Params&) = default;
};

[[nodiscard]] ProblemEntry entry();

}  // namespace impactbench::two_balls_friction
