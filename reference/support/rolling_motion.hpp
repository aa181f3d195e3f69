#pragma once

#include <vector>

namespace impactbench {

/// A round body on a plane at rest, along a line in it, with Coulomb friction and friction against
/// rolling. With v its velocity, om its spin, u = r om counted so that the slip is w = v + u, and
/// k = m r^2 / J,
///
///   dv/dt = f,   du/dt = k (f + c),
///   f = -mu g w/|w|,  |f| <= mu g where w = 0,    c = -mu_r g u/|u|,  |c| <= mu_r g where u = 0,
///
/// f the force over m and c the torque over m r. Both laws are gradients of dissipation, so that
/// right derivatives are unique: where w or u is zero it stays so if the bounds allow it. Rates are
/// constant between events: sliding ends, the spin ends or turns round, rolling ends,
///   in rolling (w = 0) f = -k c / (1 + k), that is dv/dt = -mu_r g / (1 + 1/k) v/|v|.
struct RollingMotion {
  /// The motion from `start` on.
  struct Piece {
    double start;     ///< [s]
    double x, v, f;   ///< way [m], its first and second derivative
    double y, u, du;  ///< integral of u [m], u, du/dt
    [[nodiscard]] double velocity(double t) const { return v + f * (t - start); }
    [[nodiscard]] double turning(double t) const { return u + du * (t - start); }
    [[nodiscard]] double displacement(double t) const {
      const double s = t - start;
      return x + v * s + 0.5 * f * s * s;
    }
    [[nodiscard]] double turned(double t) const {
      const double s = t - start;
      return y + u * s + 0.5 * du * s * s;
    }
  };
  std::vector<Piece> pieces;  ///< ascending in time, the last one for good
  [[nodiscard]] const Piece& at(double t) const;
};

/// From v and u at t = 0, x = y = 0; `slide` = mu g > 0 and `roll` = mu_r g >= 0 [m/s2].
[[nodiscard]] RollingMotion rolling_motion(double v, double u, double k, double slide, double roll);

}  // namespace impactbench
