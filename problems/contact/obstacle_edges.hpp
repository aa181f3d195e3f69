#pragma once

#include "problems/model/obstacle.hpp"

#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace impactbench {

/// The point of the face of a half-space that is nearest to `x`.
[[nodiscard]] inline Vec3 on_face(const Obstacle& half_space, const Vec3& x) {
  return x - (x - half_space.a).dot(half_space.b) * half_space.b;
}

/// Straight edges of obstacle k, for pictures in dimension 2 or 3 [m]; for a ball
/// polygons. The face of a half-space has no edges: instead the square (in the
/// plane the line) of half edge `reach` about `middle`, a point of the face,
/// without the parts behind the faces of others: half-spaces that form a box are
/// drawn as one.
[[nodiscard]] std::vector<std::array<Vec3, 2>> obstacle_edges(std::span<const Obstacle> obstacles,
                                                              std::size_t k, int dimension,
                                                              const Vec3& middle, double reach);

}  // namespace impactbench
