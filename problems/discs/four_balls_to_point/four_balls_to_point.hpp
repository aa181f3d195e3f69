#pragma once

#include "problems/model/disc_setup.hpp"

namespace impactbench::four_balls_to_point {

/// Four discs at the corners of a unit square move to its centre and meet there at once.
/// Source: nguyen2024, section 4.3.2.4 (Test 4), table 4.12. The appendix box is [-1, 2]^2
/// (margin = 1), which the discs reach at t = 0.87 s; the printed table has no wall hit before 1.1
/// s.
struct Params {
  DiscCommon common{};
  double mass{1.0};
  double radius{0.4};
  double speed{1.0};
  double spin{0.0};
  double margin{4.0};
  double horizon{1.1};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    DiscCommon::each_field(self.common, f);
    f(Field{"mass", "kg", "mass of each disc"}, self.mass, Range::positive());
    f(Field{"radius", "m", "radius of each disc"}, self.radius, Range::positive());
    f(Field{"speed", "m/s", "size of both velocity components"}, self.speed, Range::any());
    f(Field{"spin", "rad/s", "initial spin of the first disc"}, self.spin, Range::any());
    f(Field{"margin", "m", "from the square of centres to the walls"}, self.margin,
      Range::positive());
    f(Field{"horizon", "s", "end time"}, self.horizon, Range::positive());
  }
  friend bool operator==(const Params&, const Params&) = default;
};

[[nodiscard]] ProblemEntry entry();

}  // namespace impactbench::four_balls_to_point
