#pragma once

#include "problems/model/disc_setup.hpp"

namespace impactbench::moving_ball {

/// One disc moving obliquely in a box of 1.2 m x 1.5 m without gravity, hitting one wall after
/// another: v_n^+ = -e v_n^- at each. The reference solution for a rigid disc is `ball_in_box`; for
/// springs it is `linear_springs` (alpha = 2), `compliant_impact` (any alpha), `damped_springs`
/// (restitution below 1) and `spring_discs` (friction). The problem shows the error of energy and
/// time of single impacts.
///
/// Source: nguyen2024, section 4.3.2.1 (Test 1), table 4.9.
struct Params {
  DiscCommon common{};
  double mass{0.2};
  double radius{0.2};
  double speed_x{-0.8};
  double speed_y{-0.4};
  double horizon{3.0};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    DiscCommon::each_field(self.common, f);
    f(Field{"mass", "kg", "mass"}, self.mass, Range::positive());
    f(Field{"radius", "m", "radius"}, self.radius, Range::positive());
    f(Field{"speed_x", "m/s", "initial velocity along x"}, self.speed_x, Range::any());
    f(Field{"speed_y", "m/s", "initial velocity along y"}, self.speed_y, Range::any());
    f(Field{"horizon", "s", "end time"}, self.horizon, Range::positive());
  }
  friend bool operator==(const Params&, const Params&) = default;
};

[[nodiscard]] ProblemEntry entry();

}  // namespace impactbench::moving_ball
