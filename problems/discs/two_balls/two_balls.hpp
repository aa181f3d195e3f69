#pragma once

#include "problems/model/disc_setup.hpp"

namespace impactbench::two_balls {

/// Two discs on the line y = 1 m of a square box [0, side]^2, without gravity, moving along x: the
/// common form of the four collision tests of nguyen2024 (tables 4.1-4.3). An impact of rigid discs
/// leaves
///
///   v_i^+ = v_i -+ (1 + e) (m_red / m_i) (v_1 - v_2),   m_red = m_1 m_2 / (m_1 + m_2).
///
/// The reference solution for rigid discs is `two_ball_collision`; for springs it is
/// `linear_springs` (alpha = 2), `compliant_impact` (any alpha), `damped_springs` (restitution
/// below 1) and `spring_discs`, each where its conditions hold; `compliant_hit` has the largest
/// depth.
struct Setup {
  DiscCommon common{};
  double mass_1{1.0}, mass_2{1.0};
  double radius_1{0.1}, radius_2{0.1};
  double x_1{0.5}, x_2{1.5};
  double speed_1{1.0}, speed_2{0.0};
  double side{2.0};
  double horizon{1.5};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    DiscCommon::each_field(self.common, f);
    f(Field{"mass_1", "kg", "mass of the first disc"}, self.mass_1, Range::positive());
    f(Field{"mass_2", "kg", "mass of the second disc"}, self.mass_2, Range::positive());
    f(Field{"radius_1", "m", "radius of the first disc"}, self.radius_1, Range::positive());
    f(Field{"radius_2", "m", "radius of the second disc"}, self.radius_2, Range::positive());
    f(Field{"x_1", "m", "initial x of the first disc"}, self.x_1, Range::any());
    f(Field{"x_2", "m", "initial x of the second disc"}, self.x_2, Range::any());
    f(Field{"speed_1", "m/s", "initial velocity of the first disc along x"}, self.speed_1,
      Range::any());
    f(Field{"speed_2", "m/s", "initial velocity of the second disc along x"}, self.speed_2,
      Range::any());
    f(Field{"side", "m", "side of the square box"}, self.side, Range::positive());
    f(Field{"horizon", "s", "end time"}, self.horizon, Range::positive());
  }
  friend bool operator==(const Setup&, const Setup&) = default;
};

[[nodiscard]] Problem make(std::string_view name, const Setup& setup);

}  // namespace impactbench::two_balls
