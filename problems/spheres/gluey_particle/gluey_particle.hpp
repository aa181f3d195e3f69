#pragma once

#include "problems/model/sphere_setup.hpp"

namespace impactbench::gluey_particle {

/// A particle on a line before a gluey wall, which holds a particle that was pressed against it,
/// under a force that is switched twice: force_1 until switch_1, force_2 until switch_2, force_3
/// from there on. With the defaults it sticks at sqrt(2) - 1, is pressed to gamma = -2 at t = 1,
/// pulled from then on, released at t = 3 (a dry wall lets it go at t = 1), and sticks again at 4 +
/// (1 + sqrt(3)) / 2. The reference solution is `skorokhod`, in closed form. The problem shows the
/// memory of a gluey contact. Source: maury-slides have the model without numbers; these are the
/// choice of this suite.
struct Params {
  SphereCommon common{.restitution = 0.0, .glue = {.gluey = true}};
  double mass{1.0};
  double radius{0.1};
  double gap{0.5};
  double velocity{-1.0};
  double force_1{-1.0};
  double force_2{1.0};
  double force_3{-2.0};
  double switch_1{1.0};
  double switch_2{4.0};
  double horizon{6.0};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    SphereCommon::each_field(self.common, f);
    f(Field{"mass", "kg", "of the particle"}, self.mass, Range::positive());
    f(Field{"radius", "m", "of the particle"}, self.radius, Range::positive());
    f(Field{"gap", "m", "initial distance from the wall"}, self.gap, Range::at_least(0.0));
    f(Field{"velocity", "m/s", "initial"}, self.velocity, Range::any());
    f(Field{"force_1", "N", "at first, away from the wall"}, self.force_1, Range::any());
    f(Field{"force_2", "N", "from switch_1 on"}, self.force_2, Range::any());
    f(Field{"force_3", "N", "from switch_2 on"}, self.force_3, Range::any());
    f(Field{"switch_1", "s", "time of the first change"}, self.switch_1, Range::at_least(0.0));
    f(Field{"switch_2", "s", "time of the second change, not before the first"}, self.switch_2,
      Range::at_least(0.0));
    f(Field{"horizon", "s", "end time"}, self.horizon, Range::positive());
  }
  friend bool operator==(const Params&, const Params&) = default;
};

[[nodiscard]] ProblemEntry entry();

}  // namespace impactbench::gluey_particle
