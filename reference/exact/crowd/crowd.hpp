#pragma once

#include "reference/api/reference.hpp"

namespace impactbench::exact::crowd {

/// First-order motion of crowds, closed forms:
///
/// crowd_exit: straight to the exit until the discs touch, at t_c = (L - r / sin b) / s for
/// distance
///   L and half-angle b; then y = r and x' = -s x / sqrt(x^2 + r^2), that is
///     sqrt(x^2 + r^2) - r asinh(r / x) = the same at t_c - s (t - t_c),   x ~ exp(-s t / r).
/// crowd_push: the line of centres turns by a' = s sin(a) / (2 r), tan(a/2) = tan(a_0/2) exp(s t /
///   (2 r)), until a = pi/2; the one who is pushed goes by r (ln tan(a/2) + cos a, sin a)
///   - (the same at a_0), the other one is at -2 r (cos a, sin a) from him; then both go alone.
/// crowd_row at a door: x_i = max(x_i(0) - s t, place in the row at the door).
[[nodiscard]] ReferenceEntry entry();

}  // namespace impactbench::exact::crowd
