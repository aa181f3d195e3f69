#pragma once

#include "problems/model/disc_setup.hpp"

namespace impactbench::resting_ball {

/// One disc pressed into the floor under gravity and released. On a compliant floor of potential c
/// D^alpha it oscillates about its equilibrium depth D_e, alpha c D_e^(alpha - 1) = m g, and for
/// alpha = 2 it never leaves the floor while 0 < depth < 2 D_e, so that the order of a scheme
/// appears undisturbed by impacts. With R = 1 / (2 c): D_e = m g R, period 2 pi sqrt(m R). The
/// defaults suit R = 1e-4 m/N (D_e = 9.8e-4 m, period 0.063 s) and softer floors, down to c = 1e4
/// J/m2 (R = 5e-5 m/N). On a stiffer one scale both: about depth = D_e / 2 and horizon = one
/// period, for c = 1e6 J/m2 depth = 2.5e-6 m and horizon = 0.0044 s. Rigid schemes require depth =
/// 0: the disc rests. The reference solution is `linear_springs` for alpha = 2, else
/// `compliant_impact`.
struct Params {
  DiscCommon common{};
  double mass{1.0};
  double radius{0.2};
  double depth{5e-4};
  double gravity{9.80665};
  double horizon{0.06};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    DiscCommon::each_field(self.common, f);
    f(Field{"mass", "kg", "mass"}, self.mass, Range::positive());
    f(Field{"radius", "m", "radius"}, self.radius, Range::positive());
    f(Field{"depth", "m", "initial penetration of the floor"}, self.depth,
      Range::between(0.0, 0.1));
    f(Field{"gravity", "m/s2", "downwards"}, self.gravity, Range::positive());
    f(Field{"horizon", "s", "end time"}, self.horizon, Range::positive());
  }
  friend bool operator==(const Params&, const Params&) = default;
};

[[nodiscard]] ProblemEntry entry();

}  // namespace impactbench::resting_ball
