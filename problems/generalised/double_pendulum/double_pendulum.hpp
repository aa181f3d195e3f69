#pragma once

#include "problems/model/generalised_setup.hpp"

namespace impactbench::double_pendulum {

/// Two point masses on massless rods under gravity, with two stops. Coordinates: the angles of the
/// rods from the vertical, counter-clockwise; d = theta_1 - theta_2, m = m_1 + m_2:
///
///   M = [[m l_1^2, m_2 l_1 l_2 cos d], [m_2 l_1 l_2 cos d, m_2 l_2^2]],
///   F = -g (m l_1 sin(theta_1), m_2 l_2 sin(theta_2)),
///   S = m_2 l_1 l_2 sin d (-theta_2'^2, theta_1'^2),
///   f_1 = theta_1 + stop_1 >= 0 (a wall),   f_2 = theta_2 - theta_1 + stop_2 >= 0 (a knee).
///
/// Source: paoli2010 names double pendulums with stops and gives no numbers; all of them are the
/// choice of this suite.
struct Params {
  double restitution{0.8};
  double mass_1{1.0};
  double mass_2{0.5};
  double length_1{1.0};
  double length_2{0.7};
  double gravity{9.81};
  double stop_1{0.2};
  double stop_2{0.1};
  double angle_1{1.0};
  double angle_2{1.6};
  double horizon{2.0};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    f(Field{"restitution", "-", "Newton's restitution coefficient, generalised"}, self.restitution,
      Range::between(0.0, 1.0));
    f(Field{"mass_1", "kg", "of the inner point"}, self.mass_1, Range::positive());
    f(Field{"mass_2", "kg", "of the outer point"}, self.mass_2, Range::positive());
    f(Field{"length_1", "m", "of the inner rod"}, self.length_1, Range::positive());
    f(Field{"length_2", "m", "of the outer rod"}, self.length_2, Range::positive());
    f(Field{"gravity", "m/s2", "downwards"}, self.gravity, Range::any());
    f(Field{"stop_1", "rad", "the inner rod does not go below minus this"}, self.stop_1,
      Range::any());
    f(Field{"stop_2", "rad", "the outer rod does not go further back against the inner one"},
      self.stop_2, Range::any());
    f(Field{"angle_1", "rad", "initial, of the inner rod"}, self.angle_1, Range::any());
    f(Field{"angle_2", "rad", "initial, of the outer rod"}, self.angle_2, Range::any());
    f(Field{"horizon", "s", "end time"}, self.horizon, Range::positive());
  }
  friend bool operator==(const Params&, const Params&) = default;
};

[[nodiscard]] ProblemEntry entry();

}  // namespace impactbench::double_pendulum
