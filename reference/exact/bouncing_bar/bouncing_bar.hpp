#pragma once

#include "reference/api/reference.hpp"

namespace impactbench::exact::bouncing_bar {

/// `bouncing_bar` and `bar_on_wall`. Without restitution of the first node the trajectory is that
/// of the bar in elements (stopped_elements.hpp); with restitution that of the continuous bar,
/// whose wave is the truth of the far end and of the contact in both cases (characteristics.hpp).
/// With c = sqrt(EA / m), T = 2 L / c and the first impact at the speed w > g T, s = t - t_1 (all
/// derived by hand from the same recursion):
///
///   first contact, 0 <= s <= T    reaction  (EA / c) (w + g s)
///   it leaves at s = T with the speed w everywhere and the displacement g x (x - T), x = s / c:
///   twice what it has standing under its weight, so that it vibrates with the period T
///
/// and if 2 w / g is a multiple of T it comes down as it left, its second contact has the reaction
/// (EA / c) (w + g T - g s), and it leaves with w and without strain: its motion has the period 2 T
/// + 4 w / g, for ever.
///
/// An error of its start grows in the continuous motion by a constant a period, to 8 times itself
/// if the bar starts lower and meets the wall twice in a contact, and to 4 times itself if it
/// starts higher. In elements it is 4 to 6 times as large after one period, 4 to 44 times after
/// two, and 10^3 to 10^6 times after ten (n = 11 to 101), as the dispersed waves of fronts stay in
/// the bar and determine the end of the next contact. If s = 0.456 a(2 L) / L is the share of w
/// that elements lose in each contact (cut_wave.hpp), contact k + 1 is early by about
///
///   (2 w / g) s (1 + 2 + ... + k) = (w / g) s k (k + 1)
///
/// which after ten periods is a whole flight with 400 elements and a fifth of one with 5000: the
/// motion of elements is then far from the continuous bar for any treatment of contact. Its energy
/// is still meaningful, and so are orders of one contact. `growth` is measured (cut_bar.hpp), and
/// beyond ten no trajectory is judged.
///
/// With restitution its uncertainty is the sum of the distances of the elements from the wave after
/// each impact (cut_wave.hpp), w the jump of speed by the reaction: errors of flights accumulate
/// over bounces to several times the error of elements without restitution.
[[nodiscard]] ReferenceEntry entry();

}  // namespace impactbench::exact::bouncing_bar
