#include "schemes/solvers/contact/alm_newton/alm_newton.hpp"

#include "schemes/solvers/support/frictionless/frictionless_entry.hpp"
#include "schemes/solvers/support/frictionless/velocity_newton.hpp"

#include <algorithm>
#include <cmath>

namespace impactbench::alm_newton {
namespace {

class Solver final : public ContactSolver {
 public:
  using Parameters = Params;
  static constexpr std::string_view name = "alm_newton";

  explicit Solver(Params p) : params_(p) {}

  void prepare(std::size_t contact_count, std::size_t body_count, int) override {
    form_.prepare(contact_count, body_count);
    newton_.prepare(contact_count, body_count);
    best_.prepare(contact_count);
    for (auto* per_row : {&y_, &gx_, &gdx_, &d_, &last_d_})
      per_row->reserve(contact_count);
    active_.reserve(contact_count);
    for (auto* per_body : {&x_, &gradient_, &dx_})
      per_body->reserve(Frictionless::room(body_count));
  }

  SolveReport solve(const ContactProblem& problem, std::vector<double>& p) override {
    if (!form_.pack(problem, p, Frictionless::Scaling::jacobi, y_)) return {};
    best_.start();
    int k = 0;
    for (;;) {
      const double residual = form_.residual(y_);
      if (!std::isfinite(residual)) return {SolveStatus::breakdown, k, 0.0};
      best_.offer(residual, y_);
      if (residual <= params_.tolerance || k >= params_.max_iterations || form_.size() == 0)
        return best_.conclude(form_, params_.tolerance, k, p);
      if (k == 0) begin();
      if (!minimise(k)) return best_.conclude(form_, params_.tolerance, k, p);
      for (std::size_t c = 0; c < y_.size(); ++c)
        y_[c] = multiplier(c, gx_[c]);
      sigma_ = std::min(params_.largest, params_.growth * sigma_);
      if (d_ == last_d_ && k < params_.max_iterations) sharpen(k);
    }
  }

 private:
  /// x = G^T y, the velocities of the multipliers.
  void begin() {
    newton_.analyse(form_);
    d_.clear();  // belongs to no factors
    sigma_ = params_.sigma;
    newton_.pull([&](std::size_t c) { return y_[c]; }, x_);
    product(x_, gx_);
  }

  void product(const std::vector<double>& x, std::vector<double>& gx) {
    gx.resize(form_.size());
    newton_.push(x, [&](std::size_t c, double value) { gx[c] = value; });
  }

  [[nodiscard]] double multiplier(std::size_t c, double gx) const {
    return std::max(0.0, y_[c] - sigma_ * (gx + form_.b()[c]));
  }

  /// The same outer step at a large sigma on the present active rows, which have settled: there it
  /// is linear, and taken as a correction it is not limited by rounding times sigma. It is kept if
  /// it lowers the residual.
  void sharpen(int& k) {
    const double before = form_.residual(y_);
    best_.offer(before, y_);
    active_.resize(y_.size());
    for (std::size_t c = 0; c < y_.size(); ++c)
      active_[c] = y_[c] > 0.0 ? 1 : 0;
    ++k;
    d_.clear();
    if (!newton_.proximal(active_, 1e6, y_, gdx_)) return;
    for (double& q : gdx_)
      q = std::max(0.0, q);
    if (!(form_.residual(gdx_) < before)) return;
    y_.swap(gdx_);
    newton_.pull([&](std::size_t c) { return y_[c]; }, x_);
    product(x_, gx_);
  }

  /// Newton steps on phi until its gradient x - G^T y_new is small. Counts them in k; at least
  /// one is made. False where one failed or no step lowers phi any more.
  bool minimise(int& k) {
    for (bool first = true; k < params_.max_iterations; first = false) {
      newton_.pull([&](std::size_t c) { return multiplier(c, gx_[c]); }, gradient_);
      double norm = 0.0, size = 0.0;
      for (std::size_t j = 0; j < x_.size(); ++j) {
        size += gradient_[j] * gradient_[j];
        gradient_[j] = x_[j] - gradient_[j];
        norm += gradient_[j] * gradient_[j];
      }
      norm = std::sqrt(norm);
      if (!first && norm <= inner_tolerance(std::sqrt(size))) return true;
      last_d_.swap(d_);
      d_.resize(y_.size());
      for (std::size_t c = 0; c < y_.size(); ++c)
        d_[c] = multiplier(c, gx_[c]) > 0.0 ? sigma_ : 0.0;
      ++k;
      if (d_ != last_d_ && !newton_.factor(d_)) return false;
      dx_.resize(x_.size());
      for (std::size_t j = 0; j < x_.size(); ++j)
        dx_[j] = -gradient_[j];
      newton_.solve(dx_);
      product(dx_, gdx_);
      if (!line_search()) return true;  // at the rounding of phi: the multipliers may still move
    }
    return true;
  }

  /// Not below the rounding of sigma (G x + b), which makes the multipliers.
  [[nodiscard]] double inner_tolerance(double size) const {
    const auto rows = static_cast<double>(form_.size());
    const double asked = params_.inner * std::max(best_.residual(), params_.tolerance) *
                         form_.least_unit() / std::sqrt(rows);
    double largest = 0.0;
    for (const double b : form_.b())
      largest = std::max(largest, std::abs(b));
    constexpr double rounding = std::numeric_limits<double>::epsilon();
    return std::max(asked, 4.0 * rounding * (sigma_ * largest * std::sqrt(rows) + size));
  }

  /// The derivative of phi along dx at a; it grows with a.
  [[nodiscard]] double slope(double a) const {
    double sum = 0.0;
    for (std::size_t j = 0; j < x_.size(); ++j)
      sum += (x_[j] + a * dx_[j]) * dx_[j];
    for (std::size_t c = 0; c < y_.size(); ++c)
      sum -= multiplier(c, gx_[c] + a * gdx_[c]) * gdx_[c];
    return sum;
  }

  /// The full step where phi still falls at its end or the slope there is a tenth of the first;
  /// else the zero of the slope by bisection, which differences of phi could not find to rounding.
  bool line_search() {
    const double first = slope(0.0);
    if (!(first < 0.0)) return false;
    double a = 1.0;
    if (slope(1.0) > 0.1 * -first) {
      double low = 0.0, high = 1.0;
      for (int k = 0; k < 30; ++k) {
        a = 0.5 * (low + high);
        const double at = slope(a);
        if (std::abs(at) <= 0.1 * -first) break;
        (at < 0.0 ? low : high) = a;
      }
    }
    for (std::size_t j = 0; j < x_.size(); ++j)
      x_[j] += a * dx_[j];
    product(x_, gx_);
    return true;
  }

  Params params_;
  Frictionless form_;
  VelocityNewton newton_;
  BestIterate best_;
  std::vector<char> active_;
  double sigma_{1.0};
  std::vector<double> y_, gx_, gdx_;       ///< multipliers, G x, G dx, per row
  std::vector<double> d_, last_d_;         ///< of the last factors, and before
  std::vector<double> x_, gradient_, dx_;  ///< per body entry
};

}  // namespace

SolverEntry entry() {
  return frictionless_entry<Solver>(
      "augmented Lagrangian, semi-smooth Newton in velocity space, without friction",
      "Rockafellar 1976; Qi and Sun 1993");
}

}  // namespace impactbench::alm_newton
