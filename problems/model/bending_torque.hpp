#pragma once

#include "problems/model/cell_mesh.hpp"

#include <Eigen/Geometry>

#include <cmath>

namespace impactbench {

/// Sum of a_k x b_k for the matrix A = sum of a_k b_k^T.
[[nodiscard]] inline Vec3 crossed(const Mat3& a) {
  return {a(1, 2) - a(2, 1), a(2, 0) - a(0, 2), a(0, 1) - a(1, 0)};
}

/// Torque on the first of two bodies with the energy theta . K theta / 2 of their relative rotation
/// exp(theta), in the first one's axes: the transposed inverse of the left Jacobian of exp, times
/// K theta,
///
///   K theta + theta x K theta / 2 + c theta x (theta x K theta),
///   c = 1 / |theta|^2 - (1 + cos |theta|) / (2 |theta| sin |theta|).
///
/// `rotation` = exp(theta) with |theta| < pi, `stiffness` the diagonal of K [N m].
[[nodiscard]] inline Vec3 logarithmic_torque(const Mat3& rotation, const Vec3& stiffness) {
  const Vec3 axial = -0.5 * crossed(rotation);
  const double sine = axial.norm(), cosine = 0.5 * (rotation.trace() - 1.0);
  const double angle = std::atan2(sine, cosine);
  const bool small = angle < 1e-3;
  const Vec3 theta = small ? Vec3((1.0 + angle * angle / 6.0) * axial) : Vec3(angle / sine * axial);
  const double c = small ? 1.0 / 12.0 + angle * angle / 720.0
                         : 1.0 / (angle * angle) - 0.5 * (1.0 + cosine) / (angle * sine);
  const Vec3 moment = stiffness.cwiseProduct(theta);
  const Vec3 turned = theta.cross(moment);
  return moment + 0.5 * turned + c * theta.cross(turned);
}

}  // namespace impactbench
