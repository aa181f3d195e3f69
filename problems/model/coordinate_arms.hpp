#pragma once

#include <Eigen/Core>

namespace impactbench {

/// What a generalised system with coordinates other than lengths is too: it says what a unit of
/// each of them moves, in metres. Errors of coordinates are compared and added times these arms.
class CoordinateArms {
 public:
  virtual ~CoordinateArms() = default;
  CoordinateArms() = default;
  CoordinateArms(const CoordinateArms&) = default;
  CoordinateArms& operator=(const CoordinateArms&) = default;

  /// 1 where coordinate k is a length, the radius at the start where it is an angle [m].
  [[nodiscard]] virtual double arm(Eigen::Index k) const = 0;
};

}  // namespace impactbench
