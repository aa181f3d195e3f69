#pragma once

#include "problems/model/problem.hpp"
#include "problems/model/set_step.hpp"
#include "problems/model/sweeping_system.hpp"
#include "reference/yardsticks/contact_scan.hpp"

#include <Eigen/Core>

#include <map>
#include <optional>
#include <string>

namespace impactbench {

/// Compares a run of a sweeping process with its set, from states alone. A constraint f_a is f_a /
/// |grad f_a| from zero. Lengths, speeds and gradients are those of coordinates times their arms
/// (CoordinateArms). For the law of a scheme (SetStep), with r = v - F, the contribution of its
/// step to the mean force, and all active constraints f_a(z) <= 1e-9 of the length:
///
///   sweep_normal  largest |r - sum p_a grad f_a| with the minimising p_a >= 0, over the largest
///                 |v| and |F| of the run: the part that is not a normal of the set [-]
///   sweep_place   largest violation of a constraint at z, minus the effect of the rounding of r
///                 and of 1e-13 of the length for a nearest point, over the length of the set [-]
///   sweep_push    the largest |r| [m/s]
///
/// and for every scheme:
///
///   set_speed        largest change of f_a / |grad f_a| at q^{n+1} by the set alone, over h, of
///                    constraints that act at the end of the step [m/s]
///   set_displacement root of the sum over steps of the squared displacements of constraints by the
///                    set alone, at q^{n+1}, via the middle of the step [m]
///   normal_turn      sum of the angles between the v - F of successive steps [rad]
///   dissipated_work  -sum h q^{n+1} . r: for a fixed set about 0 the energy lost from |q|^2 / 2
///                    and the work of F [its unit]
class SweepingMeter {
 public:
  /// The problem must outlive this.
  SweepingMeter(const Problem& problem, const std::optional<SetStep>& law, double h);

  /// The contacts of a place: constraints as contacts, violations as penetrations.
  [[nodiscard]] ContactState at(double t, const Eigen::VectorXd& q);
  /// `t` at the end of the step [s].
  void after_step(const State& before, const State& after, double t);
  /// dissipated_work so far: its history is a series of that name.
  [[nodiscard]] double dissipated() const { return work_; }
  void finish(std::map<std::string, double>& quantities) const;

 private:
  void measure_force(const State& before, const State& after, double t);
  void judge(const State& before, const State& after, double t);
  [[nodiscard]] double rounding_of_place(const State& after, double push, double d) const;
  [[nodiscard]] double outside_of_cone();
  void measure_speed(const State& after, double t);
  void measure_turn();
  /// In the unit of the set: coordinates times their arms (CoordinateArms).
  [[nodiscard]] double norm(const Eigen::VectorXd& x) const { return x.cwiseProduct(arms_).norm(); }
  /// |grad f_a| of gradient_ over that unit.
  [[nodiscard]] double steepness() const { return gradient_.cwiseQuotient(arms_).norm(); }

  const SweepingSystem& system_;
  std::optional<SetStep> law_;
  double h_;
  Eigen::VectorXd arms_;
  Eigen::VectorXd force_, reaction_, place_, middle_, gradient_, rest_, p_, last_;
  Eigen::MatrixXd active_;  ///< columns: gradients of the constraints that act, else zero
  double normal_{0.0}, distance_{0.0}, push_{0.0}, fastest_{0.0}, speed_{0.0}, work_{0.0};
  double squares_{0.0}, turn_{0.0};
};

}  // namespace impactbench
