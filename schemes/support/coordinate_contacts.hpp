#pragma once

#include "schemes/api/scheme.hpp"
#include "schemes/support/coordinate_step.hpp"

#include <span>
#include <vector>

namespace impactbench {

/// The contact problem of constraints of a generalised system at one place, as solvers see it: of
/// one body in the coordinates L^T v, in which its mass is the identity, M = L L^T and the row of
/// constraint a is L^-1 grad f_a. u_a = grad f_a . v, whatever the unit of f_a over the second.
class CoordinateContacts {
 public:
  /// `velocity_unit` as ContactProblem has it. The solver must outlive this.
  void prepare(const GeneralisedSystem& system, ContactSolver& solver, bool warm_start,
               double velocity_unit);
  /// Takes all rows away; before the first of a step is added.
  void clear();
  /// Constraint a with such a b, at the place where `at` looks.
  void add(const CoordinateStep& at, Eigen::Index a, double b);
  /// Finds the impulses, `again`: beginning from those of the last solve; says what a solver that
  /// fails leaves.
  [[nodiscard]] StepReport solve(bool again = false);
  /// Adds to v what the impulses make of it.
  void apply(const CoordinateStep& at, Eigen::VectorXd& v) const;
  /// Adds the momenta that they hand on, sum p_a g_a.
  void add_momenta(const CoordinateStep& at, Eigen::VectorXd& momenta) const;
  /// Adds them to what is told, each times `share`.
  void tell(const CoordinateStep& at, ContactImpulses& out, double share = 1.0) const;

  [[nodiscard]] const ContactProblem& problem() const { return problem_; }
  [[nodiscard]] std::span<const double> impulses() const { return impulses_; }

 private:
  ContactSolver* solver_{nullptr};
  bool warm_start_{false};
  ContactProblem problem_;
  std::vector<Eigen::Index> rows_;  ///< the constraint of each
  std::vector<double> impulses_;
  std::vector<double> kept_;  ///< of the last step, per constraint
  Eigen::VectorXd row_;
};

}  // namespace impactbench
