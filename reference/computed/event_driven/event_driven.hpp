#pragma once

#include "reference/api/reference.hpp"

namespace impactbench::computed::event_driven {

/// The motion of a generalised system event by event: between impacts the classical Runge-Kutta
/// method of order 4 with steps far below those of any scheme, impacts located on them by the
/// secant method, then the impact law for one active constraint,
///
///   v^+ = v^- - (1 + e) (g.v^-) M^-1 g / (g.M^-1 g).
///
/// Without restitution the velocity after an impact is the nearest one, in the metric of M, with
/// which no closed constraint closes further; and a pressed constraint stays closed, M dv/dt = F +
/// S + sum lambda_a grad f_a with lambda_a > 0, until lambda_a is zero. With restitution the motion
/// ends where impacts are only a few of its steps apart or two act at once. Used where no closed
/// form is known (double_pendulum); where one is (polar_wall, disc_wall), tests compare the two.
/// Its uncertainty is the change when steps are halved; its growth that of a shift of either angle
/// of the start by 1e-6.
[[nodiscard]] ReferenceEntry entry();

/// The motion of any problem with a generalised system, with steps of `h`; null `at` if the start
/// is in contact.
[[nodiscard]] Truth computed(const Problem& problem, double h);

}  // namespace impactbench::computed::event_driven
