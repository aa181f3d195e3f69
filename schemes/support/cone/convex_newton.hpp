#pragma once

#include "schemes/api/scheme.hpp"
#include "schemes/support/contacts/contact_matrix.hpp"

#include <Eigen/Core>

#include <cstddef>
#include <vector>

namespace impactbench {

/// Compliances R_n and R_t > 0 of a contact along its normal and its tangents [1/kg].
struct ConeSoft {
  double normal, tangential;
};

/// W of one contact along its normal, and the largest W of its tangents [1/kg].
[[nodiscard]] ConeSoft contact_weights(const ContactProblem& problem, std::size_t contact);

/// Cone problems, by Newton's method with an exact line search on a convex function of velocity
/// changes x = M^-1 H p. With K = {|p_t| <= mu p_n} of each contact, K* its dual, R = diag(R_n,
/// R_t)
///
///   soft   p in K,  y = W p + b + R p in K*,  p . y = 0
///   hard   the same without R p
///
/// with W, b and mu of a ContactProblem (whose own law is another one, Coulomb's). Soft:
///
///   l(x) = |x|_M^2 / 2 + sum |P(z)|_R^2 / 2,   z = p_0 - R^-1 (H^T x + b),   p_0 = 0
///   dl = M x - H P(z),   ddl = M + H (dP/dz) R^-1 H^T,   p = P(z) at the least l
///
/// P the nearest point of K in the metric of R. l is strictly convex, dl has kinks where
/// contacts begin to slide or open. Hard: proximal points of the dual, p_{k+1} = p of l with p_0
/// = p_k and a small R, smaller where they are slow, until the error R (p_{k+1} - p_k) of y is
/// rounding. Where p grows evenly (impulses of wedged bodies, whose growth only a friction bound
/// ends), p_0 is extrapolated. p is unique where W is regular, v always. Source: Castro,
/// Permenter and Han 2022 (IEEE Trans. Robot. 39), section V; Rockafellar 1976 (proximal
/// points).
class ConvexNewton {
 public:
  void prepare(std::size_t contacts, std::size_t bodies, int rows, int dofs, LinearSolver& solver);

  /// Starts from `p` (hard) and returns p in it and x in change(). One ConeSoft per contact; v is
  /// accurate to 1e-10 and y to 1e-9 of `speed` [m/s], or to rounding where that is possible.
  [[nodiscard]] StepReport soft(const ContactProblem& problem, double speed,
                                const std::vector<ConeSoft>& give, std::vector<double>& p);
  [[nodiscard]] StepReport hard(const ContactProblem& problem, double speed,
                                std::vector<double>& p);

  /// M^-1 H p of the last solution.
  [[nodiscard]] const Eigen::VectorXd& change() const { return x_; }

 private:
  using Soft = std::vector<ConeSoft>;

  void begin(const ContactProblem& problem, double speed);
  void harden(const ContactProblem& problem, double share);
  [[nodiscard]] StepReport minimise(const ContactProblem& problem, const Soft& give,
                                    const std::vector<double>& p0);
  [[nodiscard]] double compute_gradient(const ContactProblem& problem, const Soft& give,
                                        const std::vector<double>& p0);
  [[nodiscard]] bool compute_direction(const ContactProblem& problem, const Soft& give,
                                       StepReport& report);
  [[nodiscard]] double line_search(const ContactProblem& problem, const Soft& give,
                                   const std::vector<double>& p0);
  [[nodiscard]] double slope(const ContactProblem& problem, const Soft& give,
                             const std::vector<double>& p0, double length);
  void answer(const ContactProblem& problem, std::vector<double>& p);

  double scale_{0.0};  ///< of velocities [m/s]
  ContactMatrix matrix_;
  Soft give_;
  std::vector<double> u_, step_u_, z_, p_, last_;
  Eigen::VectorXd x_, gradient_, direction_;
};

}  // namespace impactbench
