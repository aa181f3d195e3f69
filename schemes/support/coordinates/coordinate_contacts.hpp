#pragma once

#include "schemes/api/scheme.hpp"
#include "schemes/support/coordinates/coordinate_step.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace impactbench {

/// The contact problem of the constraints of a generalised system at one place, for solvers: one
/// body in the coordinates L^T v, where M = L L^T, so that its mass is the identity, and a row j of
/// constraint a, its gradient or a tangent, is L^-1 j. u_a = grad f_a . v has the unit of f_a over
/// the second.
class CoordinateContacts {
 public:
  /// `velocity_unit` as ContactProblem has it. The solver must outlive this.
  void prepare(const GeneralisedSystem& system, ContactSolver& solver, bool warm_start,
               double velocity_unit);
  /// Removes all rows; is called before the first row of a step is added.
  void clear();
  /// Adds constraint a with b along its gradient and 0 along its tangents, at the place of `at`. A
  /// constraint without friction beside others with it has tangents across its gradient: its
  /// impulses along them are bound to be 0, and some solvers divide by their weights.
  void add(const CoordinateStep& at, Eigen::Index a, double b);
  /// Adds it with Newton's law of impact, also along its tangents: b = j . (free + e before) for
  /// each row j, `free` the velocity without impulses, e the (tangential) restitution of the law.
  void add_impact(const CoordinateStep& at, Eigen::Index a, const Eigen::VectorXd& free,
                  const Eigen::VectorXd& before);
  /// b of the contact added last, to which callers add further terms of its rows.
  [[nodiscard]] std::span<double> last() { return std::span(problem_.b).last(rows_); }
  /// Solves for the impulses, from those of the last solve if `again`; reports the residual that a
  /// failed solver leaves.
  [[nodiscard]] StepReport solve(bool again = false);
  /// Adds to v the velocity change of the impulses.
  void apply(const CoordinateStep& at, Eigen::VectorXd& v) const;
  /// Adds the momenta that the impulses transmit, sum p j over all rows.
  void add_momenta(const CoordinateStep& at, Eigen::VectorXd& momenta) const;
  /// Adds the impulses, each times `share`, to the record.
  void record(const CoordinateStep& at, ContactImpulses& out, double share = 1.0) const;

  [[nodiscard]] const ContactProblem& problem() const { return problem_; }
  [[nodiscard]] std::span<const double> impulses() const { return impulses_; }

 private:
  void compute_row(const CoordinateStep& at, Eigen::Index a, std::size_t r);

  ContactSolver* solver_{nullptr};
  bool warm_start_{false};
  ContactProblem problem_;
  std::size_t rows_{1};              ///< per contact
  std::vector<Eigen::Index> posed_;  ///< the constraint of each contact
  std::vector<double> impulses_;
  std::vector<double> kept_;  ///< of the last step, rows per constraint
  Eigen::VectorXd row_, across_;
};

}  // namespace impactbench
