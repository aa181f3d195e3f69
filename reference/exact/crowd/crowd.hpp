#pragma once

#include "reference/api/reference.hpp"

namespace impactbench::exact::crowd {

/// First-order motion of crowds, closed forms:
///
/// crowd_exit: straight to the exit until the discs touch, at t_c = (L - r / sin b) / s for
/// distance
///   L and half-angle b; then y = r and x' = -s x / sqrt(x^2 + r^2), that is
///     sqrt(x^2 + r^2) - r asinh(r / x) = the same at t_c - s (t - t_c),   x ~ exp(-s t / r).
/// crowd_push: with the sum of radii R and the pusher's share k = ratio / (1 + ratio) the line of
///   centres turns by a' = s sin(a) / R, tan(a/2) = tan(a_0/2) exp(s t / R), until a = pi/2; the
///   one who is pushed goes along a tractrix, by k R (ln tan(a/2) + cos a, sin a) - (the same at
///   a_0), the other one is at -R (cos a, sin a) from him; then both go alone.
/// crowd_wedge: with c = 2 / ratio the pusher's speed is s / (1 + c cos^2 a), so that a' = s sin(a)
///   / (R (1 + c cos^2 a)): R ((1 + c) ln tan(a/2) + c cos a) = s t + (the same at a_0), its
///   displacement is R ln(tan(a/2) / tan(a_0/2)), and those two go along tractrices of length R for
///   any masses.
/// crowd_row at a door: x_i = max(x_i(0) - s t, place in the row at the door).
[[nodiscard]] ReferenceEntry entry();

}  // namespace impactbench::exact::crowd
