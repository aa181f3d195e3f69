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
/// so that it leaves at tau = 2 L / c without strain and with the speed w.
///
/// The problem cuts the bar into elements of length d. Without restitution of its first node the
/// truth is that of the cut bar (stopped_elements.hpp), and the wave is the history of its far end.
/// With restitution the truth is the wave, with the distance between both (cut_wave.hpp) as its
/// uncertainty: measured, 0.87 of it without restitution where the front has gone 3 L, and less
/// with it.
[[nodiscard]] ReferenceEntry entry();

}  // namespace impactbench::exact::bar_wave
