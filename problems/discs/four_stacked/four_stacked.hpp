#pragma once

#include "problems/model/disc_setup.hpp"

namespace impactbench::four_stacked {

/// Four equal discs stacked on the floor under gravity, each touching the next, stay at rest: a
/// test of persistent contact. With elastic impacts (restitution = 1) they chatter. No reference
/// solution is used: the laws of contact, the energy, the momenta and the overlap judge a run.
/// Source: nguyen2024, table 4.5.
struct Params {
  DiscCommon common{};
  double mass{1.0};
  double radius{0.1};
  double gravity{9.80665};
  double horizon{2.0};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    DiscCommon::each_field(self.common, f);
    f(Field{"mass", "kg", "mass of each disc"}, self.mass, Range::positive());
    f(Field{"radius", "m", "radius of each disc"}, self.radius, Range{0.0, 0.125, true, false});
    f(Field{"gravity", "m/s2", "downwards"}, self.gravity, Range::at_least(0.0));
    f(Field{"horizon", "s", "end time"}, self.horizon, Range::positive());
  }
  friend bool operator==(const Params&, const Params&) = default;
};

[[nodiscard]] ProblemEntry entry();

}  // namespace impactbench::four_stacked
