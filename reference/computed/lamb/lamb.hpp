#pragma once

#include "reference/api/reference.hpp"

namespace impactbench::computed::lamb {

/// The problem lamb on an infinite half-space: histories of its observables by ShiftedPath, read at
/// z = 0 on the surface for either recipe of the problem. Checked by two other methods,
/// SurfaceFormula and Wavenumbers, to 1e-10 of the peak. For nu in [0, 0.5).
[[nodiscard]] ReferenceEntry entry();

}  // namespace impactbench::computed::lamb
