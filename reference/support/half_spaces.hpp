#pragma once

#include "problems/contact/round_bodies.hpp"

#include <algorithm>

namespace impactbench {

/// Whether all obstacles are half-spaces, `a` a point of their face and `b` its normal.
[[nodiscard]] inline bool among_half_spaces(const RoundBodies& bodies) {
  return std::all_of(bodies.obstacles.begin(), bodies.obstacles.end(),
                     [](const Obstacle& o) { return o.flat(); });
}

}  // namespace impactbench
