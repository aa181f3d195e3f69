#pragma once

#include "schemes/api/scheme.hpp"
#include "schemes/support/laws/dissipation.hpp"
#include "schemes/support/laws/hertz_contact.hpp"
#include "schemes/support/newton/newton_settings.hpp"

namespace impactbench::inc {

/// Implicit normal contact of power-law type: an elastic contact of energy [D]^alpha / (2 R) whose
/// force over a step is the secant of that energy, in Newmark's method with gamma = 1, beta = 1/2
/// (schemes/support/newton/newmark_step.hpp), so that its work is the change of contact energy.
///
///   lam = c Dt,   Dt = (D1^alpha - D0^alpha) / (D1 - D0),   D1 = D^{n+1}, D0 = D^n
///   law = power:  c = 1 / (2 R)
///   law = hertz:  alpha = 5/2, c = (8/15) E* sqrt(R_red)   (hertz_contact.hpp)
///
/// variant = ec: D1, D0 are the true depths, negative while open, and powers are truncated at 0; a
/// contact acts where one of the two is positive, with the normal along d^{n+1} + d^n (pairs). Then
/// n . (d^{n+1} - d^n) = |d^{n+1}| - |d^n|, and the energy is conserved to the Newton tolerance for
/// any step; angular momentum too, since n is parallel to d^{n+1} + d^n.
///
/// variant = thesis: as nguyen2024's listing computes. Both depths in Dt are truncated at 0,
/// contact is evaluated only where D1 > 0, D0 is measured along the normal at q^{n+1}, the first
/// Newton iteration is linear (Dt = D1), and where |D1 - D0| < 1e-10 m the tangent is the listing's
/// alpha (alpha - 1) D0^(alpha-2), twice its limit, which changes iterates alone. An impact loses c
/// D1^(alpha-1) |D0| on entry and c D_last^alpha on exit (c = 1 / (2 R)): O(h^alpha).
///
/// normal: the normal of a pair is the middle one in ec and that at the end in thesis; each variant
/// with the normal of the other separates the effect of the normal from that of the truncation. The
/// same holds for an obstacle that is curved, with its true depths at both ends: in the middle a
/// discrete gradient of its depth. A wall has one normal.
///
/// In generalised coordinates D = -f_a: along a discrete gradient of f_a in ec, that of a pair
/// where f_a is its gap (SecantNormal), so that the energy is conserved if M is constant; along
/// grad f_a(q^{n+1}) in thesis (coordinate_newton.hpp).
///
/// Restitution e < 1 of the problem: dissipation.hpp, added to the force of both variants.
/// Friction mu of the problem: coulomb.hpp. In ec it acts on the mean slip of the step, along the
/// tangent of its normal and with lever arms to the middle of the contact, so that its work is
/// h f w <= 0 exactly and angular momentum is kept; in thesis on the slip at the end, with the
/// radii. Friction against rolling and twisting: the same, by the mean relative spin of the step or
/// that at the end. end_weight e4 (thesis only): lam = c (Dt + e4 D1) / (1 + e4), the e of
/// nguyen2024's section 4.4. It is no restitution coefficient: it mixes the forces of inc (e4 = 0)
/// and of the end of the step (e4 = 1: half of each), and the energy it loses per impact is O(h).
///
/// Order 2 in contact. For alpha = 2 the stiffness is that of snc with the same R.
/// Source: nguyen2024, sections 4.3.1, 4.4 and 4.5, equations 3.32 and 4.37, and the appendix
/// listing; the discrete gradient behind ec: Gonzalez 1996 (J. Nonlinear Sci. 6).
///
/// Choose it when elastic contact should keep its energy at any step (variant ec); variant thesis
/// reproduces published numbers.
struct Params {
  std::string law{"power"};
  double R{1e-5};
  double alpha{3.0};
  std::string variant{"ec"};
  std::string normal{"of_variant"};
  double end_weight{0.0};
  ElasticMaterial material{};
  ContactEndSetting end{};
  NewtonSettings newton{};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    f(Field{"law", "-", "contact energy of a power of the depth, or that of Hertz"}, self.law,
      OneOf{"power", "hertz"});
    f(Field{"R", "m^(alpha-1)/N", "power: compliance, contact energy D^alpha / (2 R)"}, self.R,
      Range::positive());
    f(Field{"alpha", "-", "power: exponent of the contact energy"}, self.alpha,
      Range::between(2.0, 16.0));
    f(Field{"variant", "-", "ec conserves energy exactly, thesis follows nguyen2024's listing"},
      self.variant, OneOf{"ec", "thesis"});
    f(Field{"normal", "-",
            "of a pair or a curved obstacle: that of the variant, in the middle or at the end of "
            "the step"},
      self.normal, OneOf{"of_variant", "middle", "end"});
    f(Field{"end_weight", "-",
            "thesis: e of nguyen2024's section 4.4, the share of the force at the end of the step"},
      self.end_weight, Range::between(0.0, 1.0));
    ElasticMaterial::each_field(self.material, f);
    ContactEndSetting::each_field(self.end, f);
    NewtonSettings::each_field(self.newton, f);
  }
  friend bool operator==(const Params&, const Params&) = default;

  /// The compliance without friction.
  [[nodiscard]] Compliance contact() const {
    if (law != "hertz") return {alpha, 0.5 / R, {}, end.value()};
    Compliance out = HertzContact(material, 0.0).compliance(end.value());
    out.tangential = {};
    out.wall_stiffness = 0.0;
    return out;
  }
  [[nodiscard]] bool end_normal() const {
    return normal == "of_variant" ? variant == "thesis" : normal == "end";
  }
};

[[nodiscard]] SchemeEntry entry();

}  // namespace impactbench::inc
