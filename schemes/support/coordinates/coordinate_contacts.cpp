#include "schemes/support/coordinates/coordinate_contacts.hpp"

#include "schemes/support/coordinates/across_rows.hpp"

#include <algorithm>

namespace impactbench {

void CoordinateContacts::prepare(const GeneralisedSystem& system, ContactSolver& solver,
                                 bool warm_start, double velocity_unit) {
  solver_ = &solver;
  warm_start_ = warm_start;
  const auto n = static_cast<std::size_t>(system.dofs());
  const auto m = static_cast<std::size_t>(system.constraints());
  rows_ = system.has_friction() ? 1 + static_cast<std::size_t>(system.tangents()) : 1;
  problem_.rows = static_cast<int>(rows_);
  problem_.dofs = static_cast<int>(n);
  problem_.velocity_unit = velocity_unit;
  problem_.reserve(m, 1);
  problem_.inverse_mass.assign(n, 1.0);
  posed_.reserve(m);
  impulses_.reserve(m * rows_);
  kept_.assign(m * rows_, 0.0);
  row_.setZero(system.dofs());
  across_ = row_;
  clear();
  solver.prepare(m, 1, problem_.rows);
}

void CoordinateContacts::clear() {
  problem_.resize(0);
  posed_.clear();
}

void CoordinateContacts::add(const CoordinateStep& at, Eigen::Index a, double b) {
  posed_.push_back(a);
  problem_.body_a.push_back(0);
  problem_.body_b.push_back(ContactProblem::fixed);
  problem_.friction.push_back(at.law(a).friction);
  for (std::size_t r = 0; r < rows_; ++r) {
    compute_row(at, a, r);
    problem_.jacobian_a.insert(problem_.jacobian_a.end(), row_.begin(), row_.end());
    problem_.jacobian_b.insert(problem_.jacobian_b.end(), static_cast<std::size_t>(row_.size()),
                               0.0);
    problem_.b.push_back(r == 0 ? b : 0.0);
  }
}

/// Row r in the coordinates L^T v, into row_; after those before it.
void CoordinateContacts::compute_row(const CoordinateStep& at, Eigen::Index a, std::size_t r) {
  if (r == 0 || at.law(a).friction > 0.0) {
    row_ = at.row(a, static_cast<Eigen::Index>(r));
    at.factor().matrixL().solveInPlace(row_);
    return;
  }
  compute_across(std::span(problem_.jacobian_a).last(r * static_cast<std::size_t>(row_.size())),
                 row_, across_);
}

void CoordinateContacts::add_impact(const CoordinateStep& at, Eigen::Index a,
                                    const Eigen::VectorXd& free, const Eigen::VectorXd& before) {
  const ContactLaw& law = at.law(a);
  const auto aim = [&](std::size_t r, double e) {
    const auto j = at.row(a, static_cast<Eigen::Index>(r));
    return j.dot(free) + e * j.dot(before);
  };
  add(at, a, aim(0, law.restitution));
  double* b = problem_.b.data() + (posed_.size() - 1) * rows_;
  for (std::size_t r = 1; r < rows_; ++r)
    b[r] = aim(r, law.tangential_restitution);
}

StepReport CoordinateContacts::solve(bool again) {
  impulses_.assign(posed_.size() * rows_, 0.0);
  const auto kept = [&](std::size_t c) {
    return kept_.begin() + static_cast<std::ptrdiff_t>(static_cast<std::size_t>(posed_[c]) * rows_);
  };
  const auto own = [&](std::size_t c) {
    return impulses_.begin() + static_cast<std::ptrdiff_t>(c * rows_);
  };
  for (std::size_t c = 0; (warm_start_ || again) && c < posed_.size(); ++c)
    std::copy_n(kept(c), rows_, own(c));
  const SolveReport solved = solver_->solve(problem_, impulses_);
  std::fill(kept_.begin(), kept_.end(), 0.0);
  for (std::size_t c = 0; c < posed_.size(); ++c)
    std::copy_n(own(c), rows_, kept(c));
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
  for (std::size_t k = 0; k < impulses_.size(); ++k)
    v += impulses_[k] * at.push(posed_[k / rows_], static_cast<Eigen::Index>(k % rows_));
}

void CoordinateContacts::add_momenta(const CoordinateStep& at, Eigen::VectorXd& momenta) const {
  for (std::size_t k = 0; k < impulses_.size(); ++k)
    momenta += impulses_[k] * at.row(posed_[k / rows_], static_cast<Eigen::Index>(k % rows_));
}

void CoordinateContacts::record(const CoordinateStep& at, ContactImpulses& out,
                                double share) const {
  for (std::size_t c = 0; c < posed_.size(); ++c) {
    record_constraint(posed_[c], at.rows_of(posed_[c]),
                      std::span<const double>(impulses_).subspan(c * rows_, rows_), out);
    for (std::size_t k = out.impulse.size() - rows_; k < out.impulse.size(); ++k)
      out.impulse[k] *= share;
  }
}

}  // namespace impactbench
