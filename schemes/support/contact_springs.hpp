#pragma once

namespace impactbench {

/// Two bodies at a contact, or one and an obstacle, as far as their springs depend on them.
struct ContactBodies {
  double inverse_mass;        ///< N^T M^-1 N = 1 / m_red [1/kg]
  double inverse_tangential;  ///< W_t = T^T M^-1 T [1/kg]
  double radius;              ///< 1 / (1 / r_i + 1 / r_j), and r_i at an obstacle [m]
  bool wall;
};

/// What a contact is from its closing to its opening, with the powers of its depth D below:
///
///   F = stiffness a(D) + damping b(D) dD/dt,   k_t = tangential_stiffness c(D),
///   eta_t = tangential_damping d(D)
struct ContactSprings {
  double stiffness, damping, tangential_stiffness, tangential_damping;
};
/// a, b, c, d; `Real` is a number, or several side by side (lanes.hpp).
template <class Real>
struct DepthPowers {
  Real spring, dashpot, tangential_spring, tangential_dashpot;
};

}  // namespace impactbench
