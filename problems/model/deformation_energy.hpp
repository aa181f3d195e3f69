#pragma once

#include "problems/model/polyhedral_system.hpp"

namespace impactbench {

/// Elastic energy of a PolyhedralSystem [J], all parts zero at rest (monasse2012, (5)-(10); see
/// PolyhedralSystem for the symbols):
///
///   tension    U_t = 1/2 sum over links of S/D^0 E/(1+nu) |Delta u|^2
///   dilation   U_d = 1/2 sum over cells of lambda W eps^2
///   bending    U_f = 1/2 sum over links of S/D^0
///              sum over a in {n, s, t} of alpha_a |Q_b a - Q_a a|^2
///
/// U_f is the printed -alpha Q_b a . Q_a a plus its value at rest, in a form that does not cancel.
/// With BendingSpring::logarithm and the rotation vector theta of Q_a^T Q_b along n, s, t it is
/// 1/2 S/D^0 ((alpha_s + alpha_t) theta_n^2 + (alpha_n + alpha_t) theta_s^2 + (alpha_n + alpha_s)
/// theta_t^2). Coupled curvatures add U_k of CurvatureCoupling to it.
struct DeformationEnergy {
  double tension{0.0}, dilation{0.0}, bending{0.0};
  double contact{0.0};  ///< at rigid planes (PlaneContact)
  [[nodiscard]] double total() const { return tension + dilation + bending + contact; }
};

/// The energy at the time t (on which the traction terms depend) and the positions q. Written for
/// clarity: yardsticks use it, schemes compute forces by themselves. Allocates.
[[nodiscard]] DeformationEnergy deformation_energy(const PolyhedralSystem& system, double t,
                                                   const Eigen::VectorXd& q);

}  // namespace impactbench
