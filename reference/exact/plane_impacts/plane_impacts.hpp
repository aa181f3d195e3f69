#pragma once

#include "reference/api/reference.hpp"

namespace impactbench::exact::plane_impacts {

/// A free point in the plane, in any coordinates: straight lines between impacts on a wall or a
/// circle, where the normal velocity is reversed and multiplied by e. Inside a circle with e < 1
/// the impacts accumulate (the normal velocity falls by e at each, the time between impacts with
/// it) and the point then slides along the circle; with e = 0 at once. Covers polar_wall,
/// skewed_wall and disc_wall.
[[nodiscard]] ReferenceEntry entry();

}  // namespace impactbench::exact::plane_impacts
