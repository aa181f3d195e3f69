#pragma once

#include "problems/model/disc_setup.hpp"

namespace impactbench::four_balls {

/// Four discs at the corners of a unit square move to its centre and meet there at once: the common
/// form of nguyen2024's Test 4 (table 4.12) and its frictional variant (table 4.20).
///
/// Disc 1 starts at (0, 0) with the velocity (speed, speed), the others follow counter-clockwise by
/// symmetry. The four neighbouring pairs touch at t = (1 - 2 radius) / (2 speed), 0.1 s with the
/// defaults, in contacts that share discs. The reference solutions end there: `elastic_discs` for
/// restitution 1 without friction, else `rough_impacts`. Later the laws of contact, the energy and
/// the momenta judge a run of rigid discs.
struct Setup {
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
  friend bool operator==(const Setup&, const Setup&) = default;
};

[[nodiscard]] Problem make(std::string_view name, const Setup& setup);

}  // namespace impactbench::four_balls
