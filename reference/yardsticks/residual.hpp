#pragma once

#include "schemes/solvers/api/contact_problem.hpp"

#include <span>
#include <vector>

namespace impactbench {

/// The distance of impulses from a solution of their contact problem, recomputed from them.
///
/// Natural map in velocity units [m/s], the largest over the contacts:
///   normal:   | min(W_nn p_n, u_n) |
///   friction: | w p_t - P(w p_t - u_t) |, w the largest eigenvalue of W_tt, P the projection on
///             |x| <= mu w max(0, p_n): an interval in the plane, a disc in space
///   rolling:  a times the same with W_rr and mu_r, in which a = sqrt(max(W_nn, w_t) / w_r) [m]
/// W_nn = 0 is replaced by w_t and w = 0 by W_nn: any factor above 0 measures the law, 0 none. Zero
/// exactly at a solution; NaN if anything is not a number. Of a contact that no impulse moves at
/// all only u_n is measured here, its impulses by ConeResidual.
class ResidualYardstick {
 public:
  [[nodiscard]] double operator()(const ContactProblem& problem, std::span<const double> impulses);

 private:
  /// | w p - P(w p - u) | of the rows from `first` on, P onto |x| <= bound.
  [[nodiscard]] double outside(double weight, double bound, std::size_t first,
                               std::size_t size) const;

  std::vector<double> p_, momentum_, u_;
};

/// The residual of the cone formulation (solvers stop by the natural map): with a p_r / a and a u_r
/// in place of moments and angular velocities (a = rolling_arm, [m]), the largest over the contacts
/// of the violations of
///
///   u_n >= 0:                                    -u_n                                        [m/s]
///   |p_t| <= mu p_n, |p_r| <= mu_r p_n, p_n >= 0: the excess times W_nn, or w_t if it is 0   [m/s]
///   (u + (mu |u_t| + mu_r |u_r|) n) . p = 0:     its size over max(|p|, |u| / that factor)   [m/s]
///
/// Zero exactly at a solution; NaN if anything is not a number. Source: the formulation of
/// contact_problem.hpp (Acary and Bourrier 2021).
class ConeResidual {
 public:
  [[nodiscard]] double operator()(const ContactProblem& problem, std::span<const double> impulses);

 private:
  std::vector<double> p_, momentum_, u_;
};

}  // namespace impactbench
