#pragma once

#include "problems/model/disc_setup.hpp"

namespace impactbench::thrown_disc {

/// One disc thrown upwards and sideways in a box under gravity.
struct Params {
  DiscCommon common{};
  double mass{1.0};
  double radius{0.1};
  double speed{2.0};
  double angle{1.0};
  double horizon{1.0};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    DiscCommon::each_field(self.common, f);
    f(Field{"mass", "kg", "mass"}, self.mass, Range::positive());
    f(Field{"radius", "m", "radius"}, self.radius, Range::positive());
    f(Field{"speed", "m/s", "initial speed"}, self.speed, Range::positive());
    f(Field{"angle", "rad", "of the initial velocity above the floor"}, self.angle,
      Range::between(0.0, 3.0));
    f(Field{"horizon", "s", "end time"}, self.horizon, Range::positive());
  }
  friend bool operator==(const Params&, const Params&) = default;
};

[[nodiscard]] ProblemEntry entry();

}  // namespace impactbench::thrown_disc
