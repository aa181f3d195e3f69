#pragma once

#include "problems/model/sphere_setup.hpp"

namespace impactbench::hexagon {

/// Seven equal discs in a hexagon, each touching its neighbours: 12 contacts among 14 degrees of
/// freedom, of which 3 are rigid motions, so that the 12 gradients have rank 11 and the impulses of
/// a simultaneous impact are not unique (any multiple of +1 on the rim, -1 on the spokes may be
/// added); the velocities are. The smallest cluster of that kind.
///
/// Disc 1 is the centre, discs 2 to 7 follow counter-clockwise from the x axis. The rim moves
/// towards the centre with `squeeze`, all turn about the centre with `turn`: afterwards all discs
/// turn as one body, as the squeeze has neither momentum nor angular momentum. No trajectory is
/// known: the laws of contact, the energy and the momenta judge a run. The problem shows whether
/// solvers bear redundant contacts. Source: maury2004 and its slides show 14 discs and 29 contacts;
/// fewer suffice.
struct Params {
  SphereCommon common{};
  double mass{1.0};
  double radius{0.1};
  double squeeze{1.0};
  double turn{0.0};
  double horizon{1.0};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    SphereCommon::each_field(self.common, f);
    f(Field{"mass", "kg", "mass of each disc"}, self.mass, Range::positive());
    f(Field{"radius", "m", "radius of each disc"}, self.radius, Range::positive());
    f(Field{"squeeze", "m/s", "speed of the rim towards the centre"}, self.squeeze, Range::any());
    f(Field{"turn", "rad/s", "angular velocity about the centre"}, self.turn, Range::any());
    f(Field{"horizon", "s", "end time"}, self.horizon, Range::positive());
  }
  friend bool operator==(const Params&, const Params&) = default;
};

[[nodiscard]] ProblemEntry entry();

}  // namespace impactbench::hexagon
