#pragma once

#include "problems/model/contact_step.hpp"
#include "problems/model/obstacle.hpp"

namespace impactbench {

struct ContactImpulses;

/// Whether some contact transmitted an impulse in the step.
[[nodiscard]] bool pushed(const ContactImpulses& recorded);

/// Whether a contact that is open at the end of a step transmits an impulse if it was closed at the
/// start: its secant takes the true difference of both depths.
[[nodiscard]] constexpr bool looks_back(NormalRule rule) {
  return rule == NormalRule::spring_secant;
}

/// p_n [N s] according to a spring rule. `rate` is dD/dt of spring_explicit [m/s]; depths are
/// negative while open, `mass` the reduced one [kg], `zeta` the damping ratio.
[[nodiscard]] double spring_impulse(const ContactStep& step, double zeta, double h, double depth,
                                    double depth_before, double rate, double mass);

/// The part of the force of spring_secant_inside in Coulomb's bound: all but the contribution of
/// end_weight; for other rules p_n itself if it presses [N s].
[[nodiscard]] double spring_friction_load(const ContactStep& step, double h, double depth,
                                          double depth_before, double pressure);

/// R_n and R_t of ConeRule [1/kg].
struct ConeSoftness {
  double normal, tangential;
};
/// The softness for W_n and W_t of the contact [1/kg].
[[nodiscard]] ConeSoftness cone_softness(const ConeRule& rule, double h, double normal_mobility,
                                         double slip_mobility, int dimension);

/// The coefficients of ImpedanceRule for a contact at q^n: 1 - h b, h k d, and (1 - d) / d.
struct ImpedanceLaw {
  double kept, pull, yield;
};
[[nodiscard]] ImpedanceLaw impedance_law(const ImpedanceRule& rule, double h, double depth);

/// -h kappa b'(g) of NormalRule::barrier, d in metres; infinite where g <= 0 [N s].
[[nodiscard]] double barrier_impulse(const BarrierRule& rule, double h, double range, double gap);

/// p - P(p - s / W), P the projection on |x| <= bound: zero exactly where Coulomb's law holds
/// between the impulse p on the first body and its slip s. |.| [N s].
[[nodiscard]] double slip_defect(const Vec3& p, const Vec3& s, double mobility, double bound);

}  // namespace impactbench
