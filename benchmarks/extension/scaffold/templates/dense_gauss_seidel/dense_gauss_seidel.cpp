#include "dense_gauss_seidel.hpp"

#include <algorithm>
#include <cmath>

namespace impactbench::dense_gauss_seidel {
namespace {

class Solver final : public ContactSolver {
 public:
  explicit Solver(const Params& p) : params_(p) {}

  void prepare(std::size_t, std::size_t, int) override {}

  SolveReport solve(const ContactProblem& problem, std::vector<double>& p) override {
    const std::size_t n = problem.size();
    const std::vector<double> w = dense_delassus(problem);
    SolveReport report{SolveStatus::iteration_limit, 0, 0.0};
    for (;; ++report.iterations) {
      report.own_residual = residual(problem, w, p) / problem.velocity_unit;
      if (!std::isfinite(report.own_residual)) {
        report.status = SolveStatus::breakdown;
        return report;
      }
      if (report.own_residual <= params_.tolerance) report.status = SolveStatus::converged;
      if (report.status == SolveStatus::converged || report.iterations == params_.max_sweeps)
        return report;
      for (std::size_t c = 0; c < n; ++c)
        p[c] = std::max(0.0, p[c] - velocity(problem, w, p, c) / w[c * n + c]);
    }
  }

 private:
  static double velocity(const ContactProblem& problem, const std::vector<double>& w,
                         const std::vector<double>& p, std::size_t c) {
    double u = problem.b[c];
    for (std::size_t k = 0; k < p.size(); ++k)
      u += w[k * p.size() + c] * p[k];
    return u;
  }
  static double residual(const ContactProblem& problem, const std::vector<double>& w,
                         const std::vector<double>& p) {
    double worst = 0.0;
    for (std::size_t c = 0; c < p.size(); ++c) {
      const double u = velocity(problem, w, p, c), push = w[c * p.size() + c] * p[c];
      if (!std::isfinite(u) || !std::isfinite(push)) return u + push;
      worst = std::max(worst, std::abs(std::min(push, u)));
    }
    return worst;
  }

  Params params_;
};

}  // namespace

SolverEntry entry() {
  return {.name = "dense_gauss_seidel",
          .summary = "projected Gauss-Seidel on the dense W, without friction",
          .reference = "example of a plug-in",
          .parameters = parameters_of<Params>(),
          .make = MakeContact{[](const ParameterSet& given) -> std::unique_ptr<ContactSolver> {
            return std::make_unique<Solver>(parse<Params>(given, "solver dense_gauss_seidel"));
          }},
          .refuses = [](const SolverTask& task) -> std::optional<std::string> {
            if (task.friction) return "dense_gauss_seidel has no law of friction";
            return std::nullopt;
          }};
}

}  // namespace impactbench::dense_gauss_seidel
