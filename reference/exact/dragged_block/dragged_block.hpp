#pragma once

#include "reference/api/reference.hpp"

namespace impactbench::exact::dragged_block {

/// A block with friction, mu_s at rest and mu in slip, and a pulled mass, connected by a spring
/// (problems/oscillators/dragged_block), with c = (x_1 + x_2) / 2, d = x_2 - x_1 and w^2 = k / m:
///
///   slides   d2c/dt2 = (P - s mu N) / (2 m),   d2d/dt2 = -2 w^2 d + (P + s mu N) / m,
///            s = sign(dx_1/dt), until dx_1/dt = 0
///   sticks   d2x_2/dt2 = -w^2 d + P / m,   while k |d| <= mu_s N
///
/// each piece in closed form (DrivenPiece), including the end of the force P, their ends by
/// bisection. Its events are all instants at which the block starts and stops sliding.
[[nodiscard]] ReferenceEntry entry();

}  // namespace impactbench::exact::dragged_block
