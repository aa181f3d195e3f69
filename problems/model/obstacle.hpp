#pragma once

#include <Eigen/Core>

namespace impactbench {

using Vec3 = Eigen::Vector3d;

/// An immovable body that round ones meet; in dimension d < 3 the components beyond d are zero.
struct Obstacle {
  enum class Shape {
    half_space,  ///< `a`: a point of its face [m], `b`: unit normal into the admissible side [-]
    segment,     ///< from `a` to `b` [m], in the plane
    box,         ///< solid, axis-aligned: lower corner `a`, upper corner `b` [m]
    ball,        ///< a round body that is held: centre `a`, radius the first entry of `b` [m]
  };
  Shape shape{Shape::half_space};
  Vec3 a{0.0, 0.0, 0.0}, b{0.0, 0.0, 0.0};
  int material{0};  ///< number in MaterialLaws

  [[nodiscard]] bool flat() const { return shape == Shape::half_space; }
};

}  // namespace impactbench
