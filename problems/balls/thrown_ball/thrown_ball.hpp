#pragma once

#include "problems/model/ball_setup.hpp"

namespace impactbench::thrown_ball {

/// One ball is thrown along a plane at height 0, which it touches, with any spin: it slides on a
/// parabola under Coulomb friction until it rolls straight on. Friction in space: slip and stick in
/// persistent contact, along a direction that is not an axis. The default is a ball with side and
/// back spin; without spin it rolls at 5/7 of its speed. If the plane is a belt, its surface moves
/// along x; a ball placed on it at rest without spin ends with 2/7 of its speed. The reference
/// solution is `ball_on_plane`.
struct Params {
  BallCommon common{};
  double mass{1.0};
  double radius{0.1};
  double speed_x{1.0};
  double speed_y{0.3};
  double spin_x{5.0};
  double spin_y{-4.0};
  double spin_z{2.0};
  double belt{0.0};
  double gravity{9.80665};
  double horizon{0.5};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    BallCommon::each_field(self.common, f);
    f(Field{"mass", "kg", "mass"}, self.mass, Range::positive());
    f(Field{"radius", "m", "radius"}, self.radius, Range::positive());
    f(Field{"speed_x", "m/s", "initial velocity along x"}, self.speed_x, Range::any());
    f(Field{"speed_y", "m/s", "initial velocity along y"}, self.speed_y, Range::any());
    f(Field{"spin_x", "rad/s", "initial angular velocity about x"}, self.spin_x, Range::any());
    f(Field{"spin_y", "rad/s", "initial angular velocity about y"}, self.spin_y, Range::any());
    f(Field{"spin_z", "rad/s", "initial angular velocity about z"}, self.spin_z, Range::any());
    f(Field{"belt", "m/s", "velocity of the surface of the plane along x"}, self.belt,
      Range::any());
    f(Field{"gravity", "m/s2", "downwards"}, self.gravity, Range::positive());
    f(Field{"horizon", "s", "end time"}, self.horizon, Range::positive());
  }
  friend bool operator==(const Params&, const Params&) = default;
};

[[nodiscard]] ProblemEntry entry();

}  // namespace impactbench::thrown_ball
