#pragma once

#include "schemes/solvers/api/contact_problem.hpp"

#include <span>
#include <vector>

namespace impactbench {

/// How far impulses are from solving their contact problem, recomputed from what was returned.
///
/// Natural map in velocity units [m/s], largest over the contacts:
///   normal:   | min(W_nn p_n, u_n) |
///   friction: | W_tt p_t - clip(W_tt p_t - u_t, -mu W_tt p_n, mu W_tt p_n) |
/// Zero exactly at a solution; NaN if anything is not a number.
class ResidualYardstick {
 public:
  [[nodiscard]] double operator()(const ContactProblem& problem, std::span<const double> impulses);

 private:
  std::vector<double> p_, momentum_, u_;
};

}  // namespace impactbench
