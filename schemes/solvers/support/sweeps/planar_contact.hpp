#pragma once

#include <array>
#include <cmath>

namespace impactbench {

/// One contact in the plane: W is the symmetric matrix (nn nt; nt tt), mu its friction.
struct PlanarContact {
  double nn, nt, tt, mu;

  /// Moves the impulse p, at which the velocity is u, to one in the laws of Signorini and Coulomb,
  ///   0 <= u_n, 0 <= p_n, u_n p_n = 0,   |p_t| <= mu p_n, u_t p_t = -mu p_n |u_t|,
  /// as the case that holds of opening, sticking and sliding to either side; false where none does.
  /// A positive definite W has a solution whatever u, and up to three where mu |nt| > nn: then
  /// opening is taken before sticking, sticking before sliding. A p that solves to the last bit
  /// stays.
  ///
  /// Solving row by row, with W's diagonal alone, can go round in circles where nt is not small.
  /// A W that is singular to rounding is not solved for sticking, whose impulse is not unique.
  /// Source: Jean 1999 (Comput. Methods Appl. Mech. Eng. 177), the local problem in the plane.
  [[nodiscard]] bool solve(const std::array<double, 2>& u, std::array<double, 2>& p) const {
    const double free_n = u[0] - nn * p[0] - nt * p[1], free_t = u[1] - nt * p[0] - tt * p[1];
    if (free_n >= 0.0) {
      p = {0.0, 0.0};
      return true;
    }
    const double determinant = nn * tt - nt * nt;
    if (determinant > 1e-10 * nn * tt) {
      const double n = p[0] + (nt * u[1] - tt * u[0]) / determinant;
      const double t = p[1] + (nt * u[0] - nn * u[1]) / determinant;
      if (n >= 0.0 && std::abs(t) <= mu * n) {
        p = {n, t};
        return true;
      }
    }
    for (const double side : {1.0, -1.0}) {
      const double weight = nn + side * mu * nt;
      if (!(weight > 0.0)) continue;
      const double pressure = p[0] - (u[0] + nt * (side * mu * p[0] - p[1])) / weight;
      const double n = pressure < 0.0 ? 0.0 : pressure;  // -free_n / weight > 0 but for rounding
      const double t = side * mu * n;
      if (side * (free_t + nt * n + tt * t) <= 0.0) {
        p = {n, t};
        return true;
      }
    }
    return false;
  }
};

}  // namespace impactbench
