#include "schemes/solvers/contact/apgd/apgd.hpp"

#include "schemes/solvers/support/accelerated_gradient.hpp"
#include "schemes/solvers/support/frictionless_entry.hpp"
#include "schemes/solvers/support/spectral_bound.hpp"

#include <algorithm>
#include <cmath>

namespace impactbench::apgd {
namespace {

class Solver final : public ContactSolver {
 public:
  using Parameters = Params;
  static constexpr std::string_view name = "apgd";

  explicit Solver(Params p) : params_(std::move(p)) {}

  void prepare(std::size_t contact_count, std::size_t body_count, int) override {
    form_.prepare(contact_count, body_count);
    bound_.prepare(contact_count, body_count);
    best_.prepare(contact_count);
    gradient_.prepare(contact_count, body_count);
    start_.reserve(contact_count);
  }

  SolveReport solve(const ContactProblem& problem, std::vector<double>& p) override {
    const auto scaling =
        params_.jacobi ? Frictionless::Scaling::jacobi : Frictionless::Scaling::none;
    if (!form_.pack(problem, p, scaling, start_)) return {};
    best_.start();
    const bool backtracking = params_.step == "backtracking";
    for (int k = 0;; ++k) {
      if (k % params_.check == 0 || k == params_.max_iterations) {
        const std::vector<double>& y = k == 0 ? start_ : gradient_.y();
        const double residual = form_.residual(y);
        if (!std::isfinite(residual)) return {SolveStatus::breakdown, k, 0.0};
        best_.offer(residual, y);
        if (residual <= params_.tolerance || k == params_.max_iterations || form_.size() == 0)
          return best_.conclude(form_, params_.tolerance, k, p);
      }
      if (k == 0) gradient_.start(form_, start_, first_curvature(backtracking));
      backtracking ? gradient_.step_and_test() : gradient_.step();
    }
  }

 private:
  [[nodiscard]] double first_curvature(bool backtracking) {
    return backtracking ? *std::max_element(form_.diagonal().begin(), form_.diagonal().end())
                        : 1.05 * bound_.power(form_, 30, 1e-3);
  }

  Params params_;
  Frictionless form_;
  SpectralBound bound_;
  BestIterate best_;
  AcceleratedGradient gradient_;
  std::vector<double> start_;
};

}  // namespace

SolverEntry entry() {
  return frictionless_entry<Solver>(
      "accelerated projected gradient with adaptive restart, without friction",
      "Nesterov 1983; O'Donoghue and Candes 2015; Mazhar et al. 2015");
}

}  // namespace impactbench::apgd
