#pragma once

#include "reference/yardsticks/residual.hpp"
#include "schemes/solvers/api/block_matrix.hpp"
#include "schemes/solvers/api/contact_problem.hpp"
#include "schemes/solvers/api/solve_report.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace impactbench {

/// A contact problem with the answer of a solver.
struct AnsweredProblem {
  ContactProblem problem;
  std::vector<double> impulses;
  double residual{0.0};   ///< recomputed, in velocity units of the problem; NaN at worst [-]
  std::int64_t solve{0};  ///< of the run, from 1
};

/// The solvers' claims of convergence, solve by solve, checked against residuals recomputed from
/// their answers:
///
///   contact problems  the natural residual (ResidualYardstick) over the problem's velocity unit
///   linear systems    the backward error |b - A x| / (|A| |x| + |b|), largest entries, row sums
///
/// A claim of convergence is true if that residual is at most 10 times the tolerance of the solver,
/// or `least` if that is larger or if it has none: 1e-8 of a velocity unit, 1e-12 of a linear
/// system. A residual that is not a number makes every claim false.
class SolveAudit {
 public:
  static constexpr double least_contact = 1e-8, least_linear = 1e-12, slack = 10.0;

  /// `tolerance`: of the solver's settings, absent where it has none.
  explicit SolveAudit(std::optional<double> tolerance) : tolerance_(tolerance.value_or(0.0)) {}

  void heard(const ContactProblem& problem, std::span<const double> impulses,
             const SolveReport& report);
  void heard(const BlockMatrix& matrix, const std::vector<double>& b, const std::vector<double>& x,
             const SolveReport& report);

  /// solves, solves_claimed, claims_false, claims_true (share [-], where there are claims) and
  /// solve_residual, the worst one [-]; nothing without a solve.
  void finish(std::map<std::string, double>& quantities) const;

  /// Keeps the contact problem of the worst residual from now on.
  void keep_worst() { keeps_worst_ = true; }
  [[nodiscard]] const std::optional<AnsweredProblem>& worst() const { return kept_; }

 private:
  /// Whether this residual is the largest so far.
  bool judge(double residual, double least, const SolveReport& report);

  double tolerance_;
  ResidualYardstick residual_of_;
  std::vector<double> product_;
  double solves_{0.0}, claimed_{0.0}, false_{0.0}, worst_{0.0};
  bool keeps_worst_{false};
  std::optional<AnsweredProblem> kept_;
};

}  // namespace impactbench
