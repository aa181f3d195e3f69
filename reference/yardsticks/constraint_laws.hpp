#pragma once

#include "problems/model/contact_step.hpp"
#include "problems/model/generalised_system.hpp"
#include "problems/model/problem.hpp"
#include "schemes/solvers/api/contact_impulses.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Core>

#include <map>
#include <optional>
#include <string>

namespace impactbench {

/// The laws of contact of a generalised system, as ContactLaws has them of round bodies: of each
/// step the constraints f_a and their gradients at q^n + h w, w = (v^{n+1} - e v^n) / (1 + e) (in
/// the first step v^{n+1}), against the impulses p_a that the scheme recorded,
///
///   0 <= p_a perpendicular to f_a >= 0,   M(q^n) (v^{n+1} - v^n) = h (F + S) + sum p_a grad f_a.
///
/// Written by finish() [-], each the largest over the run in units of the largest impulse, all in
/// the metric of M^-1: p_a |grad f_a|, f_a / (h |grad f_a|):
///   law_pull, law_distance (the smaller of p_a and f_a), law_normal (p_a - max(0, p_a - f_a / h)),
///   law_momentum; law_contacts: constraints judged, summed over steps.
/// Nothing of a scheme that states other rules, or records nothing.
class ConstraintLaws {
 public:
  /// The problem must outlive this.
  ConstraintLaws(const Problem& problem, const std::optional<ContactStep>& step, double h);

  void after_step(const State& before, const State& after, double t, const ContactImpulses* told);
  void finish(std::map<std::string, double>& quantities) const;

 private:
  const Problem& problem_;
  const GeneralisedSystem& system_;
  ContactStep step_;
  bool applies_;
  double h_;
  Eigen::VectorXd force_, inertial_, place_, gradient_, defect_, impulse_;
  Eigen::MatrixXd mass_;
  Eigen::LLT<Eigen::MatrixXd> llt_;
  double largest_{0.0}, pull_{0.0}, distance_{0.0}, normal_{0.0}, momentum_{0.0}, judged_{0.0};
};

}  // namespace impactbench
