#pragma once

#include "reference/api/reference.hpp"

namespace impactbench::exact::ball_under_gravity {

/// One disc above the floor of a box under gravity, rigid, restitution e: parabolas between
/// impacts. From height H at rest the first impact is at sqrt(2 H / g), the flights after it last 2
/// e^k v_1 / g, v_1 the speed of the first impact; for e < 1 their sum is a finite time, where the
/// reference ends. Covers motion that does not reach the other walls.
[[nodiscard]] ReferenceEntry entry();

}  // namespace impactbench::exact::ball_under_gravity
