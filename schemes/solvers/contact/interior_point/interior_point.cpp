#include "schemes/solvers/contact/interior_point/interior_point.hpp"

#include "schemes/solvers/api/contact_entry.hpp"
#include "schemes/solvers/support/coulomb/central_path.hpp"
#include "schemes/solvers/support/coulomb/coulomb_solver.hpp"
#include "schemes/solvers/support/frictionless/frictionless.hpp"
#include "schemes/solvers/support/frictionless/velocity_newton.hpp"
#include "schemes/solvers/support/iterations/best_iterate.hpp"

#include <algorithm>
#include <cmath>

namespace impactbench::interior_point {
namespace {

/// Weight of |y - y_k|^2 / 2 added to the objective of a step: bounds D, which redundant rows
/// would otherwise drive beyond the range of a factorisation; it does not change the
/// solution.
constexpr double proximal = 1e-11;

class Orthant final : public ContactSolver {
 public:
  explicit Orthant(Params p) : params_(p) {}

  void prepare(std::size_t contact_count, std::size_t body_count, int) override {
    form_.prepare(contact_count, body_count);
    newton_.prepare(contact_count, body_count);
    best_.prepare(contact_count);
    for (auto* per_row : {&y_, &w_, &dy_, &dw_, &r_, &t_, &d_, &trial_, &sharp_})
      per_row->reserve(contact_count);
    active_.reserve(contact_count);
    dx_.reserve(Frictionless::room(body_count));
  }

  SolveReport solve(const ContactProblem& problem, std::vector<double>& p) override {
    if (!form_.pack(problem, p, Frictionless::Scaling::jacobi, trial_)) return {};
    best_.start();
    offer(trial_);
    if (best_.residual() <= params_.tolerance || form_.size() == 0)
      return best_.conclude(form_, params_.tolerance, 0, p);
    newton_.analyse(form_);
    start();
    int k = 0;
    while (k < params_.max_iterations) {
      ++k;
      const bool works = step();
      if (works) offer(y_);
      if (best_.residual() <= params_.tolerance) break;
      const bool ends = !works || mu_ <= 1e-16 * mu_start_;
      if (ends || stands_out()) k += polish(params_.max_iterations - k);
      if (ends || best_.residual() <= params_.tolerance) break;
    }
    return best_.conclude(form_, params_.tolerance, k, p);
  }

 private:
  double offer(const std::vector<double>& y) {
    const double residual = form_.residual(y);
    best_.offer(residual, y);
    return residual;
  }

  /// y = w = the size of b, or more where a row separates faster.
  void start() {
    double size = 0.0;
    for (const double b : form_.b())
      size = std::max(size, std::abs(b));
    if (!(size > 0.0)) size = 1.0;
    y_.assign(form_.size(), size);
    w_.resize(form_.size());
    for (std::size_t c = 0; c < w_.size(); ++c)
      w_[c] = std::max(size, form_.b()[c]);
    mu_start_ = mu_ = mean_product();
  }

  [[nodiscard]] double mean_product() const {
    double sum = 0.0;
    for (std::size_t c = 0; c < y_.size(); ++c)
      sum += y_[c] * w_[c];
    return sum / static_cast<double>(y_.size());
  }

  /// One predictor and corrector. False where the factorisation failed.
  bool step() {
    const std::size_t n = y_.size();
    form_.multiply(y_, r_, true);
    d_.resize(n);
    t_.assign(n, 0.0);
    for (std::size_t c = 0; c < n; ++c) {
      r_[c] -= w_[c];
      d_[c] = y_[c] / (w_[c] + proximal * y_[c]);
    }
    if (!newton_.factor(d_)) return false;
    direction();
    const double full = longest(1.0);
    double after = 0.0;
    for (std::size_t c = 0; c < n; ++c)
      after += (y_[c] + full * dy_[c]) * (w_[c] + full * dw_[c]);
    after /= static_cast<double>(n);
    const double sigma = std::pow(after / mu_, 3);
    for (std::size_t c = 0; c < n; ++c)
      t_[c] = sigma * mu_ - dy_[c] * dw_[c];
    direction();
    const double length = longest(0.995);
    for (std::size_t c = 0; c < n; ++c) {
      y_[c] += length * dy_[c];
      w_[c] += length * dw_[c];
    }
    mu_ = mean_product();
    return std::isfinite(mu_);
  }

  /// dy, dw for the targets t_.
  void direction() {
    newton_.pull(
        [&](std::size_t c) {
          return (t_[c] - y_[c] * (w_[c] + r_[c])) / (w_[c] + proximal * y_[c]);
        },
        dx_);
    newton_.solve(dx_);
    dy_.resize(y_.size());
    dw_.resize(y_.size());
    newton_.push(dx_, [&](std::size_t c, double gx) {
      dy_[c] = (t_[c] - y_[c] * (w_[c] + gx + r_[c])) / (w_[c] + proximal * y_[c]);
      dw_[c] = gx + r_[c] + proximal * dy_[c];
    });
  }

  /// The step along dy, dw of this share of the distance to the boundary, 1 at most.
  [[nodiscard]] double longest(double share) const {
    double length = 1.0;
    for (std::size_t c = 0; c < y_.size(); ++c) {
      if (dy_[c] < 0.0) length = std::min(length, -share * y_[c] / dy_[c]);
      if (dw_[c] < 0.0) length = std::min(length, -share * w_[c] / dw_[c]);
    }
    return length;
  }

  /// Whether each row has decided: y and w are a factor 1e3 apart.
  [[nodiscard]] bool stands_out() const {
    for (std::size_t c = 0; c < y_.size(); ++c) {
      if (std::max(y_[c], w_[c]) < 1e3 * std::min(y_[c], w_[c])) return false;
    }
    return true;
  }

  /// Newton steps on the active rows from the interior point; returns their number. Ends at a step
  /// that increases the residual.
  int polish(int most) {
    active_.resize(y_.size());
    trial_.resize(y_.size());
    for (std::size_t c = 0; c < y_.size(); ++c) {
      active_[c] = y_[c] > w_[c] ? 1 : 0;
      trial_[c] = active_[c] != 0 ? y_[c] : 0.0;
    }
    double residual = std::numeric_limits<double>::infinity();
    int k = 0;
    for (; k < std::min(params_.polish, most); ++k) {
      if (!newton_.proximal(active_, 1e6, trial_, sharp_)) return k + 1;
      for (double& q : sharp_)
        q = std::max(0.0, q);
      trial_.swap(sharp_);
      const double next = offer(trial_);
      if (next <= params_.tolerance || !(next < residual)) return k + 1;
      residual = next;
      for (std::size_t c = 0; c < trial_.size(); ++c)
        active_[c] = trial_[c] > 0.0 ? 1 : 0;
    }
    return k;
  }

  Params params_;
  Frictionless form_;
  VelocityNewton newton_;
  BestIterate best_;
  double mu_{0.0}, mu_start_{0.0};
  std::vector<double> y_, w_, dy_, dw_;
  std::vector<double> r_;  ///< W y + b - w
  std::vector<double> t_;  ///< what the products y w aim at
  std::vector<double> d_, dx_, trial_, sharp_;
  std::vector<char> active_;
};

struct WithFriction {
  using Parameters = Params;
  static constexpr std::string_view name = "interior_point";
  static CentralPath::Settings settings(const Params& p) {
    return {.factorisations = p.max_iterations, .tolerance = p.tolerance};
  }
};

class Solver final : public ContactSolver {
 public:
  using Parameters = Params;
  static constexpr std::string_view name = WithFriction::name;

  explicit Solver(Params p) : orthant_(p), cones_(p) {}

  void prepare(std::size_t contact_count, std::size_t body_count, int rows) override {
    of(rows).prepare(contact_count, body_count, rows);
  }
  SolveReport solve(const ContactProblem& problem, std::vector<double>& p) override {
    return of(problem.rows).solve(problem, p);
  }

 private:
  ContactSolver& of(int rows) {
    if (rows == 1) return orthant_;
    return cones_;
  }

  Orthant orthant_;
  CoulombSolver<CentralPath, WithFriction> cones_;
};

}  // namespace

SolverEntry entry() {
  return contact_entry<Solver>(
      "without friction Mehrotra's predictor-corrector, with it a central path followed around "
      "its folds",
      "Mehrotra 1992; Wright 1997; Acary and Cadoux 2013; this suite");
}

}  // namespace impactbench::interior_point
