#pragma once

#include "schemes/support/power_law.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace impactbench {

/// Normal dissipation with a chosen restitution e for an elastic contact of energy c [D]^alpha.
///
///   F = alpha c D^(alpha-1) + eta D^(alpha/2-1) dD/dt,   eta = zeta alpha sqrt(2 c m_red),
///   zeta = -ln e / sqrt(pi^2 + ln^2 e)
///
/// In y = D^(alpha/2) a collision of two free bodies is the linear oscillator
///   v dv/dy = -(2/alpha) (alpha c y + eta v) / m_red,   v = dD/dt,
/// of damping ratio zeta, whatever alpha: it leaves y = 0 with exactly e times the speed of
/// approach, at any speed. e = 0 is critical damping (no separation). Near the end the force pulls;
/// that is the price of an e that does not depend on the speed. For alpha = 5/2 this is Tsuji's law
/// with the constant of Antypov & Elliott 2011 (EPL 94, 50004); the substitution is theirs.
/// Over a step the dissipative force is taken as
///   (2 eta / alpha) (y1 - y0) / h,   y = [D]_+^(alpha/2) at its end and its beginning,
/// whose work (D1 - D0) (y1 - y0) >= 0 is a loss for any step.
struct Dissipation {
  double zeta_sqrt_8c_over_h{0.0};  ///< 0: elastic

  Dissipation() = default;
  /// e in [0, 1], c > 0 [N / m^(alpha-1)], h > 0 [s].
  Dissipation(double restitution, double c, double h)
      : zeta_sqrt_8c_over_h(damping_ratio(restitution) * std::sqrt(8.0 * c) / h) {}

  [[nodiscard]] bool acts() const { return zeta_sqrt_8c_over_h > 0.0; }

  /// 2 eta / (alpha h)
  [[nodiscard]] double coefficient(double reduced_mass) const {
    return zeta_sqrt_8c_over_h * std::sqrt(reduced_mass);
  }

  [[nodiscard]] static double damping_ratio(double e) {
    if (e >= 1.0) return 0.0;
    if (e <= 0.0) return 1.0;
    const double log_e = std::log(e);
    return -log_e / std::hypot(std::numbers::pi, log_e);
  }

  /// y and dy/dD at a depth.
  [[nodiscard]] static double y(double depth, double alpha) {
    return PowerLaw::power(depth, 0.5 * alpha);
  }
  [[nodiscard]] static double slope(double depth, double alpha) {
    if (!(depth > 0.0)) return 0.0;
    return alpha == 2.0 ? 1.0 : 0.5 * alpha * PowerLaw::power(depth, 0.5 * alpha - 1.0);
  }
};

[[nodiscard]] inline double reduced_mass(double m_i, double m_j) {
  return m_i * m_j / (m_i + m_j);
}

}  // namespace impactbench
