#pragma once

#include "problems/model/sphere_setup.hpp"

namespace impactbench::capillary_pair {

/// Two equal discs that touch, joined by a liquid bridge, fly apart. The bridge attracts with
///
///   F = pi gamma r (exp(-A D + B) + C)   for gaps 0 <= D < rupture, nothing beyond,
///
/// and does depth = pi gamma r ((exp(B) - exp(B - A rupture)) / A + C rupture) of work until it
/// breaks: the discs part for good if their relative motion has more kinetic energy than that.
/// The source gives the law without A, B, C, rupture, and does not say when bridges form. Here:
/// wherever D < rupture (no hysteresis), with coefficients of the order of the fit of Soulie et al.
/// 2006, which are not verified. Source: maury-slides, capillary forces.
struct Params {
  SphereCommon common{};
  double mass{1.0};
  double radius{0.1};
  double tension{1.0};
  double decay{20.0};
  double factor{0.4};
  double constant{0.05};
  double rupture{0.1};
  double speed{0.25};
  double horizon{1.0};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    SphereCommon::each_field(self.common, f);
    f(Field{"mass", "kg", "of each"}, self.mass, Range::positive());
    f(Field{"radius", "m", "of each"}, self.radius, Range::positive());
    f(Field{"tension", "N/m", "gamma, surface tension"}, self.tension, Range::at_least(0.0));
    f(Field{"decay", "1/m", "A, not verified"}, self.decay, Range::positive());
    f(Field{"factor", "-", "B, not verified"}, self.factor, Range::any());
    f(Field{"constant", "-", "C, not verified"}, self.constant, Range::at_least(0.0));
    f(Field{"rupture", "m", "gap at which the bridge breaks, not verified"}, self.rupture,
      Range::positive());
    f(Field{"speed", "m/s", "of each at the start, apart"}, self.speed, Range::at_least(0.0));
    f(Field{"horizon", "s", "end time"}, self.horizon, Range::positive());
  }
  friend bool operator==(const Params&, const Params&) = default;
};

[[nodiscard]] ProblemEntry entry();

}  // namespace impactbench::capillary_pair
