#pragma once

#include "schemes/solvers/api/contact_problem.hpp"

#include <span>

namespace impactbench {

/// Bounds that impulses p give for a frictionless contact problem, recomputed from p alone with u =
/// W p + b. Primal: least |v|_M^2 / 2 of velocity changes v with H^T v + b >= 0; dual: greatest
/// -(p.W p / 2 + b.p) over p >= 0. v = M^-1 H p has the primal value p.W p / 2, so
///
///   gap = primal - dual = p . u                                                  [J]
///
/// Where p >= 0 and u >= 0 the minimum lies between both values, and the velocities are within
/// |v - v*|_M^2 <= 2 gap of the minimiser. A gap below zero is only possible where one of the two
/// is violated. NaN in all figures if anything is not a number.
struct Certificate {
  double primal{0.0};         ///< p.W p / 2 [J]
  double dual{0.0};           ///< -(p.W p / 2 + b.p) [J]
  double gap{0.0};            ///< p.u [J]
  double relative_gap{0.0};   ///< |gap| / max(|primal|, |dual|), 0 where both are [-]
  double infeasibility{0.0};  ///< largest -u_c, 0 at least [m/s]
  double least_impulse{0.0};  ///< smallest p_c, 0 at most [N s]
};

/// `problem.rows` must be 1.
[[nodiscard]] Certificate certificate(const ContactProblem& problem, std::span<const double> p);

}  // namespace impactbench
