#pragma once

#include "reference/api/reference.hpp"

namespace impactbench::exact::reflected_langevin {

/// Means over the law of a particle at an inelastic or gluey wall under random forcing, from rest
/// at the wall, at time t: with s = sigma / m
///
///   dry:    E x = s t^(3/2) / sqrt(2 pi),   E v^2 = 27/32 s^2 t,
///   gluey:  P(held) = 1 - sqrt(6) / 4.
///
/// The times spent away from the wall are the jumps of a stable subordinator of index 1/4, and a
/// flight of length z ends with a speed a for which 2 a^2 / z has the law Gamma(5/4) (McKean 1963):
/// the wall takes 5/32 of the power s^2, and the last contact before t is t times a Beta(1/4, 3/4)
/// variable. Both are laws of the truth of a dry wall. For an ensemble (`count` > 1) they are
/// limits of count to infinity and dt to 0; reference/acceptance allows for a finite one.
[[nodiscard]] ReferenceEntry entry();

}  // namespace impactbench::exact::reflected_langevin
