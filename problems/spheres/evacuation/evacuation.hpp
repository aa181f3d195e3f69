#pragma once

#include "problems/model/sphere_setup.hpp"

#include <cstdint>

namespace impactbench::evacuation {

/// A crowd leaves a room through a door, without inertia: discs of random sizes and places in a
/// square room head for the nearest point of the door where they fit, and straight on once they are
/// through. In front of the door they form arches that can last for ever.
///
/// Places are those of a random packing of area fraction `fraction` in a disc; the room is the
/// square about it with `margin` to spare, the door is in the middle of its right wall. No
/// reference solution is known: the laws of contact and the overlap judge a run. The problem shows
/// the cost of a step in first-order motion with many contacts. Source: maury-slides and Maury and
/// Venel 2011 show such pictures; numbers are of this suite.
struct Params {
  SphereCommon common{};
  std::int64_t n{500};
  double mass{1.0};
  double radius{0.2};
  double spread{0.2};
  double fraction{0.4};
  double margin{0.5};
  double door{2.0};
  double speed{1.0};
  std::int64_t seed{1};
  double horizon{20.0};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    SphereCommon::each_field(self.common, f);
    f(Field{"n", "-", "number of people"}, self.n, Range::between(1.0, 1e5));
    f(Field{"mass", "kg", "of each"}, self.mass, Range::positive());
    f(Field{"radius", "m", "mean"}, self.radius, Range::positive());
    f(Field{"spread", "-", "radii are uniform in radius (1 +- spread)"}, self.spread,
      Range{0.0, 1.0, false, true});
    f(Field{"fraction", "-", "of the area of the packing's disc"}, self.fraction,
      Range{0.0, 0.5, true, false});
    f(Field{"margin", "m", "between the packing's disc and the walls"}, self.margin,
      Range::positive());
    f(Field{"door", "m", "width of the door; below that of the room"}, self.door,
      Range::positive());
    f(Field{"speed", "m/s", "desired"}, self.speed, Range::positive());
    f(Field{"seed", "-", "of the random numbers"}, self.seed, Range::between(0.0, 0x1p53));
    f(Field{"horizon", "s", "end time"}, self.horizon, Range::positive());
  }
  friend bool operator==(const Params&, const Params&) = default;
};

[[nodiscard]] ProblemEntry entry();

}  // namespace impactbench::evacuation
