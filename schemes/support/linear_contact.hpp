#pragma once

#include "schemes/support/contact_springs.hpp"

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
  double damping_ratio{0.0};             ///< zeta
  double tangential_damping_ratio{0.0};  ///< d

  [[nodiscard]] ContactSprings springs(const ContactBodies& b) const {
    return {
        stiffness, 2.0 * damping_ratio * std::sqrt(stiffness / b.inverse_mass),
        tangential_stiffness,
        2.0 * tangential_damping_ratio * std::sqrt(tangential_stiffness / b.inverse_tangential)};
  }
  template <class Real>
  [[nodiscard]] static DepthPowers<Real> powers(const Real& depth) {
    return {depth, 1.0, 1.0, 1.0};
  }
};

}  // namespace impactbench
