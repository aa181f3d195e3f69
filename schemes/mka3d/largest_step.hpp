#pragma once

#include "problems/model/polyhedral_system.hpp"

namespace impactbench::mka3d {

/// Largest step for which the scheme's small vibrations about the positions `q` are stable [s]:
/// 2 / omega_max, omega_max^2 the largest eigenvalue of M^-1 K, K = -dF/dq by differences of the
/// forces. Power iteration with Rayleigh's quotient, from below: at most 1 % too long a step.
/// Infinite for a body without links.
[[nodiscard]] double largest_step(const PolyhedralSystem& system, const Eigen::VectorXd& q);

}  // namespace impactbench::mka3d
