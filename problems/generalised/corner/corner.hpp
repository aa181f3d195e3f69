#pragma once

#include "problems/model/generalised_setup.hpp"

namespace impactbench::corner {

/// A point of unit mass in the plane hits the corner of a wedge, without force:
///
///   K = {y >= 0,  x sin(angle) - y cos(angle) >= 0},   between the directions 0 and `angle` < 180.
///
/// It comes from the direction `from`, at `distance` from the corner, straight towards it. The two
/// inner normals have the scalar product -cos(angle): the impact law depends continuously on data
/// for angles <= 90 degrees if e = 0, for 90 degrees if e > 0. Otherwise trajectories that just
/// miss the corner tend to velocities that differ from the law's. Angles in degrees. The reference
/// solution for a rigid constraint is `corner_limits`, for a spring `spring_constraints`. The
/// problem shows whether an impact at a corner is the limit of near misses. Source: paoli2010;
/// angles, directions and speeds the choice of this suite.
struct Params {
  double restitution{0.0};
  double angle{90.0};
  double from{30.0};
  double distance{1.0};
  double speed{1.0};
  double horizon{2.0};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    f(Field{"restitution", "-", "Newton's restitution coefficient"}, self.restitution,
      Range::between(0.0, 1.0));
    f(Field{"angle", "deg", "interior angle of the wedge"}, self.angle, Range::between(1.0, 179.0));
    f(Field{"from", "deg", "direction that the point comes from; at most `angle`"}, self.from,
      Range::between(0.0, 179.0));
    f(Field{"distance", "m", "from the corner at the start"}, self.distance, Range::positive());
    f(Field{"speed", "m/s", "initial"}, self.speed, Range::positive());
    f(Field{"horizon", "s", "end time"}, self.horizon, Range::positive());
  }
  friend bool operator==(const Params&, const Params&) = default;
};

[[nodiscard]] ProblemEntry entry();

}  // namespace impactbench::corner
