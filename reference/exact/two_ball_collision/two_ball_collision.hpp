#pragma once

#include "reference/api/reference.hpp"

namespace impactbench::exact::two_ball_collision {

/// Two rigid discs on a line between two walls, restitution e: constant speeds between impacts, at
/// an impact  v_i^+ = v_i -+ (1 + e) (m_red / m_i) (v_1 - v_2),  m_red = m_1 m_2 / (m_1 + m_2).
/// Simultaneous impacts are processed one after another; the truth ends where they give something
/// else at once. Covers motion along x without gravity.
[[nodiscard]] ReferenceEntry entry();

}  // namespace impactbench::exact::two_ball_collision
