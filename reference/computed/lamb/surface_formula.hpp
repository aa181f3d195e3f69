#pragma once

#include "reference/computed/lamb/half_space.hpp"

#include <vector>

namespace impactbench::computed::lamb {

/// Lamb's problem, source and receiver on the surface at distance x: the Green's function in closed
/// form on the real axis, p = t / x, then the convolution with the force. Between 1/cp and 1/cs,
/// with kappa_c = sqrt(p^2 - 1/c^2), eta_s = sqrt(1/cs^2 - p^2) and |R|^2 = Gamma^4 + 16 p^4
/// kappa_p^2 eta_s^2,
///
///   G_x = 2 p kappa_p eta_s Gamma / (cs^2 |R|^2),     G_z = -kappa_p Gamma^2 / (cs^2 |R|^2);
///
/// beyond 1/cs, with R = Gamma^2 - 4 p^2 kappa_p kappa_s and its zero p_R = 1/c_R,
///
///   G_x = -pi p_R (Gamma + 2 kappa_p kappa_s) / R'(p_R) delta(p - p_R),
///   G_z = -kappa_p / (cs^2 R)  as a principal value;
///
///   u(T) = 1 / (pi mu) int G(p) F(T - p x) dp.
///
/// It shares no integral with ShiftedPath. Source: H. Lamb 1904.
class SurfaceFormula {
 public:
  /// `x` the distance from the source [m] > 0; ready for times up to `end` [s]. Throws
  /// ConfigurationError.
  SurfaceFormula(const HalfSpace& ground, const Ricker& force, double x, double end);

  [[nodiscard]] Displacement at(double t) const;  ///< t <= end [s]

 private:
  struct Node {
    double time, x, z;  ///< p x, and G dp with the weight
  };
  void between_p_and_s(const HalfSpace& ground);
  void beyond_s(const HalfSpace& ground);

  Ricker force_;
  double distance_, end_;
  std::vector<Node> nodes_;
};

}  // namespace impactbench::computed::lamb
