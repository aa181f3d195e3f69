#pragma once

#include "problems/model/disc_setup.hpp"

namespace impactbench::superball {

/// A disc bounces between floor and ceiling without gravity. With unbounded friction and tangential
/// restitution 1 it is Garwin's superball, which comes back to its thrower; with a small friction
/// it slides at each plate. The side walls are out of reach. The reference solution for a rigid
/// disc is `rough_impacts`, for springs `spring_discs`. The problem shows restitution along normal
/// and tangent. Source: Garwin 1969 (Am. J. Phys. 37), for a ball; numbers of this suite.
struct Params {
  DiscCommon common{.tangential_restitution = 1.0, .friction = 10.0};
  double mass{1.0};
  double radius{0.1};
  double height{1.0};
  double speed_x{0.7};
  double speed_y{-1.0};
  double spin{0.0};
  double horizon{4.0};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    DiscCommon::each_field(self.common, f);
    f(Field{"mass", "kg", "mass"}, self.mass, Range::positive());
    f(Field{"radius", "m", "radius"}, self.radius, Range::positive());
    f(Field{"height", "m", "between the disc at the floor and at the ceiling; it starts halfway"},
      self.height, Range::positive());
    f(Field{"speed_x", "m/s", "initial velocity along the plates"}, self.speed_x, Range::any());
    f(Field{"speed_y", "m/s", "initial velocity across them"}, self.speed_y, Range::any());
    f(Field{"spin", "rad/s", "initial spin"}, self.spin, Range::any());
    f(Field{"horizon", "s", "end time"}, self.horizon, Range::positive());
  }
  friend bool operator==(const Params&, const Params&) = default;
};

[[nodiscard]] ProblemEntry entry();

}  // namespace impactbench::superball
