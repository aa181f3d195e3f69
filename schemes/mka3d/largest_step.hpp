#pragma once

#include "problems/model/polyhedral_system.hpp"

namespace impactbench::mka3d {

/// The largest step for which small vibrations of the scheme about the positions `q` are stable,
/// too short by 0.02 % at most [s]: 2 / omega, with omega between 1 and 1 + 2e-4 times the largest
/// frequency. omega_max^2 is the largest eigenvalue of M^-1 K, K = -dF/dq by differences of the
/// forces; the estimate of Lanczos's method from a random direction in k steps is too small by a
/// part epsilon or more with a probability of at most 1.648 sqrt(n) exp(-sqrt(epsilon) (2 k - 1)),
/// here 1e-9 for epsilon = 4e-4 (Kuczynski and Wozniakowski 1992, SIAM J. Matrix Anal. Appl. 13,
/// theorem 4.2), and that part is added. Infinite for a body without links, or held in all cells.
[[nodiscard]] double largest_step(const PolyhedralSystem& system, const Eigen::VectorXd& q);

}  // namespace impactbench::mka3d
