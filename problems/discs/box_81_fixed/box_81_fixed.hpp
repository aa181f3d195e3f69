#pragma once

#include "problems/model/disc_setup.hpp"

namespace impactbench::box_81_fixed {

/// 81 equal discs on a 9 x 9 grid in a box without gravity, all moving down: nine identical columns
/// that hit the floor and each other, a quasi-one-dimensional test of many impacts. The reference
/// solution is `elastic_discs` until impacts that share a disc coincide; then the laws of contact,
/// the energy and the momenta judge a run. Source: nguyen2024, section 4.3.2.5 (Test 5a), table
/// 4.13. The listing has the initial velocity commented out; the printed initial energy 40.5 J
/// needs it.
struct Params {
  DiscCommon common{};
  double mass{1.0};
  double radius{0.16};
  double speed{-1.0};
  double horizon{6.4};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    DiscCommon::each_field(self.common, f);
    f(Field{"mass", "kg", "mass of each disc"}, self.mass, Range::positive());
    f(Field{"radius", "m", "radius of each disc"}, self.radius, Range{0.0, 0.2, true, true});
    f(Field{"speed", "m/s", "initial velocity of all discs along y"}, self.speed, Range::any());
    f(Field{"horizon", "s", "end time"}, self.horizon, Range::positive());
  }
  friend bool operator==(const Params&, const Params&) = default;
};

[[nodiscard]] ProblemEntry entry();

}  // namespace impactbench::box_81_fixed
