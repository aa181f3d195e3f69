#include "schemes/solvers/contact/ssn/ssn.hpp"

#include "schemes/solvers/support/accelerated_gradient.hpp"
#include "schemes/solvers/support/frictionless_entry.hpp"
#include "schemes/solvers/support/velocity_newton.hpp"

#include <algorithm>
#include <cmath>

namespace impactbench::ssn {
namespace {

class Solver final : public ContactSolver {
 public:
  using Parameters = Params;
  static constexpr std::string_view name = "ssn";

  explicit Solver(Params p) : params_(p) {}

  void prepare(std::size_t contact_count, std::size_t body_count, int) override {
    form_.prepare(contact_count, body_count);
    newton_.prepare(contact_count, body_count);
    best_.prepare(contact_count);
    gradient_.prepare(contact_count, body_count);
    for (auto* per_row : {&y_, &w_, &q_, &trial_})
      per_row->reserve(contact_count);
    active_.reserve(contact_count);
  }

  SolveReport solve(const ContactProblem& problem, std::vector<double>& p) override {
    if (!form_.pack(problem, p, Frictionless::Scaling::jacobi, y_)) return {};
    best_.start();
    double last = 0.0;
    for (int k = 0;; ++k) {
      const double residual = look(y_);
      if (!std::isfinite(residual)) return {SolveStatus::breakdown, k, 0.0};
      if (residual <= params_.tolerance || k == params_.max_iterations || form_.size() == 0)
        return best_.conclude(form_, params_.tolerance, k, p);
      if (k == 0) {
        newton_.analyse(form_);
        curvature_ = *std::max_element(form_.diagonal().begin(), form_.diagonal().end());
      }
      // As long as Newton steps gain a digit each, gradient steps would only delay them.
      const bool newton_works = residual <= 0.1 * last;
      last = residual;
      if (!newton_works) smooth();
      if (best_.residual() > params_.tolerance) newton_step();
    }
  }

 private:
  double look(const std::vector<double>& y) {
    const double residual = form_.residual(y);
    best_.offer(residual, y);
    return residual;
  }

  void mark_active() {
    form_.multiply(y_, w_, true);
    double size = 0.0, residual = 0.0;
    for (std::size_t c = 0; c < y_.size(); ++c) {
      size = std::max(size, y_[c]);
      residual = std::max(residual, std::abs(std::min(y_[c], w_[c])));
    }
    const double margin = std::min(0.1 * size, residual);
    active_.resize(y_.size());
    for (std::size_t c = 0; c < y_.size(); ++c)
      active_[c] = y_[c] > std::min(w_[c], margin) ? 1 : 0;
  }

  /// y <- max(0, y + a (q - y)) where f falls by 1e-4 of what its slope along the step promises.
  void newton_step() {
    mark_active();
    if (!newton_.proximal(active_, params_.sigma, y_, q_)) return;
    look(y_);
    const double before = form_.last_objective();
    for (double a = 1.0; a > 1e-6; a *= 0.5) {
      double slope = 0.0;
      trial_.resize(y_.size());
      for (std::size_t c = 0; c < y_.size(); ++c) {
        trial_[c] = std::max(0.0, y_[c] + a * (q_[c] - y_[c]));
        slope += w_[c] * (trial_[c] - y_[c]);
      }
      const double residual = look(trial_);
      if (residual <= params_.tolerance ||
          form_.last_objective() <= before + 1e-4 * std::min(slope, 0.0)) {
        y_.swap(trial_);
        return;
      }
    }
  }

  /// Accelerated steps, `smoothing` at a time, until the rows with an impulse have settled: a
  /// Newton step from rows that still change is wasted. Kept where they lowered f, else one plain
  /// step, which does.
  void smooth() {
    look(y_);
    const double before = form_.last_objective();
    gradient_.start(form_, y_, curvature_);
    active_.assign(y_.size(), 0);
    for (int round = 0; round < 50; ++round) {
      for (int k = 0; k < params_.smoothing; ++k)
        gradient_.step_and_test();
      std::size_t changed = 0;
      for (std::size_t c = 0; c < active_.size(); ++c) {
        const char now = gradient_.y()[c] > 0.0 ? 1 : 0;
        changed += now != active_[c] ? 1 : 0;
        active_[c] = now;
      }
      if (look(gradient_.y()) <= params_.tolerance || 200 * changed <= active_.size()) break;
    }
    curvature_ = gradient_.curvature();
    if (form_.last_objective() > before) {
      gradient_.start(form_, y_, curvature_);
      gradient_.step_and_test();
      look(gradient_.y());
    }
    y_ = gradient_.y();
  }

  Params params_;
  Frictionless form_;
  VelocityNewton newton_;
  BestIterate best_;
  AcceleratedGradient gradient_;
  double curvature_{1.0};
  std::vector<double> y_, w_, q_, trial_;
  std::vector<char> active_;
};

}  // namespace

SolverEntry entry() {
  return frictionless_entry<Solver>(
      "semi-smooth Newton (primal-dual active set), globalised, without friction",
      "Hintermueller, Ito and Kunisch 2002; Bertsekas 1982");
}

}  // namespace impactbench::ssn
