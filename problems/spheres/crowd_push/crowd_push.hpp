#pragma once

#include "problems/model/sphere_setup.hpp"

namespace impactbench::crowd_push {

/// One person walks along x, without inertia, and pushes aside another whose desired velocity is 0.
/// They touch at the start, with the line of centres at `angle` from the x axis, and share the push
/// by their masses until they slip past each other. The pusher is `ratio` times as heavy; for a
/// large ratio it keeps its desired velocity, and the other one is swept by a moving set along a
/// tractrix: -q' in N_C(t)(q), where C(t) is the set of positions that the pusher does not cover.
/// The reference solution is `crowd`, in closed form. The problem shows a contact that ends by
/// itself in motion without inertia. Source: crowd motion of maury-slides; case of this suite.
struct Params {
  SphereCommon common{};
  double mass{1.0};
  double ratio{1.0};
  double radius{0.1};
  double angle{0.3};
  double speed{1.0};
  double horizon{0.6};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    SphereCommon::each_field(self.common, f);
    f(Field{"mass", "kg", "of the one who is pushed"}, self.mass, Range::positive());
    f(Field{"ratio", "-", "mass of the one who pushes over that"}, self.ratio,
      Range::between(1e-12, 1e12));
    f(Field{"radius", "m", "of each"}, self.radius, Range::positive());
    f(Field{"angle", "rad", "of the line of centres at the start"}, self.angle,
      Range{0.0, 1.5, true, false});
    f(Field{"speed", "m/s", "desired by the one who pushes"}, self.speed, Range::positive());
    f(Field{"horizon", "s", "end time"}, self.horizon, Range::positive());
  }
  friend bool operator==(const Params&, const Params&) = default;
};

[[nodiscard]] ProblemEntry entry();

}  // namespace impactbench::crowd_push
