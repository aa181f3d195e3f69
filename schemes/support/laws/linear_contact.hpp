#pragma once

#include "schemes/support/laws/contact_springs.hpp"

#include <cmath>

namespace impactbench {

/// Linear springs and dashpots along the normal and the tangent:
///
///   F = k D + eta dD/dt,   eta = 2 zeta sqrt(m_red k)   (dissipation.hpp),
///   k_t = constant,        eta_t = 2 d sqrt(k_t / W_t)
///
/// Source: Cundall & Strack 1979 (Geotechnique 29). Laws of this shape: hertz_contact.hpp.
struct LinearContact {
  double stiffness{0.0};                 ///< k [N/m]
  double tangential_stiffness{0.0};      ///< k_t [N/m]
  double tangential_damping_ratio{0.0};  ///< d

  template <class Real>
  [[nodiscard]] ContactSprings<Real> springs(const ContactBodies<Real>& b) const {
    using std::sqrt;
    const Real k = stiffness, k_t = tangential_stiffness;
    return {k, 2.0 * b.damping_ratio * sqrt(k / b.inverse_mass), k_t,
            2.0 * tangential_damping_ratio * sqrt(k_t / b.inverse_tangential)};
  }
  template <class Real>
  [[nodiscard]] static DepthPowers<Real> powers(const Real& depth) {
    return {depth, 1.0, 1.0, 1.0};
  }
};

}  // namespace impactbench
