#pragma once

#include "problems/base/fields.hpp"
#include "problems/model/problem.hpp"
#include "schemes/support/laws/dissipation.hpp"
#include "schemes/support/laws/hertz_contact.hpp"
#include "schemes/support/laws/rolling_resistance.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace impactbench {

/// Settings of explicit schemes with springs at their contacts.
struct SpringLaw {
  std::string normal{"linear"};
  double R{1e-5};  ///< compliance of a contact [m/N]
  double tangential{2.0 / 7.0};
  double tangential_damping{0.2};
  ContactEndSetting end{};
  ElasticMaterial material{};
  RollingSettings resistance{};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    f(Field{"normal", "-",
            "linear springs, or those of Hertz along the normal and of Mindlin along the tangent"},
      self.normal, OneOf{"linear", "hertz"});
    f(Field{"R", "m/N", "compliance: contact energy D^2 / (2 R)"}, self.R, Range::positive());
    f(Field{"tangential", "-", "stiffness of the tangential spring, times R"}, self.tangential,
      Range::positive());
    f(Field{"tangential_damping", "-", "damping ratio of the tangential spring"},
      self.tangential_damping, Range::between(0.0, 1.0));
    ContactEndSetting::each_field(self.end, f);
    ElasticMaterial::each_field(self.material, f);
    RollingSettings::each_field(self.resistance, f);
  }
  friend bool operator==(const SpringLaw&, const SpringLaw&) = default;

  [[nodiscard]] bool hertz() const { return normal == "hertz"; }
};

/// The compliance that these contacts claim.
[[nodiscard]] inline Compliance compliance(const SpringLaw& law) {
  if (law.hertz())
    return HertzContact(law.material, law.tangential_damping).compliance(law.end.value());
  return {
      .exponent = 2.0,
      .coefficient = 0.5 / law.R,
      .tangential = {.stiffness = law.tangential / law.R, .damping_ratio = law.tangential_damping},
      .end = law.end.value()};
}

/// Largest omega h for which a step is stable with one permanently closed contact of frequency
/// omega and damping ratio zeta, and its formula in words.
struct SpringBound {
  double (*phase)(double zeta);
  std::string_view formula;  ///< in zeta; that of zeta = 0 is 2
};
/// The bound of the step v' = v - h (omega^2 q_m + 2 zeta omega v) with q_m half a step ahead of v,
/// and of Cundall's spring, whose stretch is a step ahead: their matrix has the determinant 1 - 2
/// zeta omega h and the trace 2 - 2 zeta omega h - (omega h)^2, so that no eigenvalue is outside
/// the unit circle where (omega h)^2 + 4 zeta omega h <= 4 (Jury's conditions).
[[nodiscard]] double leapfrog_phase(double zeta);

/// Why such an explicit scheme cannot run a problem: bodies that are not round, or a step that
/// is unstable with a contact and its dashpot; or nothing. omega h must be at most that of
/// `bound`, with omega = 1 / sqrt(R m_red) and the zeta of the restitution along the normal;
/// with friction also leapfrog_phase(tangential_damping) along the tangent, where omega_t^2 =
/// tangential W_t / R <= c tangential omega^2, c = 3 for solid discs, 7/2 for solid balls. The
/// stiffness of Hertz's contacts grows with depth, for which no bound is known, so that no step
/// is refused.
[[nodiscard]] std::optional<std::string> refuse_springs(std::string_view scheme,
                                                        const SpringLaw& law,
                                                        const SpringBound& bound,
                                                        const ProblemTraits& traits, double h);

}  // namespace impactbench
