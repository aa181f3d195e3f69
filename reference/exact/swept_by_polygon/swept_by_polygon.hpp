#pragma once

#include "reference/api/reference.hpp"

namespace impactbench::exact::swept_by_polygon {

/// A point in a polygon, outer normals m_a, that follows c(t) = orbit (cos wt - 1, sin wt). At
/// rest, moved by face a (q along m_a as m_a . c, the other component at rest), or carried by a
/// corner (q - c at rest). What ends a piece is a root of w.c(t) = number for some fixed vector w,
/// which is an arc cosine:
///
///   at rest     a face comes: m_a.(q - c) = inradius
///   face a      its normal speed is zero, m_a.c' = 0, or the next face comes
///   corner a b  one of the multipliers of c' = -p_a m_a - p_b m_b is zero
///
/// The next piece follows from the closed faces at its beginning, q' = 0, m_a.c' m_a or c': the
/// shortest vector with m_a.(q' - c') <= 0 for each of them. A face that comes may take the place
/// of the present one (more than four sides), and two of these events may coincide, as those of a
/// square of half the width of the orbit do.
[[nodiscard]] ReferenceEntry entry();

}  // namespace impactbench::exact::swept_by_polygon
