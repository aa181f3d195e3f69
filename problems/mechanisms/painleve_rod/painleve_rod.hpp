#pragma once

#include "problems/model/generalised_setup.hpp"

#include <string_view>

namespace impactbench::painleve_rod {

/// A rigid rod of length 2 l slides with an end on a rough floor. Coordinates: centre (x, y) and
/// the angle theta of the rod with the floor; the sliding end is at (x - l cos theta, y - l sin
/// theta).
///
///   M = diag(m, m, J),   J = k m l^2 (k = 1/3 of a thin rod),   F = (0, -m g, 0)
///   f_1 = y - l sin theta,   t_1 = (1, 0, l sin theta);   f_2, t_2 the same with -l: the other end
///
/// While end 1 slides with the sign s of its slip, its normal acceleration is f_1'' = A lambda + B,
///
///   A = (1 + cos theta (cos theta + s mu sin theta) / k) / m,   B = l theta'^2 sin theta - g
///
/// A > 0, B < 0: it slides on; A > 0, B > 0: it lifts off. Painleve's paradox is A < 0: with B < 0
/// only a jump of the velocity is consistent, with B > 0 both lift-off and such a jump are. For s =
/// -1 A becomes negative if mu > 2 sqrt(k (1 + k)), 4/3 for a thin rod, first at tan^2 theta = (1 +
/// k) / k. Source: Painleve 1895; Genot and Brogliato 1999 (Eur. J. Mech. A 18).
struct Setup {
  double mass{1.0}, half_length{0.5}, inertia_factor{1.0 / 3.0};
  double gravity{9.81};
  double friction{0.5}, restitution{0.0}, tangential_restitution{0.0};
  double angle{1.1071487177940904};  ///< tan = 2
  double spin{0.0}, slip{-1.0};
  double horizon{0.3};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    f(Field{"mass", "kg", "m"}, self.mass, Range::positive());
    f(Field{"half_length", "m", "l"}, self.half_length, Range::positive());
    f(Field{"inertia_factor", "-", "k: J = k m l^2 about the centre"}, self.inertia_factor,
      Range::positive());
    f(Field{"gravity", "m/s2", "downwards"}, self.gravity, Range::any());
    f(Field{"friction", "-", "Coulomb's coefficient mu"}, self.friction, Range::at_least(0.0));
    f(Field{"restitution", "-", "Newton's coefficient"}, self.restitution,
      Range::between(0.0, 1.0));
    f(Field{"tangential_restitution", "-", "where friction acts"}, self.tangential_restitution,
      Range::between(-1.0, 1.0));
    f(Field{"angle", "rad", "initial theta, with end 1 on the floor"}, self.angle,
      Range::between(0.0, 3.141592653589793));
    f(Field{"spin", "rad/s", "initial theta'"}, self.spin, Range::any());
    f(Field{"slip", "m/s", "initial slip of end 1, which keeps to the floor"}, self.slip,
      Range::any());
    f(Field{"horizon", "s", "end time"}, self.horizon, Range::positive());
  }
  friend bool operator==(const Setup&, const Setup&) = default;
};

[[nodiscard]] Problem make(std::string_view name, const Setup& setup);

}  // namespace impactbench::painleve_rod
