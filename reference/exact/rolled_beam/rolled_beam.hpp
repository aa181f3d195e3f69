#pragma once

#include "reference/api/reference.hpp"

namespace impactbench::exact::rolled_beam {

/// A clamped beam under a moment M at its end is an arc of curvature M / (E I): the problem
/// cantilever while it is held. Its end turns by M L / (E I) = 2 pi moment. The place of the end is
/// left out: the problem reads it at the centre of the last cell, half a link beyond the beam.
[[nodiscard]] ReferenceEntry entry();

}  // namespace impactbench::exact::rolled_beam
