#pragma once

#include "reference/api/reference.hpp"

namespace impactbench::exact::two_bars {

/// A bar of length L with the speed w hits one of the same kind of length L_2 >= L at rest, end on,
/// at tau = t - gap / w = 0. The ends in contact then move with w / 2 for T = 2 L / c, c = sqrt(EA
/// / m): a pulse of that velocity and duration runs into the long bar and up and down it; behind
/// the front that runs into the short one and back the bar is at rest. With [s]_+ the positive
/// part, B(s) = (w / 2) min([s]_+, T), and x the distance from these ends,
///
///   short   u = w t - (w / 2) ([tau - x / c]_+ + [tau - T + x / c]_+)
///   long    u = sum over k >= 0 of B(tau - (2 k L_2 + x) / c) + B(tau - (2 (k + 1) L_2 - x) / c)
///
/// The impulse of the contact is (EA / c) B(tau), finally the whole momentum of the short bar: the
/// centres of mass part with w L / L_2 (Saint-Venant 1867). The two ends rest side by side, without
/// pressure, until the pulse comes back at tau = 2 L_2 / c and takes one of them away.
///
/// The bars are cut into elements. Without restitution the trajectory is that of these
/// (stopped_elements.hpp), and the wave that of the far end and of the contact; with restitution
/// all is the wave, its uncertainty the distance of the elements from it (cut_wave.hpp), for a
/// front of w / 2, for both bars.
[[nodiscard]] ReferenceEntry entry();

}  // namespace impactbench::exact::two_bars
