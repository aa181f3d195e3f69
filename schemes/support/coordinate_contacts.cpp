#include "schemes/support/coordinate_contacts.hpp"

#include <algorithm>

namespace impactbench {

void CoordinateContacts::prepare(const GeneralisedSystem& system, ContactSolver& solver,
                                 bool warm_start, double velocity_unit) {
  solver_ = &solver;
  warm_start_ = warm_start;
  const auto n = static_cast<std::size_t>(system.dofs());
  const auto m = static_cast<std::size_t>(system.constraints());
  problem_.rows = 1;
  problem_.dofs = static_cast<int>(n);
  problem_.velocity_unit = velocity_unit;
  problem_.reserve(m, 1);
  problem_.inverse_mass.assign(n, 1.0);
  rows_.reserve(m);
  impulses_.reserve(m);
  kept_.assign(m, 0.0);
  row_.setZero(system.dofs());
  clear();
  solver.prepare(m, 1, 1);
}

void CoordinateContacts::clear() {
  problem_.resize(0);
  rows_.clear();
}

void CoordinateContacts::add(const CoordinateStep& at, Eigen::Index a, double b) {
  row_ = at.gradient(a);
  at.factor().matrixL().solveInPlace(row_);
  rows_.push_back(a);
  problem_.body_a.push_back(0);
  problem_.body_b.push_back(ContactProblem::fixed);
  problem_.jacobian_a.insert(problem_.jacobian_a.end(), row_.begin(), row_.end());
  problem_.jacobian_b.insert(problem_.jacobian_b.end(), static_cast<std::size_t>(row_.size()), 0.0);
  problem_.b.push_back(b);
  problem_.friction.push_back(0.0);
}

StepReport CoordinateContacts::solve(bool again) {
  impulses_.assign(rows_.size(), 0.0);
  for (std::size_t c = 0; (warm_start_ || again) && c < rows_.size(); ++c)
    impulses_[c] = kept_[static_cast<std::size_t>(rows_[c])];
  const SolveReport solved = solver_->solve(problem_, impulses_);
  std::fill(kept_.begin(), kept_.end(), 0.0);
  for (std::size_t c = 0; c < rows_.size(); ++c)
    kept_[static_cast<std::size_t>(rows_[c])] = impulses_[c];
  StepReport report;
  report.nonlinear_iterations = solved.iterations;
  report.own_residual = solved.own_residual;
  if (solved.status == SolveStatus::iteration_limit) {
    report.status = StepStatus::not_converged;
    report.reason = "the contact solver reached its limit of iterations";
  } else if (solved.status == SolveStatus::breakdown) {
    report.status = StepStatus::breakdown;
    report.reason = "the contact solver broke down";
  }
  return report;
}

void CoordinateContacts::apply(const CoordinateStep& at, Eigen::VectorXd& v) const {
  for (std::size_t c = 0; c < rows_.size(); ++c)
    v += impulses_[c] * at.push(rows_[c]);
}

void CoordinateContacts::add_momenta(const CoordinateStep& at, Eigen::VectorXd& momenta) const {
  for (std::size_t c = 0; c < rows_.size(); ++c)
    momenta += impulses_[c] * at.gradient(rows_[c]);
}

void CoordinateContacts::tell(const CoordinateStep& at, ContactImpulses& out, double share) const {
  for (std::size_t c = 0; c < rows_.size(); ++c)
    tell_constraint(rows_[c], at.gradient(rows_[c]), share * impulses_[c], out);
}

}  // namespace impactbench
