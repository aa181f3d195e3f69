#pragma once

#include "reference/api/reference.hpp"

namespace impactbench::exact::sticky_blocks {

/// Two streams of a pressureless gas with density at most 1 that run into each other. With rho the
/// filled share of a stream, k = rho / (1 - rho) and mu the mass per filled length, the jam moves
/// with V, grows at both fronts and is pressed together by P:
///
///   V = (sqrt(k_l) u_l + sqrt(k_r) u_r) / (sqrt(k_l) + sqrt(k_r)),   P = mu k_l (u_l - V)^2
///   front speeds (V - rho u) / (1 - rho),   masses gained per time mu k_l (u_l - V),
///   mu k_r (V - u_r)
///
/// Derivation: mass and momentum balance at a front give its speed and the force on it,
/// mu rho (u - V)^2 / (1 - rho); both sides press the jam equally, since it does not accelerate.
struct Jam {
  double speed;                    ///< V [m/s]
  double front_left, front_right;  ///< [m/s]
  double force;                    ///< P [N]
  double gain_left, gain_right;    ///< [kg/s]
};
/// `mu` in [kg/m], densities in (0, 1), u_left > u_right.
[[nodiscard]] Jam jam(double mu, double density_left, double u_left, double density_right,
                      double u_right);

/// Limit of small blocks of the kinetic energy of problem sticky_blocks at its end, as long as the
/// fronts have not reached the ends of the streams.
[[nodiscard]] ReferenceEntry entry();

}  // namespace impactbench::exact::sticky_blocks
