#pragma once

#include "reference/api/reference.hpp"

namespace impactbench::exact::swept_by_ring {

/// A point that circles about c(t) = (V t, 0) push. With (cos a, sin a) the direction from c to it
/// and R the circle that is at it,
///
///   q' = V cos a (cos a, sin a),   a' = V sin a / R,   tan(a/2) = tan(a_0/2) exp(V t / R):
///
/// from the inside of the circle R it is drawn behind (a tractrix), from the outside pushed aside
/// until a = pi/2, then at rest.
[[nodiscard]] ReferenceEntry entry();

}  // namespace impactbench::exact::swept_by_ring
