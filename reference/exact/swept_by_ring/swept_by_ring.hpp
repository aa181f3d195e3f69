#pragma once

#include "reference/api/reference.hpp"

namespace impactbench::exact::swept_by_ring {

/// A point pushed by circles about c(t) = (V t, 0). With (cos a, sin a) the direction from c to the
/// point and R the radius of the circle at it,
///
///   q' = V cos a (cos a, sin a),   a' = V sin a / R,   tan(a/2) = tan(a_0/2) exp(V t / R):
///
/// a circle pulls the point along from the inside (a tractrix); from the outside it pushes the
/// point aside until a = pi/2, where it rests.
[[nodiscard]] ReferenceEntry entry();

}  // namespace impactbench::exact::swept_by_ring
