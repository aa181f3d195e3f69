#pragma once

#include "reference/api/reference.hpp"

namespace impactbench::exact::sticky_chain {

/// Rods on a line without force, obstacles and rebound: the free flight projected on the admissible
/// order, in the metric of the masses, for all t at once (Brenier & Grenier 1998, Natile & Savare
/// 2009). With o_i the place of rod i in a row without gaps, S_k(t) the sum of m_i (x_i + t v_i -
/// o_i) over the first k rods and M_k that of their masses, x_i(t) - o_i is the slope over
/// (M_(i-1), M_i) of the largest convex function below the points (M_k, S_k(t)): rods on one edge
/// move as one, with their mean velocity.
///
/// Gluey rods without force move in the same way, and so do those of a queue without inertia with
/// constant desired velocities (crowd_row), which are then the v_i.
///
/// No event times: with so many collisions a count of impacts has no meaning.
[[nodiscard]] ReferenceEntry entry();

}  // namespace impactbench::exact::sticky_chain
