#pragma once

#include "problems/model/behaviour.hpp"

namespace impactbench {

/// Damping ratio zeta of the dashpot beside a spring with which two free bodies part with e times
/// their speed of approach, 0 <= e <= 1: for ContactEnd::overlap -ln e / sqrt(pi^2 + ln^2 e), 1 for
/// e = 0; for ContactEnd::force, e > 0, the root of
///
///   zeta < 1:   ln e = -zeta / s atan2(2 zeta s, zeta^2 - s^2),   s = sqrt(1 - zeta^2)
///   zeta = 1:   ln e = -2
///   zeta > 1:   ln e = -zeta / w ln((zeta + w) / (zeta - w)),     w = sqrt(zeta^2 - 1)
///
/// Source: Schwager and Poeschel 2007 (Granular Matter 9, 465), equations for the end of the force,
/// with beta / omega_0 = zeta. Infinite for e = 0 with ContactEnd::force.
[[nodiscard]] long double damping_ratio(long double e, ContactEnd end);

}  // namespace impactbench
