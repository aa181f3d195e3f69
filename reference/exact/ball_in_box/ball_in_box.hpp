#pragma once

#include "reference/api/reference.hpp"

namespace impactbench::exact::ball_in_box {

/// One disc in a box without gravity, rigid elastic walls: along each axis a zigzag of constant
/// speed between the walls. With L = high - low and s = x - low + v t,
///   x(t) = low + |s - 2 L n|,  n the integer that brings s - 2 L n into [-L, L].
/// Event times are the wall hits of both axes in order. Covers restitution 1, no friction.
[[nodiscard]] ReferenceEntry entry();

}  // namespace impactbench::exact::ball_in_box
