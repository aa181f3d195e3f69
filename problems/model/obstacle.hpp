#pragma once

#include <Eigen/Core>

namespace impactbench {

using Vec3 = Eigen::Vector3d;

/// An immovable body that round ones meet; in dimension d < 3 the components beyond d are zero,
/// except for the spin in the plane, which is about the third axis. Its surface may move along
/// itself: a belt, a sheared plate, a roller.
struct Obstacle {
  enum class Shape {
    half_space,  ///< `a`: a point of its face [m], `b`: unit normal into the admissible side [-]
    segment,     ///< from `a` to `b` [m], in the plane
    box,         ///< solid, axis-aligned: lower corner `a`, upper corner `b` [m]
    ball,        ///< a round body that is held: centre `a`, radius the first entry of `b` [m]
  };
  Shape shape{Shape::half_space};
  Vec3 a{0.0, 0.0, 0.0}, b{0.0, 0.0, 0.0};
  int material{0};                       ///< number in MaterialLaws
  Vec3 surface_velocity{0.0, 0.0, 0.0};  ///< of all but balls; along a normal it is none [m/s]
  Vec3 spin{0.0, 0.0, 0.0};              ///< of a ball about its centre [rad/s]

  /// The largest speed of a point of its surface [m/s].
  [[nodiscard]] double surface_speed() const {
    return shape == Shape::ball ? b[0] * spin.norm() : surface_velocity.norm();
  }
  [[nodiscard]] bool surface_moves() const {
    return !surface_velocity.isZero(0.0) || !spin.isZero(0.0);
  }
  [[nodiscard]] bool flat() const { return shape == Shape::half_space; }
};

}  // namespace impactbench
