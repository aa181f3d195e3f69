#pragma once

#include "reference/api/reference.hpp"

namespace impactbench::exact::capillary_bridge {

/// What is left of the kinetic energy of two discs that tear their bridge: K_0 - depth,
///   depth = pi gamma r ((exp(B) - exp(B - A rupture)) / A + C rupture).
/// Covers starts with more energy of relative motion than that, and horizons in which the gap
/// passes the rupture even at the speed that is left. No trajectory.
[[nodiscard]] ReferenceEntry entry();

}  // namespace impactbench::exact::capillary_bridge
