#pragma once

#include "problems/model/contact_step.hpp"
#include "problems/model/obstacle.hpp"

namespace impactbench {

/// p_n [N s] that a spring rule demands. `rate` is dD/dt of spring_explicit [m/s]; depths are
/// negative while open, `mass` the reduced one [kg], `zeta` the damping ratio.
[[nodiscard]] double spring_impulse(const ContactStep& step, double zeta, double h, double depth,
                                    double depth_before, double rate, double mass);

/// The share of the force of spring_secant_inside that Coulomb's bound counts: all but what
/// end_weight mixes in; of other rules p_n itself where it presses [N s].
[[nodiscard]] double spring_grip(const ContactStep& step, double h, double depth,
                                 double depth_before, double pressure);

/// p - P(p - s / W), P the projection on |x| <= bound: zero exactly where Coulomb's law holds
/// between the impulse p on the first body and its slip s. |.| [N s].
[[nodiscard]] double slip_defect(const Vec3& p, const Vec3& s, double mobility, double bound);

}  // namespace impactbench
