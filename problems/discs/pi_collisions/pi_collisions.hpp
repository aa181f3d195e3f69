#pragma once

#include "problems/model/disc_setup.hpp"

namespace impactbench::pi_collisions {

/// A heavy disc moves along a line towards a light one at rest before a wall, all elastic: the
/// number of impacts, between the two and with the wall, is the first digits of pi for mass ratios
/// 1, 100, 10^4, 10^6 (3, 31, 314, 3141), the last of them at 2.3, 3.2, 7.2 and 2.9 s. They are
/// most frequent when the heavy disc turns round: the light one has sqrt(ratio) times its speed and
/// about room / sqrt(ratio) to go, so that impacts of the two are 2 room / (ratio speed) apart. The
/// reference solution is `two_ball_collision`. The problem shows whether a scheme follows many
/// impacts in a short time. Source: Galperin 2003 (Regul. Chaotic Dyn. 8); numbers of this suite.
struct Params {
  DiscCommon common{};
  double ratio{100.0};
  double mass{1.0};
  double radius{0.1};
  double speed{1.0};
  double room{1.0};
  double gap{0.25};
  double horizon{8.0};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    DiscCommon::each_field(self.common, f);
    f(Field{"ratio", "-", "mass of the heavy disc over that of the light one"}, self.ratio,
      Range::positive());
    f(Field{"mass", "kg", "mass of the light disc"}, self.mass, Range::positive());
    f(Field{"radius", "m", "radius of both"}, self.radius, Range::positive());
    f(Field{"speed", "m/s", "initial speed of the heavy disc towards the light one"}, self.speed,
      Range::positive());
    f(Field{"room", "m", "between the wall and the light disc"}, self.room, Range::positive());
    f(Field{"gap", "m", "between the discs"}, self.gap, Range::positive());
    f(Field{"horizon", "s", "end time"}, self.horizon, Range::positive());
  }
  friend bool operator==(const Params&, const Params&) = default;
};

[[nodiscard]] ProblemEntry entry();

}  // namespace impactbench::pi_collisions
