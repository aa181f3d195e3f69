#pragma once

#include <Eigen/Core>

#include <vector>

namespace impactbench {

/// The picture of a problem in coordinates at one configuration, in the plane of its motion [m], y
/// upwards: bodies and the objects around them.
struct Picture {
  struct Circle {
    Eigen::Vector2d centre;
    double radius;
    double angle{0.0};  ///< of a mark on it, counter-clockwise [rad]
  };
  std::vector<std::vector<Eigen::Vector2d>> lines;  ///< from point to point
  std::vector<Circle> circles;
};

/// Implemented by a generalised system whose bodies can be drawn in a plane; for others pages show
/// the coordinates.
class Drawn {
 public:
  virtual ~Drawn() = default;
  Drawn() = default;
  Drawn(const Drawn&) = default;
  Drawn& operator=(const Drawn&) = default;

  /// The picture, with the same numbers of lines, points and circles at every q.
  [[nodiscard]] virtual Picture picture(const Eigen::VectorXd& q) const = 0;
};

}  // namespace impactbench
