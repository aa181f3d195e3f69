#pragma once

#include "reference/api/reference.hpp"

namespace impactbench::exact::hysteresis_loops {

/// Play and stop operators of an input u(t) that is monotone between known instants t_k.
/// Between two of them the end of an interval of half width r that reaches the point moves
/// it,
///
///   x(t) = min(max(x(t_k), u(t) - r), u(t) + r),
///
/// so that only extremes of u are remembered. An interval that follows the point, u + k x, equals
/// that of u / (1 - k) with half width r / (1 - k). For springs with sliders s_i = sqrt(k_i) (u -
/// x_i), x_i the play of half width y_i / k_i; they dissipate sum y_i Var(x_i). u = a sin z + b sin
/// 3z, z = 2 pi rate t, has extremes where cos z = 0 or cos^2 z = (9 b - a) / (12 b); that of
/// rough_play has cusps at (2 k - 1) / (4 rate).
[[nodiscard]] ReferenceEntry entry();

}  // namespace impactbench::exact::hysteresis_loops
