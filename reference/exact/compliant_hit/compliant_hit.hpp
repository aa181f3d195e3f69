#pragma once

#include "reference/api/reference.hpp"

namespace impactbench::exact::compliant_hit {

/// Head-on hit at speed v of reduced mass m on a contact of energy c D^alpha:
///   largest depth  D_max = (m v^2 / (2 c))^(1/alpha)                    from the energy
///   duration       2 I_alpha D_max / v,  I_alpha = int_0^1 dx / sqrt(1 - x^alpha)
///                  = sqrt(pi) Gamma(1 + 1/alpha) / Gamma(1/2 + 1/alpha); I_2 = pi/2.
/// [m], [s]; all arguments positive, alpha >= 2.
[[nodiscard]] double largest_depth(double mass, double speed, const Compliance& contact);
[[nodiscard]] double duration(double mass, double speed, const Compliance& contact);

/// Relative change of the energy in one impact on a linear contact (alpha = 2, stiffness 2 c), at
/// leading order in the step: snc -(pi/2) omega h, dem +(pi/2) omega h, omega = sqrt(2 c / m).
/// One step multiplies the amplitude by det^(1/2) of its matrix: dem det = 1 + omega^2 h^2 / 2, snc
/// its inverse; over the pi / (omega h) steps of a contact that is (pi/2) omega h of the energy.
[[nodiscard]] double energy_change_explicit(double mass, double step, const Compliance& contact);
[[nodiscard]] double energy_change_implicit(double mass, double step, const Compliance& contact);

/// As a Truth: the scalar penetration_relative of one disc in a box or two on a line without
/// gravity, the deepest of all hits; nothing if that hit has not ended at the horizon, or if a disc
/// may be in contact with its wall and the other disc at the same time.
[[nodiscard]] ReferenceEntry entry();

}  // namespace impactbench::exact::compliant_hit
