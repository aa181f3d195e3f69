#pragma once

#include "problems/model/disc_setup.hpp"

namespace impactbench::oblique_impact {

/// One disc with spin hits a wall, or a disc at rest, at an angle to the normal, without gravity:
/// restitution and friction in one impact, sticking or sliding. Against a wall at y = 0 it comes
/// from above with velocity (v sin a, -v cos a); against a disc it moves along x, and the line of
/// centres is turned by the angle a when they touch. The walls of the box are out of reach. The
/// reference solution for rigid discs is `rough_impacts`, for springs `spring_discs`. Source:
/// elementary; oblique impacts with friction as in Walton 1993 (numbers of this suite).
struct Params {
  DiscCommon common{.restitution = 0.8, .tangential_restitution = 0.0, .friction = 0.2};
  std::string target{"wall"};
  double mass{1.0};
  double radius{0.1};
  double speed{1.0};
  double angle{40.0};
  double spin{3.0};
  double distance{0.2};
  double target_mass{2.0};
  double target_radius{0.15};
  double target_spin{0.0};
  double horizon{0.5};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    DiscCommon::each_field(self.common, f);
    f(Field{"target", "-", "what is hit: a wall, or a disc at rest"}, self.target,
      OneOf{"wall", "disc"});
    f(Field{"mass", "kg", "mass"}, self.mass, Range::positive());
    f(Field{"radius", "m", "radius"}, self.radius, Range::positive());
    f(Field{"speed", "m/s", "initial speed"}, self.speed, Range::positive());
    f(Field{"angle", "deg", "between velocity and normal at the impact"}, self.angle,
      Range::between(-89.0, 89.0));
    f(Field{"spin", "rad/s", "initial spin"}, self.spin, Range::any());
    f(Field{"distance", "m", "distance to the impact"}, self.distance, Range::positive());
    f(Field{"target_mass", "kg", "mass of the disc that is hit"}, self.target_mass,
      Range::positive());
    f(Field{"target_radius", "m", "radius of the disc that is hit"}, self.target_radius,
      Range::positive());
    f(Field{"target_spin", "rad/s", "initial spin of the disc that is hit"}, self.target_spin,
      Range::any());
    f(Field{"horizon", "s", "end time"}, self.horizon, Range::positive());
  }
  friend bool operator==(const Params&, const Params&) = default;
};

[[nodiscard]] ProblemEntry entry();

}  // namespace impactbench::oblique_impact
