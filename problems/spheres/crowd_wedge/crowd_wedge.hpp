#pragma once

#include "problems/model/sphere_setup.hpp"

namespace impactbench::crowd_wedge {

/// Three people: one walks along x, without inertia, between two whose desired velocity is 0, and
/// pushes them apart. Both touch the first at the start, at `angle` above and below the x axis, and
/// slow it down until they slip past. If the first is much heavier (`ratio`), it keeps its desired
/// velocity and the others are swept by a moving set. The reference solution is `crowd`, in closed
/// form. The problem shows two contacts that end by themselves in motion without inertia. Source:
/// crowd motion of maury-slides; case of this suite.
struct Params {
  SphereCommon common{};
  double mass{1.0};
  double ratio{1.0};
  double radius{0.1};
  double angle{0.6};
  double speed{1.0};
  double horizon{1.0};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    SphereCommon::each_field(self.common, f);
    f(Field{"mass", "kg", "of each of the two"}, self.mass, Range::positive());
    f(Field{"ratio", "-", "mass of the one who pushes over that"}, self.ratio,
      Range::between(1e-12, 1e12));
    f(Field{"radius", "m", "of each"}, self.radius, Range::positive());
    // Below pi / 6 the two would overlap.
    f(Field{"angle", "rad", "of the lines of centres at the start"}, self.angle,
      Range::between(0.5235987755982989, 1.5));
    f(Field{"speed", "m/s", "desired by the one who pushes"}, self.speed, Range::positive());
    f(Field{"horizon", "s", "end time"}, self.horizon, Range::positive());
  }
  friend bool operator==(const Params&, const Params&) = default;
};

[[nodiscard]] ProblemEntry entry();

}  // namespace impactbench::crowd_wedge
