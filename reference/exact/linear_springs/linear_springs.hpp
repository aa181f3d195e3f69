#pragma once

#include "reference/api/reference.hpp"

namespace impactbench::exact::linear_springs {

/// One disc on linear elastic walls (energy c D^2, omega^2 = 2 c / m), in closed form.
///   in contact  D'' = g - omega^2 D  (g: acceleration into the wall, 0 without gravity)
///   D(s) = D_e (1 - cos omega s) + (v / omega) sin omega s,  D_e = g / omega^2, v: speed of
///   approach duration  2 (pi - atan2(v, D_e omega)) / omega;  pi / omega without gravity
/// between contacts free flight. A disc that starts pressed in by d at rest, 0 < d <= 2 D_e, stays
/// in contact: D(t) = D_e + (d - D_e) cos omega t.
/// Two discs on a line without gravity: the same with m_red where they meet, as long as no disc is
/// in two contacts at a time.
[[nodiscard]] ReferenceEntry entry();

}  // namespace impactbench::exact::linear_springs
