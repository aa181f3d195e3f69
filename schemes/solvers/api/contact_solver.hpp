#pragma once

#include "schemes/solvers/api/contact_problem.hpp"
#include "schemes/solvers/api/solve_report.hpp"

#include <vector>

namespace impactbench {

class ContactSolver {
 public:
  virtual ~ContactSolver() = default;

  /// Reserves room for problems of this size. Called once before the first solve.
  virtual void prepare(std::size_t contact_count, std::size_t body_count, int rows) = 0;

  /// p: start in, solution out [N s], problem.size() entries. The step `h` [s] is deliberately not
  /// passed: a tolerance that should scale with it is a parameter of the solver. Allocates nothing
  /// while the problem fits the prepared size.
  virtual SolveReport solve(const ContactProblem& problem, std::vector<double>& p) = 0;
};

}  // namespace impactbench
