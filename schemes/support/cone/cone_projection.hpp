#pragma once

#include "schemes/support/cone/convex_newton.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace impactbench {

/// P(z), the nearest point of K = {|p_t| <= mu p_n} in the metric of R, and, if asked for, B =
/// (dP/dz) R^-1, which is symmetric and row-major; vectors have `rows` entries.
///
///   |z_t| <= mu z_n:         z
///   z_n + r |z_t| <= 0:      0                                       r = mu R_t / R_n
///   else  P_n = (z_n + r |z_t|) / (1 + mu r),  P_t = mu P_n z_t / |z_t|
inline void project_on_cone(double mu, const ConeSoft& give, std::size_t rows, const double* z,
                            double* p, double* B) {
  double square = 0.0;
  for (std::size_t k = 1; k < rows; ++k)
    square += z[k] * z[k];
  const double length = std::sqrt(square), r = mu * give.tangential / give.normal;
  if (B != nullptr) std::fill_n(B, rows * rows, 0.0);
  if (rows == 1 ? z[0] >= 0.0 : length <= mu * z[0]) {
    std::copy_n(z, rows, p);
    for (std::size_t k = 0; B != nullptr && k < rows; ++k)
      B[k * (rows + 1)] = 1.0 / (k == 0 ? give.normal : give.tangential);
    return;
  }
  if (rows == 1 || z[0] + r * length <= 0.0) {
    std::fill_n(p, rows, 0.0);
    return;
  }
  const double share = 1.0 / (1.0 + mu * r);
  p[0] = share * (z[0] + r * length);
  for (std::size_t k = 1; k < rows; ++k)
    p[k] = mu * p[0] * z[k] / length;
  if (B == nullptr) return;
  B[0] = share / give.normal;
  const double turn = mu * p[0] / length;
  for (std::size_t i = 1; i < rows; ++i) {
    const double t = z[i] / length;
    B[i] = B[i * rows] = mu * share * t / give.normal;
    for (std::size_t j = 1; j < rows; ++j) {
      const double s = z[j] / length;
      B[i * rows + j] =
          (mu * r * share * t * s + turn * ((i == j ? 1.0 : 0.0) - t * s)) / give.tangential;
    }
  }
}

}  // namespace impactbench
