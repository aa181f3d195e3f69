#pragma once

#include "reference/yardsticks/solve_audit.hpp"
#include "schemes/solvers/api/contact_solver.hpp"
#include "schemes/solvers/api/linear_solver.hpp"

#include <memory>
#include <utility>

namespace impactbench {

/// A contact solver that also passes every solve to an audit. Only for instrumented runs: the audit
/// copies and recomputes.
class AuditingContactSolver final : public ContactSolver {
 public:
  AuditingContactSolver(std::unique_ptr<ContactSolver> solver, SolveAudit& audit)
      : solver_(std::move(solver)), audit_(audit) {}

  void prepare(std::size_t contact_count, std::size_t body_count, int rows) override {
    solver_->prepare(contact_count, body_count, rows);
  }
  SolveReport solve(const ContactProblem& problem, std::vector<double>& p) override {
    const SolveReport report = solver_->solve(problem, p);
    audit_.heard(problem, p, report);
    return report;
  }

 private:
  std::unique_ptr<ContactSolver> solver_;
  SolveAudit& audit_;
};

/// The auditing wrapper of a linear solver.
class AuditingLinearSolver final : public LinearSolver {
 public:
  AuditingLinearSolver(std::unique_ptr<LinearSolver> solver, SolveAudit& audit)
      : solver_(std::move(solver)), audit_(audit) {}

  void prepare(std::size_t block_rows, std::size_t pairs, int block) override {
    solver_->prepare(block_rows, pairs, block);
  }
  SolveReport factor(const BlockMatrix& A) override {
    matrix_ = &A;
    return solver_->factor(A);
  }
  SolveReport solve(const std::vector<double>& b, std::vector<double>& x) override {
    right_ = b;  // b and x may be one vector
    const SolveReport report = solver_->solve(b, x);
    audit_.heard(*matrix_, right_, x, report);
    return report;
  }

 private:
  std::unique_ptr<LinearSolver> solver_;
  SolveAudit& audit_;
  const BlockMatrix* matrix_{nullptr};
  std::vector<double> right_;
};

}  // namespace impactbench
