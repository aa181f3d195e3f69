#pragma once

#include "reference/api/reference.hpp"

namespace impactbench::computed::compliant_impact {

/// One disc on elastic walls, or two on a line, contact energy c D^alpha, any real alpha >= 2,
/// integrated in 50 digits: an independent second truth for compliant schemes. A contact is
/// symmetric in time about its deepest point, which the energy gives; from there the Taylor
/// integration runs outwards to 1e-8 of that depth (below, the force is negligible and the flight
/// straight). A disc that starts pressed in at rest under gravity is integrated over the horizon.
/// Its check is the energy, which must hold to 1e-25 at every step; the uncertainty is that of
/// evaluating in double precision.
[[nodiscard]] ReferenceEntry entry();

}  // namespace impactbench::computed::compliant_impact
