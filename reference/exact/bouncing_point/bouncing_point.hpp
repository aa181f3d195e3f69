#pragma once

#include "reference/api/reference.hpp"

namespace impactbench::exact::bouncing_point {

/// A point on a half-line with restitution e: parabolas (straight lines without gravity) between
/// impacts, whose times with gravity g form a geometric series once it has landed,
///
///   T_{k+1} - T_k = 2 w_k / g,   w_{k+1} = e w_k,   accumulating at T_1 + 2 w_1 / (g (1 - e)),
///
/// w_k the speed after impact k; at rest from there on. From rest at height H: T_1 = sqrt(2 H / g),
/// and the accumulation is at T_1 (1 + e) / (1 - e).
[[nodiscard]] ReferenceEntry entry();

}  // namespace impactbench::exact::bouncing_point
