#pragma once

#include <Eigen/Core>

#include <array>
#include <cstddef>
#include <vector>

namespace impactbench {

using Vec2 = Eigen::Vector2d;

/// Counter-clockwise quarter turn: rot90(e_x) = e_y.
[[nodiscard]] inline Vec2 rot90(const Vec2& e) {
  return {-e.y(), e.x()};
}

/// Rigid discs, structure of arrays.
struct Discs {
  std::vector<double> radius;   ///< [m]
  std::vector<double> mass;     ///< [kg]
  std::vector<double> inertia;  ///< about the centre [kg m2]

  [[nodiscard]] std::size_t size() const { return radius.size(); }
};

/// An infinite line through `point`; the discs are on the side of `inward`.
/// A box is four of them, counter-clockwise: floor, right, ceiling, left.
struct Wall {
  Vec2 point;   ///< any point of the line [m]
  Vec2 inward;  ///< unit normal into the admissible side [-]
};

/// Rectangle [x_low, x_high] x [y_low, y_high] as its four walls.
[[nodiscard]] std::vector<Wall> box_walls(double x_low, double x_high, double y_low, double y_high);

}  // namespace impactbench
