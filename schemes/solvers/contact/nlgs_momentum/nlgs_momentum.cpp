#include "schemes/solvers/contact/nlgs_momentum/nlgs_momentum.hpp"

#include "schemes/solvers/api/contact_entry.hpp"
#include "schemes/solvers/support/iterations/best_iterate.hpp"
#include "schemes/solvers/support/sweeps/momentum_sweeps.hpp"

#include <cmath>

namespace impactbench::nlgs_momentum {
namespace {

/// The form for BestIterate: impulses are kept unscaled.
struct AsTheyAre {
  static void unpack(const std::vector<double>& y, std::vector<double>& p) { p = y; }
};

class Solver final : public ContactSolver {
 public:
  using Parameters = Params;
  static constexpr std::string_view name = "nlgs_momentum";
  static constexpr bool takes_rolling = true;

  explicit Solver(const Params& p) : params_(p) {}

  void prepare(std::size_t contact_count, std::size_t body_count, int rows) override {
    sweeps_.prepare(contact_count, body_count, rows);
    best_.prepare(contact_count * static_cast<std::size_t>(rows));
  }

  SolveReport solve(const ContactProblem& problem, std::vector<double>& p) override {
    const double unit = problem.velocity_unit;
    if (!(unit > 0.0 && std::isfinite(unit)) || !sweeps_.start(problem, p)) return {};
    best_.start();
    for (int k = 0;; ++k) {
      if (k % params_.check == 0 || k == params_.max_iterations) {
        const double residual = sweeps_.natural(problem, p) / unit;
        if (!std::isfinite(residual)) return {SolveStatus::breakdown, k, 0.0};
        best_.offer(residual, p);
        if (residual <= params_.tolerance || k == params_.max_iterations)
          return best_.conclude(AsTheyAre{}, params_.tolerance, k, p);
      }
      sweeps_.step(problem, p);
    }
  }

 private:
  Params params_;
  MomentumSweeps sweeps_;
  BestIterate best_;
};

}  // namespace

SolverEntry entry() {
  return contact_entry<Solver>("nonlinear Gauss-Seidel with Nesterov's momentum and restart",
                               "Nesterov 1983; O'Donoghue and Candes 2015; Jean 1999");
}

}  // namespace impactbench::nlgs_momentum
