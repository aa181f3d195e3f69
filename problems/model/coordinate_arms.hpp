#pragma once

#include "problems/model/mechanical_system.hpp"

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

/// The arms of all coordinates of a system; 1 where it states none [m per unit of the coordinate].
[[nodiscard]] inline Eigen::VectorXd arms_of(const MechanicalSystem& system) {
  Eigen::VectorXd out = Eigen::VectorXd::Ones(system.dofs());
  const auto* arms = dynamic_cast<const CoordinateArms*>(&system);
  for (Eigen::Index k = 0; arms != nullptr && k < out.size(); ++k)
    out[k] = arms->arm(k);
  return out;
}

/// The largest of coordinates, or of their rates, times their arms [m] or [m/s]; NaN if one is.
template <class Vector>
[[nodiscard]] double largest_length(const Vector& x, const Eigen::VectorXd& arms) {
  return x.cwiseProduct(arms).cwiseAbs().template maxCoeff<Eigen::PropagateNaN>();
}

}  // namespace impactbench
