#pragma once

#include "schemes/api/scheme.hpp"
#include "schemes/support/dissipation.hpp"
#include "schemes/support/newton_settings.hpp"

namespace impactbench::snc {

/// Implicit penalty method ("smooth normal contact"): a linear elastic contact taken at the end of
/// the step, in Newmark's method with gamma = 1, beta = 1/2 (schemes/support/newmark_newton.hpp).
///
///   lam = [D^{n+1}]_+ / R   along the normal at q^{n+1}
///
/// In generalised coordinates D = -f_a along grad f_a(q^{n+1}), with M(q) in the middle of the step
/// (coordinate_newton.hpp). Order 1 in contact; dissipates (pi/2) omega h of the energy per impact,
/// omega = 1 / sqrt(R m_red). Restitution e < 1 of the problem: dissipation.hpp; friction:
/// coulomb.hpp, by the slip at the end of the step. Source: nguyen2024, sections 4.2.1 and 4.5.
struct Params {
  double R{1e-5};
  ContactEndSetting end{};
  NewtonSettings newton{};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    f(Field{"R", "m/N", "compliance: contact energy D^2 / (2 R)"}, self.R, Range::positive());
    ContactEndSetting::each_field(self.end, f);
    NewtonSettings::each_field(self.newton, f);
  }
  friend bool operator==(const Params&, const Params&) = default;
};

[[nodiscard]] SchemeEntry entry();

}  // namespace impactbench::snc
