#pragma once

#include "problems/model/sphere_setup.hpp"

namespace impactbench::crowd_exit {

/// Two people (equal discs) walk straight to the same point, the origin: without inertia, U =
/// -speed x / |x|. They start at `distance` from it, `half_angle` above and below the x axis, meet
/// and then block each other: neither ever reaches the exit. The reference solution is `crowd`, in
/// closed form. Source: crowd motion of maury-slides, which show pictures; the case is the choice
/// of this suite.
struct Params {
  SphereCommon common{};
  double mass{1.0};
  double radius{0.1};
  double distance{1.0};
  double half_angle{0.6};
  double speed{1.0};
  double horizon{1.2};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    SphereCommon::each_field(self.common, f);
    f(Field{"mass", "kg", "of each: how they share a push"}, self.mass, Range::positive());
    f(Field{"radius", "m", "of each"}, self.radius, Range::positive());
    f(Field{"distance", "m", "from the exit at the start"}, self.distance, Range::positive());
    f(Field{"half_angle", "rad", "above and below the x axis"}, self.half_angle,
      Range::between(0.0, 1.5));
    f(Field{"speed", "m/s", "desired"}, self.speed, Range::positive());
    f(Field{"horizon", "s", "end time"}, self.horizon, Range::positive());
  }
  friend bool operator==(const Params&, const Params&) = default;
};

[[nodiscard]] ProblemEntry entry();

}  // namespace impactbench::crowd_exit
