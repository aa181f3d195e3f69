#pragma once

#include "reference/api/reference.hpp"

namespace impactbench::exact::ball_in_box {

/// One disc in a box without gravity or friction, rigid walls of restitution e. A wall changes only
/// the velocity across it, so the axes are independent zigzags: with L = high - low and the first
/// hit at t_1, |v| after k hits is e^k |v_0| and
///   t_{k+1} = t_k + L / (e^k |v_0|),   x(t) = wall -+ e^k |v_0| (t - t_k).
/// Hits never accumulate, they become rarer. Event times are those of both axes in order.
[[nodiscard]] ReferenceEntry entry();

}  // namespace impactbench::exact::ball_in_box
