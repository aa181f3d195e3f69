#include "schemes/solvers/contact/nlgs/nlgs.hpp"

#include "schemes/solvers/api/contact_entry.hpp"
#include "schemes/solvers/support/sweeps/gauss_seidel.hpp"

#include <algorithm>
#include <cmath>

namespace impactbench::nlgs {
namespace {

class Solver final : public ContactSolver {
 public:
  using Parameters = Params;
  static constexpr std::string_view name = "nlgs";
  static constexpr bool takes_rolling = true;

  explicit Solver(Params p)
      : params_(std::move(p)),
        sweeps_(params_.order == "coloured" ? GaussSeidel::Order::coloured
                                            : GaussSeidel::Order::listed) {}

  void prepare(std::size_t contact_count, std::size_t body_count, int rows) override {
    sweeps_.prepare(contact_count, body_count, rows);
  }

  SolveReport solve(const ContactProblem& problem, std::vector<double>& p) override {
    SolveReport report;
    if (!sweeps_.start(problem, p)) return report;
    const bool natural = params_.stop == "natural";
    const bool has_unit = problem.velocity_unit > 0.0 && std::isfinite(problem.velocity_unit);
    if (natural && !has_unit) return report;
    if (natural && meets_natural(problem, p, report)) return converged(report);
    for (report.iterations = 1; report.iterations <= params_.max_sweeps; ++report.iterations) {
      const GaussSeidel::Change change = sweeps_.sweep(problem, p, params_.relaxation);
      // Before the stopping rule: a largest value, unlike a sum, loses a NaN on its way, and every
      // change is small beside an infinite norm.
      if (!std::isfinite(change.change) || !std::isfinite(change.norm)) {
        report.status = SolveStatus::breakdown;
        return report;
      }
      if (natural) {
        // The change is between 1 and omega times the residual of each contact as the sweep met it:
        // while it is far above the tolerance the true one need not be looked at.
        report.own_residual = change.residual / problem.velocity_unit;
        const bool settles =
            report.own_residual <= std::min(1.0, params_.relaxation) * params_.tolerance;
        if (report.own_residual <= 10.0 * params_.tolerance && meets_natural(problem, p, report)) {
          return converged(report);
        }
        // All that is left is a contact that no impulse opens.
        if (settles && sweeps_.closing(problem) > params_.tolerance * problem.velocity_unit) break;
      } else if (params_.stop == "relative") {
        report.own_residual = change.norm == 0.0 ? change.change : change.change / change.norm;
        if (change.change <= params_.tolerance * change.norm) return settled(problem, report);
      } else {
        report.own_residual = change.largest;
        if (change.largest < params_.tolerance) return settled(problem, report);
      }
    }
    report.iterations = std::min(report.iterations, params_.max_sweeps);
    report.status = SolveStatus::iteration_limit;
    if (natural && meets_natural(problem, p, report)) return converged(report);
    // Rows that are redundant but for rounding let p creep for ever, with velocities that solve.
    if (params_.stop == "relative" && has_unit) {
      const double creep = report.own_residual;
      if (meets_natural(problem, p, report)) return converged(report);
      report.own_residual = creep;
    }
    return report;
  }

 private:
  /// Puts the natural residual of p into the report.
  bool meets_natural(const ContactProblem& problem, const std::vector<double>& p,
                     SolveReport& report) {
    report.own_residual = sweeps_.natural(problem, p) / problem.velocity_unit;
    return report.own_residual <= params_.tolerance;
  }

  /// Impulses that no longer change solve nothing where a contact that none moves closes. Its
  /// velocity is part of b, and its sign as certain as the rounding of b lets it be.
  SolveReport settled(const ContactProblem& problem, SolveReport report) const {
    const bool has_unit = problem.velocity_unit > 0.0 && std::isfinite(problem.velocity_unit);
    const double unit = has_unit ? problem.velocity_unit : 1.0, rounding = has_unit ? 1e-12 : 0.0;
    const double closing = sweeps_.closing(problem) / unit;
    if (closing <= rounding) return converged(report);
    report.own_residual = closing;
    report.status = SolveStatus::iteration_limit;
    return report;
  }

  static SolveReport converged(SolveReport report) {
    report.status = SolveStatus::converged;
    return report;
  }

  Params params_;
  GaussSeidel sweeps_;
};

}  // namespace

SolverEntry entry() {
  return contact_entry<Solver>("nonlinear Gauss-Seidel, contact by contact, with Coulomb's cone",
                               "nguyen2024, section 4.1.3; Jean 1999");
}

}  // namespace impactbench::nlgs
