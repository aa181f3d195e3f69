#pragma once

#include "problems/model/polyhedral_system.hpp"

namespace impactbench::mka3d {

/// A step for which the scheme's small vibrations about the positions `q` are stable, the largest
/// one to 0.04 % [s]: 2 / omega with an omega that is no less than the largest of all, which is
/// between 1 and 1 + 2e-4 times it. omega_max^2 is the largest eigenvalue of M^-1 K, K = -dF/dq by
/// differences of the forces; what Lanczos's method finds of it from a random direction in k steps
/// is less by a part epsilon or more with a probability of 1.648 sqrt(n) exp(-sqrt(epsilon) (2 k -
/// 1)) at most, here 1e-9 for epsilon = 4e-4 (Kuczynski and Wozniakowski 1992, SIAM J. Matrix Anal.
/// Appl. 13, theorem 4.2), and that part is added. Infinite for a body without links.
[[nodiscard]] double largest_step(const PolyhedralSystem& system, const Eigen::VectorXd& q);

}  // namespace impactbench::mka3d
