#pragma once

#include "reference/api/reference.hpp"

namespace impactbench::exact::swept_by_half_plane {

/// A point swept by n(t).q >= c, n = (cos wt, sin wt): at rest until wt = phi + acos(c / |q_0|),
/// phi the angle of q_0; then, in the directions of n and of t = n'/w,
///
///   q = c n + eta t,   eta' = -w c,   q' = -w eta n,
///
/// from eta = -sqrt(|q_0|^2 - c^2) on: the involute of the circle of radius c.
[[nodiscard]] ReferenceEntry entry();

}  // namespace impactbench::exact::swept_by_half_plane
