#pragma once

#include "schemes/support/coordinate_contacts.hpp"
#include "schemes/support/kinetic_projection.hpp"
#include "schemes/support/theta_step.hpp"

#include <span>
#include <vector>

namespace impactbench::moreau_jean {

/// The theta step of a generalised system, with x_theta = (1 - theta) x^n + theta x^{n+1}:
///
///   M(q_theta) (v^{n+1} - v^n) = h (theta f^{n+1} + (1 - theta) f^n) + sum p_a g_a
///   f = F + S,  f^n at q^n, v^n, f^{n+1} at q^{n+1}, v^{n+1},  F the mean over the step's time
///   q^{n+1} = q^n + h v_theta,   g_a = grad f_a(q^n + gamma h v^n)
///
/// (M in the middle keeps order 2 for theta = 1/2, which M at an end would not). With r(v) what the
/// law of momentum leaves at v, without impulses, each pass of a Newton method poses the contact
/// problem of
///
///   A (v' - v) = r(v) + sum p_a g_a,   A symmetric
///
/// first with A = M(q_theta), which contracts by the share of h in the time in which forces change;
/// where that is poor, with the symmetric part of -dr/dv by differences, which is kept until it is
/// poor again. The impulses are those of the last pass, so that momentum holds whatever A is.
class CoordinateTheta final : public Scheme {
 public:
  CoordinateTheta(const ThetaSettings& settings, const GeneralisedSystem& system, double h,
                  ContactSolver& solver);
  StepReport step(State& state) override;

  [[nodiscard]] const ContactProblem* contact_problem() const override {
    return &contacts_.problem();
  }
  [[nodiscard]] std::span<const double> impulses() const override { return contacts_.impulses(); }

 private:
  /// v^{n+1} for the constraints that act, into v_.
  StepReport find_velocity(const State& state);
  /// r(v) into residual_; M(q_theta) into mass_.
  void take_residual(const State& state, const Eigen::VectorXd& v);
  void take_force(double t, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                  Eigen::VectorXd& force);
  void take_end(const State& state, const Eigen::VectorXd& v);
  void take_stiffness(const State& state);
  [[nodiscard]] bool take_metric();
  [[nodiscard]] bool add_violated(const State& state);
  void project(const State& state, StepReport& report);

  const GeneralisedSystem* system_;
  ThetaSettings settings_;
  double h_, restitution_;
  double reach_{0.0}, violated_{0.0};  ///< gaps below them are closed, or violated
  bool uniform_;                       ///< forces and M are the same everywhere
  bool factorised_{false};
  CoordinateStep coordinates_;
  CoordinateContacts contacts_;
  KineticProjection projection_;
  std::vector<bool> acts_;  ///< per constraint
  Eigen::VectorXd v_, next_, end_, place_, force_start_, force_, inertial_, residual_, kept_,
      probe_;
  Eigen::MatrixXd mass_, metric_, stiffness_;  ///< stiffness_: A - M
};

}  // namespace impactbench::moreau_jean
