#pragma once

#include "reference/api/reference.hpp"

namespace impactbench::exact::bouncing_bar {

/// `bouncing_bar` and `bar_on_wall`. Without restitution of the first node the trajectory is that
/// of the bar in elements (stopped_elements.hpp); with it that of the continuous bar, whose wave is
/// the truth of the far end and of the contact in either case (characteristics.hpp). With c =
/// sqrt(EA / m), T = 2 L / c and the first impact at the speed w > g T, s = t - t_1 (all of it by
/// hand from the same recursion):
///
///   first contact, 0 <= s <= T    reaction  (EA / c) (w + g s)
///   it leaves at s = T with the speed w everywhere and the displacement g x (x - T), x = s / c:
///   twice what it has standing under its weight, so that it vibrates with the period T
///
/// and where 2 w / g is a whole number of T it comes down as it left, its second contact has the
/// reaction (EA / c) (w + g T - g s), and it leaves with w and without strain: its motion has the
/// period 2 T + 4 w / g, for ever.
///
/// With restitution its uncertainty is the distance of the elements from the wave after each
/// impact, added (cut_wave.hpp), w the speed that the reaction jumps by: errors of flights that add
/// up over bounces, several times what elements without restitution are off.
[[nodiscard]] ReferenceEntry entry();

}  // namespace impactbench::exact::bouncing_bar
