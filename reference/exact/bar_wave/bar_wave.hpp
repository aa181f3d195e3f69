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
/// truth is that of the cut bar (CutBar), and the wave is the history of its far end. With
/// restitution the truth is the wave, with the distance between them as its uncertainty. Elements
/// disperse the front, omega = c k (1 - (k d)^2 / 24), to the width a(x) = (d^2 x / 8)^(1/3) after
/// a way x: the velocity there is w times the integral of Airy's function over (s - c tau) / a, the
/// displacement is off by (w / c) a |Ai'(0)| = 0.259 (w / c) a at most, and by twice that at a free
/// end. The reaction falls to 0 early by as much, so that the bar leaves with its mean speed short
/// of w by 0.456 w a(2 L) / L (Ai alone: 0.44), which its flight adds up. In all, at the end of a
/// way x of the front,
///
///   |u_cut - u| <= (w / c) (0.518 a(x) + 0.456 a(2 L) max(0, x - 2 L) / L) = O(n^(-2/3)),
///
/// times 1 + d / L for a few elements, whose next order is measured: 0.87 of it without
/// restitution where x = 3 L, and less with it.
[[nodiscard]] ReferenceEntry entry();

}  // namespace impactbench::exact::bar_wave
