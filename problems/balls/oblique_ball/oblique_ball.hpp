#pragma once

#include "problems/model/ball_setup.hpp"

#include <string>

namespace impactbench::oblique_ball {

/// One ball with any spin hits a plane, or a ball at rest, without gravity: restitution and
/// friction in one impact in space, with stick or slip along a direction that is not an axis.
/// Against the plane z = 0 the velocity is v (sin a, 0, -cos a); against a ball it moves along -z,
/// and the line of centres is turned by the angle a about y at contact. The reference solution for
/// rigid balls is `rough_impacts`. Source: elementary; Garwin 1969 for the gripping ball (numbers
/// of this suite).
struct Params {
  BallCommon common{.restitution = 0.8, .tangential_restitution = 0.0, .friction = 0.2};
  std::string target{"plane"};
  double mass{1.0};
  double radius{0.1};
  double speed{1.0};
  double angle{40.0};
  double spin_x{4.0};
  double spin_y{-2.0};
  double spin_z{3.0};
  double distance{0.2};
  double target_mass{2.0};
  double target_radius{0.15};
  double horizon{0.5};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    BallCommon::each_field(self.common, f);
    f(Field{"target", "-", "what is hit: a plane, or a ball at rest"}, self.target,
      OneOf{"plane", "ball"});
    f(Field{"mass", "kg", "mass"}, self.mass, Range::positive());
    f(Field{"radius", "m", "radius"}, self.radius, Range::positive());
    f(Field{"speed", "m/s", "initial speed"}, self.speed, Range::positive());
    f(Field{"angle", "deg", "between velocity and normal at the impact"}, self.angle,
      Range::between(-89.0, 89.0));
    f(Field{"spin_x", "rad/s", "initial angular velocity about x"}, self.spin_x, Range::any());
    f(Field{"spin_y", "rad/s", "initial angular velocity about y"}, self.spin_y, Range::any());
    f(Field{"spin_z", "rad/s", "initial angular velocity about z"}, self.spin_z, Range::any());
    f(Field{"distance", "m", "distance to the impact"}, self.distance, Range::positive());
    f(Field{"target_mass", "kg", "mass of the ball that is hit"}, self.target_mass,
      Range::positive());
    f(Field{"target_radius", "m", "radius of the ball that is hit"}, self.target_radius,
      Range::positive());
    f(Field{"horizon", "s", "end time"}, self.horizon, Range::positive());
  }
  friend bool operator==(const Params&, const Params&) = default;
};

[[nodiscard]] ProblemEntry entry();

}  // namespace impactbench::oblique_ball
