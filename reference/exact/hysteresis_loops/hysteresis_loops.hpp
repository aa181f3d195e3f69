#pragma once

#include "reference/api/reference.hpp"

namespace impactbench::exact::hysteresis_loops {

/// Play and stop operators of an input u(t) that is monotone between known instants t_k. From one
/// of them to the next the point of an interval of half width r is moved by the end that comes to
/// it,
///
///   x(t) = min(max(x(t_k), u(t) - r), u(t) + r),
///
/// so that it remembers extremes of u alone. An interval that follows the point, u + k x, is that
/// of u / (1 - k) with half width r / (1 - k). Of springs with sliders s_i = sqrt(k_i) (u - x_i),
/// x_i the play of half width y_i / k_i; they dissipate sum y_i Var(x_i). u = a sin z + b sin 3z, z
/// = 2 pi rate t, has extremes where cos z = 0 or cos^2 z = (9 b - a) / (12 b); that of rough_play
/// cusps at (2 k - 1) / (4 rate).
[[nodiscard]] ReferenceEntry entry();

}  // namespace impactbench::exact::hysteresis_loops
