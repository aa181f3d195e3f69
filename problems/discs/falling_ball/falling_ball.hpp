#pragma once

#include "problems/model/disc_setup.hpp"

namespace impactbench::falling_ball {

/// One disc moves straight down and up between floor and ceiling, without gravity: v^+ = -e v^- at
/// each. The reference solution for a rigid disc is `ball_in_box`; for springs it is
/// `linear_springs` (alpha = 2), `compliant_impact` (any alpha), `damped_springs` (restitution
/// below 1) and `spring_discs` (friction). The problem shows the order of a scheme across impacts
/// in one dimension.
///
/// Source: nguyen2024, section 4.3.2.2 (Test 2), table 4.10. The digits of the table need radius
/// 0.2 m; the listing has 0.20001.
struct Params {
  DiscCommon common{};
  double mass{1.0};
  double radius{0.2};
  double speed{-1.0};
  double horizon{3.0};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    DiscCommon::each_field(self.common, f);
    f(Field{"mass", "kg", "mass"}, self.mass, Range::positive());
    f(Field{"radius", "m", "radius"}, self.radius, Range::positive());
    f(Field{"speed", "m/s", "initial velocity along y"}, self.speed, Range::any());
    f(Field{"horizon", "s", "end time"}, self.horizon, Range::positive());
  }
  friend bool operator==(const Params&, const Params&) = default;
};

[[nodiscard]] ProblemEntry entry();

}  // namespace impactbench::falling_ball
