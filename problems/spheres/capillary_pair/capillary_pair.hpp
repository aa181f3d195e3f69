#pragma once

#include "problems/model/sphere_setup.hpp"

namespace impactbench::capillary_pair {

/// Two equal discs that touch, joined by a liquid bridge, fly apart; or two separate ones, between
/// walls if there is `room`, meet repeatedly. With gap D a bridge attracts with
///
///   F = pi gamma r (exp(-A D + B) + C).
///
/// It forms at the end of a step with D <= `film`, where the liquid films of the discs merge, and
/// breaks at the end of one with D >= `rupture`: between these gaps the past decides whether there
/// is one. The last entry of q stores it, 1 or 0. Each encounter thus dissipates
///
///   E = pi gamma r ((exp(B - A film) - exp(B - A rupture)) / A + C (rupture - film)),
///
/// the work of the bridge from `film` to `rupture`, and joined discs separate for good only if
/// their kinetic energy of relative motion exceeds its work from contact to `rupture`. With film =
/// rupture there is no hysteresis and no loss. The source gives the law without A, B, C, rupture,
/// and not when bridges form: coefficients are of the order of the fit of Soulie et al. 2006, which
/// is not verified, and the rule is this suite's. The reference `capillary_bridge` has the
/// remaining energy. The problem shows a force with memory and the energy that it dissipates.
/// Source: maury-slides, capillary forces.
struct Params {
  SphereCommon common{};
  double mass{1.0};
  double radius{0.1};
  double tension{1.0};
  double decay{20.0};
  double factor{0.4};
  double constant{0.05};
  double rupture{0.1};
  double film{1e-6};
  double gap{0.0};
  double room{0.0};
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
    f(Field{"film", "m", "gap at which a bridge forms, at most rupture"}, self.film,
      Range::positive());
    f(Field{"gap", "m", "at the start; no more than film: joined"}, self.gap, Range::at_least(0.0));
    f(Field{"room", "m", "between each disc and a wall behind it at the start; 0: no walls"},
      self.room, Range::at_least(0.0));
    f(Field{"speed", "m/s", "of each at the start, apart"}, self.speed, Range::any());
    f(Field{"horizon", "s", "end time"}, self.horizon, Range::positive());
  }
  friend bool operator==(const Params&, const Params&) = default;
};

[[nodiscard]] ProblemEntry entry();

}  // namespace impactbench::capillary_pair
