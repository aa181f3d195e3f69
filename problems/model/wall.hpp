#pragma once

#include "problems/model/obstacle.hpp"

#include <Eigen/Core>

#include <vector>

namespace impactbench {

using Vec2 = Eigen::Vector2d;

/// Counter-clockwise quarter turn: rot90(e_x) = e_y.
[[nodiscard]] inline Vec2 rot90(const Vec2& e) {
  return {-e.y(), e.x()};
}

/// An infinite line through `point`; bodies are on the side of `inward`.
/// A box is four of them, counter-clockwise: floor, right, ceiling, left.
struct Wall {
  Vec2 point;   ///< any point of the line [m]
  Vec2 inward;  ///< unit normal into the admissible side [-]
};

/// Rectangle [x_low, x_high] x [y_low, y_high] as its four walls.
[[nodiscard]] std::vector<Wall> box_walls(double x_low, double x_high, double y_low, double y_high);

/// The half-spaces that these lines bound.
[[nodiscard]] std::vector<Obstacle> half_spaces(const std::vector<Wall>& walls);

}  // namespace impactbench
