#pragma once

#include "problems/model/round_setup.hpp"

#include <cstdint>

namespace impactbench::slope {

/// One body on an inclined plane, in axes along and across it: y = 0 in the plane, z = 0 in space,
/// gravity (g sin a, -g cos a) with tan a = slope. A body without rotation slides down with
///
///   dv/dt = g (sin a - mu cos a) while v > 0,   and rests for good where slope <= mu,
///
/// so that the deviations of relaxed contact laws appear isolated: a gap under a sliding body,
/// creep of a resting one. A rotating body rolls. The default slides to rest within 0.56 s. The
/// claims of the source `relaxed_contact` test gap and creep on it; otherwise the laws of contact,
/// the energy and the momenta judge a run.
struct Params {
  std::int64_t dimension{2};
  bool rotates{false};
  double slope{0.3};
  double friction{0.5};
  double restitution{0.0};
  double speed{1.0};
  double gap{0.0};
  double mass{1.0};
  double radius{0.1};
  double gravity{9.80665};
  double horizon{1.0};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    f(Field{"dimension", "-", "in the plane or in space"}, self.dimension, Range::between(2, 3));
    f(Field{"rotates", "-", "the body can turn: a solid disc or ball"}, self.rotates);
    f(Field{"slope", "-", "tangent of the inclination"}, self.slope, Range::at_least(0.0));
    f(Field{"friction", "-", "Coulomb's coefficient mu"}, self.friction, Range::at_least(0.0));
    f(Field{"restitution", "-", "Newton's coefficient e"}, self.restitution,
      Range::between(0.0, 1.0));
    f(Field{"speed", "m/s", "initial velocity down the slope"}, self.speed, Range::any());
    f(Field{"gap", "m", "initial distance from the plane"}, self.gap, Range::at_least(0.0));
    f(Field{"mass", "kg", "mass"}, self.mass, Range::positive());
    f(Field{"radius", "m", "radius"}, self.radius, Range::positive());
    f(Field{"gravity", "m/s2", "its size"}, self.gravity, Range::positive());
    f(Field{"horizon", "s", "end time"}, self.horizon, Range::positive());
  }
  friend bool operator==(const Params&, const Params&) = default;
};

[[nodiscard]] ProblemEntry entry();

}  // namespace impactbench::slope
