#pragma once

namespace impactbench {

/// The properties of two bodies at a contact, or of one and an obstacle, on which springs depend.
/// Here and below `Real` is a number, or several side by side (lanes.hpp).
template <class Real>
struct ContactBodies {
  Real inverse_mass;        ///< N^T M^-1 N = 1 / m_red [1/kg]
  Real inverse_tangential;  ///< W_t = T^T M^-1 T [1/kg]
  Real radius;              ///< reduced_radius() [m], for laws that ask for it
  Real damping_ratio;       ///< zeta, of their restitution
};

/// The coefficients of a closed contact, to be multiplied by the powers of its depth D below:
///
///   F = stiffness a(D) + damping b(D) dD/dt,   k_t = tangential_stiffness c(D),
///   eta_t = tangential_damping d(D)
template <class Real>
struct ContactSprings {
  Real stiffness, damping, tangential_stiffness, tangential_damping;
};
/// The powers a, b, c, d of the depth.
template <class Real>
struct DepthPowers {
  Real spring, dashpot, tangential_spring, tangential_dashpot;
};

}  // namespace impactbench
