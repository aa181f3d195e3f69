#pragma once

#include "problems/model/sphere_setup.hpp"

#include <cstdint>
#include <string>

namespace impactbench::crowd_row {

/// A queue on a line, without inertia: n equal rods with gaps between them, each with a constant
/// desired velocity.
///   irrational: speed (2 frac(i^2 sqrt 2) - 1), without a door: rods that meet move with the mean
///               of their desired velocities, as sticky particles do;
///   door:       all want to move at `speed` towards a closed door at x = 0 and end in a row there.
/// The reference solution is `crowd` for rows at a door, `sticky_chain` for rods that meet. The
/// problem shows many contacts that close one after another in motion without inertia. Source:
/// crowd motion of maury-slides; case of this suite.
struct Params {
  SphereCommon common{};
  std::int64_t n{12};
  std::string desired_velocities{"irrational"};
  double mass{1.0};
  double radius{0.02};
  double length{1.0};
  double speed{1.0};
  double horizon{2.0};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    SphereCommon::each_field(self.common, f);
    f(Field{"n", "-", "number of rods"}, self.n, Range::between(2.0, 1e5));
    f(Field{"desired_velocities", "-", "how they are chosen"}, self.desired_velocities,
      OneOf{"irrational", "door"});
    f(Field{"mass", "kg", "of each"}, self.mass, Range::positive());
    f(Field{"radius", "m", "half-length of each"}, self.radius, Range::positive());
    f(Field{"length", "m", "of all gaps together, that at a door included"}, self.length,
      Range::positive());
    f(Field{"speed", "m/s", "largest desired speed"}, self.speed, Range::positive());
    f(Field{"horizon", "s", "end time"}, self.horizon, Range::positive());
  }
  friend bool operator==(const Params&, const Params&) = default;
};

[[nodiscard]] ProblemEntry entry();

}  // namespace impactbench::crowd_row
