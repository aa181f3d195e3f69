#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace impactbench::barrier {

/// Rounding of gaps may leave a residual up to this share of the velocities of a step. Steep
/// barriers leave no less than the rounding of a gap over that gap, whichever velocities are right.
inline constexpr double excused = 1e-6;

/// kappa b(g), b(g) = -(g - d)^2 ln(g / d) of gaps 0 < g < d, 0 beyond; and its derivatives. All
/// are infinite where bodies touch or overlap.
struct Wall {
  double stiffness;  ///< kappa [N/m]
  double range;      ///< d [m]

  [[nodiscard]] double energy(double g) const {
    if (g >= range) return 0.0;
    if (g <= 0.0) return HUGE_VAL;
    return -stiffness * (g - range) * (g - range) * std::log(g / range);
  }
  /// -kappa b' > 0 [N].
  [[nodiscard]] double force(double g) const {
    if (g >= range) return 0.0;
    if (g <= 0.0) return HUGE_VAL;
    const double off = g - range;
    return stiffness * (2.0 * off * std::log(g / range) + off * off / g);
  }
  [[nodiscard]] double curvature(double g) const {
    if (g >= range) return 0.0;
    if (g <= 0.0) return HUGE_VAL;
    const double x = (g - range) / g;
    return stiffness * (x * x - 4.0 * x - 2.0 * std::log(g / range));
  }
};

/// Friction at a slip u with the bound P [N s], smoothed below the speed `creep` [m/s]: with x =
/// |u| / creep the impulse is -P f(x) u / |u|, f = 2 x - x^2 where x < 1, else 1.
struct RegularisedFriction {
  double bound, creep;

  /// P f_0(|u|), f_0' = f [J].
  [[nodiscard]] double energy(double speed) const {
    const double x = speed / creep;
    return bound * (x < 1.0 ? creep * x * x * (1.0 - x / 3.0) : speed - creep / 3.0);
  }
  /// P f / |u| [kg].
  [[nodiscard]] double weight(double speed) const {
    return bound * (speed < creep ? (2.0 - speed / creep) / creep : 1.0 / speed);
  }
  /// P f' / creep [kg].
  [[nodiscard]] double stiffness(double speed) const {
    return speed < creep ? 2.0 * bound * (1.0 - speed / creep) / creep : 0.0;
  }
};

/// The share of a displacement w of the relative place x at which |x| falls to s < |x|; infinite
/// where it never does: the least root a of |x + a w| = s, in the form without cancellation.
[[nodiscard]] inline double share_to_touch(double square_of_x, double x_dot_w, double square_of_w,
                                           double s) {
  if (!(x_dot_w < 0.0)) return HUGE_VAL;
  const double length = std::sqrt(square_of_x);
  const double c = (length - s) * (length + s);
  const double under = x_dot_w * x_dot_w - square_of_w * c;
  return under < 0.0 ? HUGE_VAL : c / (std::sqrt(under) - x_dot_w);
}

}  // namespace impactbench::barrier
