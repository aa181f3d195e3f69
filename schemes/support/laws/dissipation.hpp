#pragma once

#include "problems/base/fields.hpp"
#include "problems/model/behaviour.hpp"
#include "schemes/support/laws/power_law.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

namespace impactbench {

/// Normal dissipation of prescribed restitution e for elastic contacts of energy c [D]^alpha.
///
///   F = alpha c D^(alpha-1) + eta D^(alpha/2-1) dD/dt,   eta = zeta alpha sqrt(2 c m_red)
///
/// In y = D^(alpha/2) a collision of two free bodies is the linear oscillator
///   v dv/dy = -(2/alpha) (alpha c y + eta v) / m_red,   v = dD/dt,
/// of damping ratio zeta, whatever alpha: bodies separate at exactly e times any approach speed.
/// For alpha = 5/2 this is Tsuji's law with the constant of Antypov & Elliott 2011 (EPL
/// 94, 50004); the substitution is theirs. For that oscillator, x'' + 2 zeta x' + x = 0 from x = 0
/// with x' = 1, zeta = cos theta, s = sin theta:
///   x' = -e^(-zeta t) sin(s t - theta) / s,   x'' = e^(-zeta t) sin(s t - 2 theta) / s.
/// The contact ends according to `contact_end` (ContactEnd):
///   overlap: x = 0, s t = pi:         e = exp(-pi zeta / s), zeta = -ln e / sqrt(pi^2 + ln^2 e).
///            Near the end the force pulls. e = 0 is critical damping (no separation).
///   force:   x'' = 0, s t = 2 theta:  e = -x' = exp(-2 theta cot theta), exp(-2) at zeta = 1, and
///            exp(-2 theta coth theta) with zeta = cosh theta beyond. No zeta gives e = 0.
/// The second is Schwager & Poeschel 2007 (Granular Matter 9, 465), with arctan in place of theta.
/// Over a step the dissipative force is taken as
///   (2 eta / alpha) (y1 - y0) / h,   y = [D]_+^(alpha/2) at its end and its beginning,
/// whose work (D1 - D0) (y1 - y0) >= 0 is a loss for any step. A force that ends instead of pulling
/// leaves the bodies even less of the contact's energy: they separate with D alone.
struct Dissipation {
  double zeta_sqrt_8c_over_h{0.0};  ///< 0: elastic
  bool pulls{true};                 ///< contacts end with their overlap

  Dissipation() = default;
  /// e in [0, 1], c > 0 [N / m^(alpha-1)], h > 0 [s].
  Dissipation(double restitution, ContactEnd end, double c, double h)
      : zeta_sqrt_8c_over_h(damping_ratio(restitution, end) * std::sqrt(8.0 * c) / h),
        pulls(end == ContactEnd::overlap) {}

  [[nodiscard]] bool acts() const { return zeta_sqrt_8c_over_h > 0.0; }
  /// The dissipation of a contact that is `times` as stiff.
  [[nodiscard]] Dissipation stiffened(double times) const {
    Dissipation out = *this;
    out.zeta_sqrt_8c_over_h *= std::sqrt(times);
    return out;
  }
  /// Whether a contact of this force, its dashpot included, has ended.
  [[nodiscard]] bool ends_at(double force) const { return acts() && !pulls && !(force > 0.0); }

  /// 2 eta / (alpha h)
  [[nodiscard]] double coefficient(double reduced_mass) const {
    return zeta_sqrt_8c_over_h * std::sqrt(reduced_mass);
  }

  /// e in [0, 1]; with ContactEnd::force above 0.
  [[nodiscard]] static double damping_ratio(double e, ContactEnd end = ContactEnd::overlap) {
    if (e >= 1.0) return 0.0;
    if (end == ContactEnd::force) return ratio_of_forces_end(-0.5 * std::log(e));
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

 private:
  /// cos theta with theta cot theta = `half` in [0, 1], cosh theta with theta coth theta = `half`
  /// beyond; both are monotone in theta.
  [[nodiscard]] static double ratio_of_forces_end(double half) {
    const bool under = half <= 1.0;
    double low = 0.0, high = under ? 0.5 * std::numbers::pi : half;  // theta coth theta > theta
    for (int k = 0; k < 100; ++k) {
      const double theta = 0.5 * (low + high);
      const double reached = under ? theta / std::tan(theta) : theta / std::tanh(theta);
      (under == (reached > half) ? low : high) = theta;
    }
    return under ? std::cos(low) : std::cosh(low);
  }
};

/// The setting of schemes with springs that decides when a contact ends.
struct ContactEndSetting {
  std::string name{"overlap"};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    f(Field{"contact_end", "-",
            "end of contacts with restitution below 1: with the overlap (dashpots then pull) or "
            "the force"},
      self.name, OneOf{"overlap", "force"});
  }
  [[nodiscard]] ContactEnd value() const {
    return name == "force" ? ContactEnd::force : ContactEnd::overlap;
  }
  friend bool operator==(const ContactEndSetting&, const ContactEndSetting&) = default;
};

[[nodiscard]] inline double reduced_mass(double m_i, double m_j) {
  return m_i * m_j / (m_i + m_j);
}

}  // namespace impactbench
