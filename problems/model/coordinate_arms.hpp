#pragma once

#include <Eigen/Core>

namespace impactbench {

/// Implemented by a generalised system whose coordinates are not all lengths: it states how many
/// metres a unit of each of them moves. Errors of coordinates are compared and added after
/// multiplication by these arms.
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
