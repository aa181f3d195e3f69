#pragma once

#include "schemes/solvers/api/contact_problem.hpp"

#include <span>
#include <vector>

namespace impactbench {

/// How far impulses are from solving their contact problem, recomputed from what was returned.
///
/// Natural map in velocity units [m/s], largest over the contacts:
///   normal:   | min(W_nn p_n, u_n) |
///   friction: | w p_t - P(w p_t - u_t) |, w the largest eigenvalue of W_tt, P the projection on
///             |x| <= mu w max(0, p_n): an interval in the plane, a disc in space
///   rolling:  a times the same with W_rr and mu_r, in which a = sqrt(max(W_nn, w_t) / w_r) [m]
/// Zero exactly at a solution; NaN if anything is not a number.
class ResidualYardstick {
 public:
  [[nodiscard]] double operator()(const ContactProblem& problem, std::span<const double> impulses);

 private:
  /// | w p - P(w p - u) | of the rows from `first` on, P onto |x| <= bound.
  [[nodiscard]] double outside(double weight, double bound, std::size_t first,
                               std::size_t size) const;

  std::vector<double> p_, momentum_, u_;
};

}  // namespace impactbench
