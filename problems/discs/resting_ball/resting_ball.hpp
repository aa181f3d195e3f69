#pragma once

#include "problems/model/disc_setup.hpp"

namespace impactbench::resting_ball {

/// One disc pressed into the floor under gravity and let go: on a compliant floor c D^alpha it
/// oscillates about its equilibrium depth without leaving the floor while the start depth stays
/// below about twice that, so that the order of a scheme shows undisturbed by impacts. With
/// R = 1e-4 m/N and alpha = 2 the equilibrium is m g R = 9.8e-4 m, the period 2 pi sqrt(m R) =
/// 0.063 s. Rigid schemes refuse it.
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
      Range{0.0, 0.1, true, false});
    f(Field{"gravity", "m/s2", "downwards"}, self.gravity, Range::positive());
    f(Field{"horizon", "s", "end time"}, self.horizon, Range::positive());
  }
  friend bool operator==(const Params&, const Params&) = default;
};

[[nodiscard]] ProblemEntry entry();

}  // namespace impactbench::resting_ball
