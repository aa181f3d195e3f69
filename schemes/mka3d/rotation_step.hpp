#pragma once

#include "problems/model/cell_mesh.hpp"

#include <Eigen/Geometry>

#include <cmath>

namespace impactbench::mka3d {

/// Largest h sum over i of |pi_i| / I_i for which the fixed point below is proved to contract:
/// max over beta of sqrt(4 beta - 6 beta^2) - beta, at beta = (7 - sqrt 7) / 21, rounded down.
/// (monasse2012, (44) has 0.2638 from a coarser estimate of the same terms.)
inline constexpr double rotation_bound = 0.54858;

/// One turn of a rigid body, discrete Moser-Veselov: the unit quaternion (e_0, e) with
///
///   2 I_1 e_0 e_1 + 2 (I_3 - I_2) e_2 e_3 = h pi_1   and cyclic   (monasse2012, (39)),
///
/// by the fixed point (40)-(43). Then Q <- Q R(e) and pi <- R(e)^T pi keep Q pi.
struct RotationStep {
  double e0{1.0};
  Vec3 e{0, 0, 0};
  int iterations{0};
  bool converged{false};  ///< false where h pi is beyond the bound, or not a number

  /// `impulse` = h pi [kg m2], `inertia` the principal moments [kg m2].
  RotationStep(const Vec3& impulse, const Vec3& inertia) {
    const Vec3 angle = impulse.cwiseQuotient(inertia);
    if (!(angle.lpNorm<1>() <= rotation_bound)) return;
    const Vec3 half = 0.5 * angle;
    const Vec3 coupling{(inertia[2] - inertia[1]) / inertia[0],
                        (inertia[0] - inertia[2]) / inertia[1],
                        (inertia[1] - inertia[0]) / inertia[2]};
    e = half;
    for (iterations = 1; iterations <= 60; ++iterations) {
      e0 = std::sqrt(1.0 - e.squaredNorm());
      const Vec3 next{(half[0] - coupling[0] * e[1] * e[2]) / e0,
                      (half[1] - coupling[1] * e[2] * e[0]) / e0,
                      (half[2] - coupling[2] * e[0] * e[1]) / e0};
      const double change = (next - e).squaredNorm();
      e = next;
      // The iteration contracts: the remaining error is less than the last change.
      if (change <= 1.6e-31 * e.squaredNorm()) {
        converged = true;
        e0 = std::sqrt(1.0 - e.squaredNorm());
        return;
      }
    }
  }

  /// R(e)^T x.
  [[nodiscard]] Vec3 turned_back(const Vec3& x) const {
    const Vec3 twice = 2.0 * e.cross(x);
    return x - e0 * twice + e.cross(twice);
  }
};

}  // namespace impactbench::mka3d
