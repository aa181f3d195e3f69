#pragma once

#include "schemes/api/scheme.hpp"

#include <string>

namespace impactbench::newmark_contact {

/// Newmark's method (beta = 1/4, gamma = 1/2) for an elastic body with contact as a constraint on
/// positions at the end of the step, without an impact law:
///
///   M (v^{n+1} - v^n) = (h/2) (F^n + F^{n+1}) + sum P_a g_a,   g_a = grad f_a(q^{n+1})
///   q^{n+1} = q^n + (h/2) (v^n + v^{n+1})
///   0 <= r_a^{n+1} [N]  perpendicular to  f_a(q^{n+1}) >= 0
///   reaction = end         P_a = h r_a^{n+1}                    contact forces wholly implicit
///   reaction = trapezoid   P_a = (h/2) (r_a^n + r_a^{n+1})      as Newmark's method has all forces
///
/// F the mean over the time of the step at q^n, v^n and q^{n+1}, v^{n+1}. For linear forces and
/// gaps the energy changes in a step by
///
///   end         -sum r_a^{n+1} f_a(q^n) <= 0
///   trapezoid   sum (r_a^n + r_a^{n+1}) (f_a(q^{n+1}) - f_a(q^n)) / 2, of either sign
///
/// so that `end` never gains. A contact that closes from a gap f at the rate -u forces the mass in
/// contact, m = 1 / (g . M^-1 g), to stop within the step: r = 2 m (u - f / h) / h for `end`, and
/// leaves it with the rate u - 2 f / h away from the wall, anything between -u and u. The reaction
/// oscillates by this amount from step to step while the contact lasts: bouncing_bar at half an
/// element a step has 80 times the variation of the exact one with either, and an error in L1 that
/// no refinement removes. `end` loses the kinetic energy of this mass, about an element's share;
/// `trapezoid` may gain more than there was. For a rigid body this mass is the whole, and the
/// rebound would be arbitrary.
///
/// Positions are of order 2 without contact; nothing is claimed for impacts. Source: Newmark 1959;
/// Carpenter, Taylor and Katona 1991 (trapezoid); Kane, Repetto, Ortiz and Marsden 1999 (end); both
/// compared by Doyen, Ern and Piperno 2011. Energy: derived here.
///
/// Choose it as the standard to compare treatments of contact in finite elements with; where the
/// reaction matters, take mass_redistribution.
struct Params {
  std::string reaction{"end"};
  bool warm_start{false};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    f(Field{"reaction", "-", "which reactions act in a step"}, self.reaction,
      OneOf{"end", "trapezoid"});
    f(Field{"warm_start", "-", "start the solver from the impulses of the same contacts"},
      self.warm_start);
  }
  friend bool operator==(const Params&, const Params&) = default;
};

[[nodiscard]] SchemeEntry entry();

}  // namespace impactbench::newmark_contact
