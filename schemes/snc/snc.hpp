#pragma once

#include "schemes/api/scheme.hpp"
#include "schemes/support/laws/dissipation.hpp"
#include "schemes/support/laws/hertz_contact.hpp"
#include "schemes/support/newton/newton_settings.hpp"

namespace impactbench::snc {

/// Implicit penalty method ("smooth normal contact"): an elastic contact taken at the end of the
/// step, in Newmark's method with gamma = 1, beta = 1/2 (schemes/support/newton/newmark_step.hpp).
///
///   normal = linear:  lam = [D^{n+1}]_+ / R   along the normal at q^{n+1}
///   normal = hertz:   lam = (4/3) E* sqrt(R_red) [D^{n+1}]_+^(3/2)   (hertz_contact.hpp)
///
/// In generalised coordinates D = -f_a along grad f_a(q^{n+1}), with M(q) in the middle of the step
/// (coordinate_newton.hpp). Order 1 in contact; dissipates (pi/2) omega h of the energy per impact,
/// omega = 1 / sqrt(R m_red). Restitution e < 1 of the problem: dissipation.hpp; friction, also
/// against rolling and twisting: coulomb.hpp, with the slip and the relative spin at the end of the
/// step. Source: nguyen2024, sections 4.2.1 and 4.5.
///
/// Choose it when springs at contacts are too stiff to resolve, and impacts may lose energy; inc
/// has the same stiffness and keeps the energy.
struct Params {
  std::string normal{"linear"};
  double R{1e-5};
  ElasticMaterial material{};
  ContactEndSetting end{};
  NewtonSettings newton{};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    f(Field{"normal", "-", "linear springs, or those of Hertz"}, self.normal,
      OneOf{"linear", "hertz"});
    f(Field{"R", "m/N", "linear: compliance, contact energy D^2 / (2 R)"}, self.R,
      Range::positive());
    ElasticMaterial::each_field(self.material, f);
    ContactEndSetting::each_field(self.end, f);
    NewtonSettings::each_field(self.newton, f);
  }
  friend bool operator==(const Params&, const Params&) = default;

  [[nodiscard]] Compliance contact() const {
    Compliance out = normal == "hertz" ? HertzContact(material, 0.0).compliance(end.value())
                                       : Compliance{2.0, 0.5 / R, {}, end.value()};
    out.tangential = {.viscosity = newton.c_tau};
    out.wall_stiffness = 0.0;
    return out;
  }
};

[[nodiscard]] SchemeEntry entry();

}  // namespace impactbench::snc
