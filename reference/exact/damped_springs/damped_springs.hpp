#pragma once

#include "reference/api/reference.hpp"

namespace impactbench::exact::damped_springs {

/// One disc or two on a line, on linear springs (energy c D^2) with dashpots, restitution e < 1, in
/// closed form for both variants of the end of a contact (ContactEnd), under gravity too:
///
///   in contact   D'' + 2 zeta omega D' + omega^2 D = g, omega^2 = 2 c / m, zeta of
///                reference/support/damping_ratio.hpp, until the end of the overlap, D = 0, or of
///                the force, omega^2 D + 2 zeta omega D' = 0; after that D'' = g until D = 0
///   between      free flight
///
/// each phase by its own exponentials (damped_contact.hpp), so that only rounding is left. One
/// disc: both axes of a box independently, gravity along y, from above the floor or from inside it;
/// a disc that stays there comes to rest at g / omega^2. Two discs without gravity: the centre of
/// mass moves uniformly, a contact of both ends with e times the speed of approach; no disc may be
/// in two contacts at a time. The scalar penetration_relative is the largest depth of contacts.
[[nodiscard]] ReferenceEntry entry();

}  // namespace impactbench::exact::damped_springs
