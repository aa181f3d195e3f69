#pragma once

#include "reference/api/reference.hpp"

namespace impactbench::exact::bar_wave {

/// An elastic bar of length L that flies end-on against a wall with speed w: with c the speed of
/// its waves, tau = t - gap / w and s the distance from its front,
///
///   u(s, tau) = -w tau                   until  s / c,
///               -w s / c                 until  (2 L - s) / c,
///               -w s / c + w (tau - (2 L - s) / c)   after that,
///
/// so that it leaves at tau = 2 L / c without strain and with the speed w. Of the continuous bar:
/// one that is cut into elements of length d differs by some w d / c.
[[nodiscard]] ReferenceEntry entry();

}  // namespace impactbench::exact::bar_wave
