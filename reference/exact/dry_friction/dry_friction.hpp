#pragma once

#include "reference/api/reference.hpp"

namespace impactbench::exact::dry_friction {

/// A block on a spring or on a shaking base, with dry friction (problems/oscillators/dry_friction),
/// rigid; only its weight presses it, so that friction is at most mu m g:
///
///   slides   d2x/dt2 = -k/m x - a sin(W t) - s mu g,   s = sign(dx/dt), until dx/dt = 0
///   sticks   while |k/m x + a sin(W t)| <= mu g
///
/// each piece in closed form (DrivenPiece), their ends by bisection. On a spring alone a slide from
/// x_0 ends at -x_0 + 2 s mu m g / k after pi sqrt(m / k), and the block rests for good if |x| <=
/// mu m g / k. Its events are all instants at which it starts and stops sliding; a reversal is a
/// stop and a start at once.
[[nodiscard]] ReferenceEntry entry();

}  // namespace impactbench::exact::dry_friction
