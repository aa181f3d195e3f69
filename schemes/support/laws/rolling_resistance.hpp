#pragma once

#include "problems/base/fields.hpp"
#include "schemes/support/laws/slide.hpp"

#include <Eigen/Geometry>

#include <cmath>

namespace impactbench {

/// Settings of the springs below.
struct RollingSettings {
  double rolling{2.0 / 7.0};
  double rolling_damping{0.2};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    f(Field{"rolling", "-",
            "stiffness of the springs against rolling and twisting, times that along the normal"},
      self.rolling, Range::positive());
    f(Field{"rolling_damping", "-", "damping ratio of the springs against rolling and twisting"},
      self.rolling_damping, Range::between(0.0, 1.0));
  }
  friend bool operator==(const RollingSettings&, const RollingSettings&) = default;
};

/// Resistance to rolling and to twisting at one contact: torques with memory, opposite on the two
/// bodies, bounded as friction is.
///
///   om = om_i - om_j (of an obstacle om_j = 0),   R = reduced_radius(),   lam: normal force
///   w_r = R (om - (om . n) n),   w_o = R (om . n) n;   in the plane w_r = R om, there is no w_o
///   f = -(k rho + eta w),  rho = sum of h w since the contact closed,  |f| <= mu [lam]_+,
///   eta = 2 rolling_damping sqrt(k / W),  W = R^2 (1/J_i + 1/J_j),  for w_r and w_o each;
///   at the bound rho is the spring that gives it, and rho_r turns with the tangent plane;
///   k = rolling times the secant stiffness along the normal: of a linear spring 1 / R, of Hertz's
///   F / D at the depth of the step
///   M = R (f_r + f_o) on the first body, -M on the second
///
/// Source: Iwashita & Oda 1998 (J. Eng. Mech. 124); type C of Ai, Chen, Rotter & Ooi 2011 (Powder
/// Technology 206); twisting: Luding 2008 (Granular Matter 10, section 2.4).
template <int Dim>
struct RollingSprings {
  Slide<Dim> rolled = Slide<Dim>::Zero();  ///< rho_r [m]
  double twisted{0.0};                     ///< rho_o [m]

  /// A contact in one step.
  struct Contact {
    Vec<Dim> normal;
    Slide<Dim> spin;         ///< om [rad/s]
    double reduced_radius;   ///< R [m]
    double inverse_inertia;  ///< 1/J_i + 1/J_j
    double pressure;         ///< [lam]_+ [N]
    double rolling_friction, twisting_friction;
    double stiffness, damping_ratio, step;  ///< k [N/m]
  };

  /// Computes M and advances the springs to the end of its step.
  [[nodiscard]] Slide<Dim> torque(const Contact& c) {
    const double R = c.reduced_radius;
    const double eta = 2.0 * c.damping_ratio * std::sqrt(c.stiffness / c.inverse_inertia) / R;
    if constexpr (Dim == 3) {
      const Vec<3>& n = c.normal;
      const double along = c.spin.dot(n);
      const Vec<3> flat = rolled - rolled.dot(n) * n;
      const double length = flat.norm();
      if (length > 0.0) rolled = (rolled.norm() / length) * flat;
      const Vec<3> roll =
          answer(Vec<3>(R * (c.spin - along * n)), rolled, c.rolling_friction * c.pressure, eta, c);
      Vec<1> turned(twisted);
      const Vec<1> twist =
          answer(Vec<1>(R * along), turned, c.twisting_friction * c.pressure, eta, c);
      twisted = turned[0];
      return R * (roll + twist[0] * n);
    } else {
      return R * answer(Slide<Dim>(R * c.spin), rolled, c.rolling_friction * c.pressure, eta, c);
    }
  }

 private:
  template <class V>
  static V answer(const V& w, V& rho, double bound, double eta, const Contact& c) {
    rho += c.step * w;
    const V trial = -(c.stiffness * rho + eta * w);
    const double size = trial.norm();
    if (!(size > bound)) return trial;
    const V f = (bound / size) * trial;
    rho = -(f + eta * w) / c.stiffness;
    return f;
  }
};

}  // namespace impactbench
