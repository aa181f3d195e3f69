#pragma once

#include <Eigen/Core>

#include <vector>

namespace impactbench {

/// What a problem in coordinates looks like at one configuration, in the plane that it moves in
/// [m], y upwards: bodies and what stands around them.
struct Picture {
  struct Circle {
    Eigen::Vector2d centre;
    double radius;
    double angle{0.0};  ///< of a mark on it, counter-clockwise [rad]
  };
  std::vector<std::vector<Eigen::Vector2d>> lines;  ///< from point to point
  std::vector<Circle> circles;
};

/// Also implemented by a generalised system whose bodies can be drawn in a plane; pages show the
/// coordinates of any other.
class Drawn {
 public:
  virtual ~Drawn() = default;
  Drawn() = default;
  Drawn(const Drawn&) = default;
  Drawn& operator=(const Drawn&) = default;

  /// With as many lines, points and circles at every q.
  [[nodiscard]] virtual Picture picture(const Eigen::VectorXd& q) const = 0;
};

}  // namespace impactbench
