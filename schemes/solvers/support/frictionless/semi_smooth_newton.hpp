#pragma once

#include "schemes/solvers/api/contact_solver.hpp"
#include "schemes/solvers/support/frictionless/frictionless_gradient.hpp"
#include "schemes/solvers/support/iterations/best_iterate.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace impactbench {

/// Semi-smooth Newton, that is a primal-dual active set method, with globalisation; no friction.
///
/// In Jacobi's scaling, f(y) = y.W y / 2 + b.y over y >= 0, w = W y + b. An iteration:
///
///   accelerated projected gradient steps, `smoothing` at a time, until fewer than one row in 200
///       has changed sides (y > 0 or not) meanwhile; left out where the Newton step before gained a
///       digit of the residual
///   active rows A = { y_c > min(w_c, eps) }, eps = the natural residual, at most max y / 10
///   q = argmin over y_A of f + |q - y|^2 / (2 sigma), q = 0 elsewhere: by `Newton`
///   y <- max(0, y + a (q - y)), the first a = 1, 1/2, 1/4, ... that lowers f enough (Armijo)
///
/// The proximal term makes the system regular for redundant contacts too (of the solutions it
/// selects one near the iterate) and vanishes at a solution: once A is right the error falls by
/// about 1 / (1 + sigma lambda) per iteration, lambda the least positive eigenvalue of W_AA.
///
/// Every part lowers f, so the method converges from any start (projected Newton, Bertsekas). It
/// stops only when own_residual = max_c |min(W_cc p_c, u_c)| / velocity_unit, recomputed, is at
/// most the tolerance. At max_iterations the best iterate is returned. Source: Hintermueller, Ito
/// and Kunisch 2002 (SIAM J. Optim. 13); Bertsekas 1982 (SIAM J. Control Optim. 20).
///
/// P has tolerance, max_iterations, sigma and smoothing. Newton has prepare, analyse(form),
/// proximal(active, sigma, y, q) as VelocityNewton, and iterations(k), the count that the solver
/// reports after k Newton steps.
template <class P, class Newton>
class SemiSmoothNewton : public ContactSolver {
 public:
  using Parameters = P;

  template <class... Arguments>
  explicit SemiSmoothNewton(const P& p, const Arguments&... of_newton)
      : params_(p), newton_(of_newton...) {}

  void prepare(std::size_t contact_count, std::size_t body_count, int) override {
    form_.prepare(contact_count, body_count);
    newton_.prepare(contact_count, body_count);
    best_.prepare(contact_count);
    gradient_.prepare(contact_count, body_count, 1);
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
      const int count = k == 0 ? 0 : newton_.iterations(k);
      if (!std::isfinite(residual)) return {SolveStatus::breakdown, count, 0.0};
      if (best_.residual() <= params_.tolerance || count >= params_.max_iterations ||
          form_.size() == 0)
        return best_.conclude(form_, params_.tolerance, count, p);
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

  /// y <- max(0, y + a (q - y)), f decreasing by 1e-4 of the decrease that its slope predicts.
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
  /// Newton step from rows that still change is wasted. They are kept if they lowered f, else one
  /// plain step, which does.
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

  P params_;
  Frictionless form_;
  Newton newton_;
  BestIterate best_;
  AcceleratedGradient<FrictionlessGradient> gradient_;
  double curvature_{1.0};
  std::vector<double> y_, w_, q_, trial_;
  std::vector<char> active_;
};

}  // namespace impactbench
