#include "schemes/solvers/contact/apgd/apgd.hpp"

#include "schemes/solvers/support/frictionless.hpp"
#include "schemes/solvers/support/spectral_bound.hpp"

#include <algorithm>
#include <cmath>

namespace impactbench::apgd {
namespace {

class Solver final : public ContactSolver {
 public:
  explicit Solver(Params p) : params_(std::move(p)) {}

  void prepare(std::size_t contact_count, std::size_t body_count, int) override {
    form_.prepare(contact_count, body_count);
    bound_.prepare(contact_count, body_count);
    best_.prepare(contact_count);
    for (auto* per_row : {&y_, &old_, &new_})
      per_row->reserve(contact_count);
    for (auto* per_body : {&momentum_, &momentum_old_, &momentum_new_, &velocity_})
      per_body->reserve(3 * (body_count + 1));
  }

  SolveReport solve(const ContactProblem& problem, std::vector<double>& p) override {
    const auto scaling =
        params_.jacobi ? Frictionless::Scaling::jacobi : Frictionless::Scaling::none;
    if (!form_.pack(problem, p, scaling, y_)) return {};
    start();
    const bool backtracking = params_.step == "backtracking";
    for (int k = 0;; ++k) {
      if (k % params_.check == 0 || k == params_.max_iterations) {
        const double residual = form_.residual(y_);
        if (!std::isfinite(residual)) return {SolveStatus::breakdown, k, 0.0};
        best_.offer(residual, y_);
        if (residual <= params_.tolerance || k == params_.max_iterations || form_.size() == 0)
          return best_.conclude(form_, params_.tolerance, k, p);
      }
      if (k == 0) find_step(backtracking);
      backtracking ? iterate<true>() : iterate<false>();
    }
  }

 private:
  void start() {
    best_.start();
    old_ = y_;
    new_.resize(y_.size());
    for (auto* per_body : {&momentum_, &momentum_new_, &velocity_})
      per_body->resize(form_.body_size());
    form_.scatter([&](std::size_t c) { return y_[c]; }, momentum_.data());
    momentum_old_ = momentum_;
    t_ = 1.0;
    beta_ = 0.0;
  }

  void find_step(bool backtracking) {
    curvature_ = backtracking
                     ? *std::max_element(form_.diagonal().begin(), form_.diagonal().end())
                     : 1.05 * bound_.power(form_, 30, 1e-3);
  }

  /// One step; with backtracking repeated until the curvature along it is not above L.
  template <bool Backtracking>
  void iterate() {
    for (;;) {
      const Step step = advance<Backtracking>();
      if constexpr (Backtracking) {
        const double seen = curvature_along(step.length);
        // The margin is for rounding where L is the exact largest eigenvalue.
        if (seen > curvature_ * (1.0 + 1e-10)) {
          curvature_ = seen;
          continue;
        }
      }
      accept(step.ascent > 0.0);
      return;
    }
  }

  struct Step {
    double ascent{0.0};  ///< (W z + b) . (y_new - y)
    double length{0.0};  ///< |y_new - z|^2
  };

  template <bool Backtracking>
  Step advance() {
    for (std::size_t k = 0; k < velocity_.size(); ++k) {
      velocity_[k] = form_.inverse_mass()[k] *
                     (momentum_[k] + beta_ * (momentum_[k] - momentum_old_[k]));
      momentum_new_[k] = 0.0;
    }
    const double step = 1.0 / curvature_, beta = beta_;
    const double *b = form_.b().data(), *y = y_.data(), *old = old_.data();
    double* next = new_.data();
    Step out;
    form_.pass(velocity_.data(), momentum_new_.data(), [&](std::size_t c, double w) {
      const double z = y[c] + beta * (y[c] - old[c]);
      const double gradient = w + b[c];
      const double x = std::max(0.0, z - step * gradient);
      out.ascent += gradient * (x - y[c]);
      if constexpr (Backtracking) out.length += (x - z) * (x - z);
      next[c] = x;
      return x;
    });
    return out;
  }

  /// d.W d / |d|^2 of the step d = y_new - z, from the momenta: velocity_ is M^-1 H z.
  [[nodiscard]] double curvature_along(double length) const {
    if (!(length > 0.0)) return 0.0;
    double energy = 0.0;
    for (std::size_t k = 0; k < velocity_.size(); ++k) {
      const double d = momentum_new_[k] - (momentum_[k] + beta_ * (momentum_[k] - momentum_old_[k]));
      energy += form_.inverse_mass()[k] * d * d;
    }
    return energy / length;
  }

  void accept(bool restart) {
    old_.swap(y_);
    y_.swap(new_);
    momentum_old_.swap(momentum_);
    momentum_.swap(momentum_new_);
    if (restart) {
      t_ = 1.0;
      beta_ = 0.0;
      return;
    }
    const double next = 0.5 * (1.0 + std::sqrt(1.0 + 4.0 * t_ * t_));
    beta_ = (t_ - 1.0) / next;
    t_ = next;
  }

  Params params_;
  Frictionless form_;
  SpectralBound bound_;
  BestIterate best_;
  double curvature_{1.0}, t_{1.0}, beta_{0.0};
  std::vector<double> y_, old_, new_;
  std::vector<double> momentum_, momentum_old_, momentum_new_;  ///< H y, H y_old, H y_new
  std::vector<double> velocity_;                                ///< M^-1 H z
};

}  // namespace

SolverEntry entry() {
  return {.name = "apgd",
          .summary = "accelerated projected gradient with adaptive restart, without friction",
          .reference = "Nesterov 1983; O'Donoghue and Candes 2015; Mazhar et al. 2015",
          .parameters = parameters_of<Params>(),
          .make = MakeContact{[](const ParameterSet& given) -> std::unique_ptr<ContactSolver> {
            return std::make_unique<Solver>(parse<Params>(given, "solver apgd"));
          }},
          .refuses = [](const SolverTask& task) -> std::optional<std::string> {
            if (task.friction) return "apgd takes contacts without friction only";
            return std::nullopt;
          }};
}

}  // namespace impactbench::apgd
