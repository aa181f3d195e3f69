#pragma once

#include "problems/model/generalised_setup.hpp"

namespace impactbench::skewed_wall {

/// A free point of unit mass in the plane in skewed coordinates q, x = A q with
/// A = [[1, skew], [0, sqrt(1 - skew^2)]], before the wall K = {q_1 >= 0}. The mass matrix is
/// constant and not diagonal, M = A^T A = [[1, skew], [skew, 1]], so that the nearest point in the
/// metric of the coordinates is not the one in that of M:
///
///   v^+ = v^- - (1 + e) v_1^- (1, -skew).
///
/// The reference solution for a rigid constraint is `plane_impacts`, for a spring
/// `spring_constraints`. Source: paoli2010 (the projection is that of the kinetic metric); the
/// example of this suite.
struct Params {
  double restitution{0.5};
  double skew{0.6};
  double q1{1.0};
  double q2{0.0};
  double v1{-1.0};
  double v2{0.3};
  double horizon{2.0};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    f(Field{"restitution", "-", "Newton's restitution coefficient"}, self.restitution,
      Range::between(0.0, 1.0));
    f(Field{"skew", "-", "cosine of the angle between the axes; |skew| >= 1 has no metric"},
      self.skew, Range::any());
    f(Field{"q1", "m", "initial, away from the wall"}, self.q1, Range::at_least(0.0));
    f(Field{"q2", "m", "initial, along the other axis"}, self.q2, Range::any());
    f(Field{"v1", "m/s", "initial"}, self.v1, Range::any());
    f(Field{"v2", "m/s", "initial"}, self.v2, Range::any());
    f(Field{"horizon", "s", "end time"}, self.horizon, Range::positive());
  }
  friend bool operator==(const Params&, const Params&) = default;
};

[[nodiscard]] ProblemEntry entry();

}  // namespace impactbench::skewed_wall
