#pragma once

#include "problems/model/coordinate_arms.hpp"
#include "schemes/api/restartable.hpp"
#include "schemes/support/coordinates/coordinate_contacts.hpp"
#include "schemes/support/nearest/kinetic_projection.hpp"
#include "schemes/support/theta/acceleration_rule.hpp"
#include "schemes/support/theta/theta_step.hpp"

#include <memory>
#include <span>
#include <vector>

namespace impactbench {

/// The theta step of a generalised system, with x_theta = (1 - theta) x^n + theta x^{n+1}:
///
///   M(q_theta) (v^{n+1} - v^n) = h (theta f^{n+1} + (1 - theta) f^n) + sum p_a g_a
///   f = F + S,  f^n at q^n, v^n, f^{n+1} at q^{n+1}, v^{n+1},  F the mean over the step's time
///   q^{n+1} = q^n + h v_theta,   g_a = grad f_a(q^n + gamma h v^n)
///
/// (M in the middle keeps order 2 for theta = 1/2; M at an end would not), or with an
/// AccelerationRule:
///
///   M(q^{n+1}) (v^{n+1} - v^n - gain) = end f^{n+1} + sum p_a g_a,   q^{n+1} as the rule has it,
///
/// with a' = (v^{n+1} - v^n - gain - W) / end as a separate unknown, as impulses do not reach it.
///
/// Let r(v) be the residual of the momentum balance at v, without impulses. Each pass of a Newton
/// method solves the contact problem of
///
///   A (v' - v) = r(v) + sum p_a g_a,   A symmetric
///
/// first with A = M, which contracts by the ratio of h to the time scale of the forces; where that
/// takes many passes, with the symmetric part of -dr/dv by differences, which is kept, also from
/// step to step, until convergence is poor. The impulses are those of the last pass, so that
/// momentum holds for any A. Passes end when the next move, extrapolated from the last ones, would
/// be rounding.
class CoordinateTheta final : public Scheme, public Restartable {
 public:
  CoordinateTheta(const ThetaSettings& settings, const GeneralisedSystem& system,
                  const State& start, double h, ContactSolver& solver,
                  std::unique_ptr<AccelerationRule> rule = nullptr);
  StepReport step(State& state) override;
  [[nodiscard]] bool one_step() const override { return !rule_ || rule_->one_step(); }
  void restart(const State& state) override;

  [[nodiscard]] const ContactProblem* contact_problem() const override {
    return &contacts_.problem();
  }
  [[nodiscard]] std::span<const double> impulses() const override { return contacts_.impulses(); }

 private:
  /// Finds v^{n+1} for the active constraints, into v_.
  StepReport find_velocity(const State& state);
  void begin_rule();
  [[nodiscard]] double gain_of_rule() const;
  /// Computes r(v) into residual_; M into mass_ if the step varies it.
  void compute_residual(const State& state, const Eigen::VectorXd& v);
  /// A rule remembers accelerations of instants, here t; else the mean over a step from t.
  void compute_force(double t, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                     Eigen::VectorXd& force);
  void compute_end(const State& state, const Eigen::VectorXd& v);
  void compute_stiffness(const State& state);
  [[nodiscard]] bool compute_metric();
  /// Computes a' from v_ and the impulses; false where M is not positive definite.
  [[nodiscard]] bool compute_acceleration(const State& state);
  void compute_bent_residual(const State& state, const Eigen::VectorXd& v);
  void compute_bend();
  [[nodiscard]] bool add_violated(const State& state);
  void project(const State& state, StepReport& report);

  /// Of velocities in lengths: coordinates times their arms (CoordinateArms).
  template <class Vector>
  [[nodiscard]] double largest(const Vector& x) const {
    return largest_length(x, arms_);
  }

  const GeneralisedSystem* system_;
  ThetaSettings settings_;
  double h_;
  Eigen::VectorXd arms_;  ///< of coordinates (CoordinateArms)
  double top_speed_;
  double before_, after_;              ///< weights of v^n and v^{n+1} in the displacement [s]
  double reach_{0.0}, violated_{0.0};  ///< gaps below them are closed, or violated
  bool uniform_;                       ///< forces and M are the same everywhere
  bool factorised_{false};             ///< metric_
  bool pushes_known_{false};           ///< A^-1 g_a of this step's gradients
  bool stiffness_known_{false};
  CoordinateStep coordinates_;
  CoordinateContacts contacts_;
  KineticProjection projection_;
  std::vector<bool> acts_;  ///< per constraint
  Eigen::VectorXd v_, next_, end_, place_, force_start_, force_, inertial_, residual_, kept_,
      probe_;
  Eigen::MatrixXd mass_, metric_, stiffness_;  ///< stiffness_: A - M

  std::unique_ptr<AccelerationRule> rule_;  ///< null: theta, or no force varies
  AccelerationRule::Weights weights_{};
  MassMatrix inertia_;
  Eigen::VectorXd acceleration_, gain_, shift_;  ///< a', ...
  bool bends_{false};
  Eigen::LLT<Eigen::MatrixXd> bent_;  ///< B, where bends_
  Eigen::MatrixXd product_;
};

}  // namespace impactbench
