#include "schemes/solvers/contact/uzawa/uzawa.hpp"

#include "problems/base/error.hpp"
#include "schemes/solvers/support/frictionless/frictionless.hpp"
#include "schemes/solvers/support/frictionless/frictionless_entry.hpp"
#include "schemes/solvers/support/frictionless/spectral_bound.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace impactbench::uzawa {
namespace {

class Solver final : public ContactSolver {
 public:
  using Parameters = Params;
  static constexpr std::string_view name = "uzawa";

  explicit Solver(Params p) : params_(std::move(p)) {}

  void prepare(std::size_t contact_count, std::size_t body_count, int) override {
    form_.prepare(contact_count, body_count);
    bound_.prepare(contact_count, body_count);
    best_.prepare(contact_count);
    y_.reserve(contact_count);
    for (auto* per_body : {&momentum_, &velocity_})
      per_body->reserve(Frictionless::room(body_count));
  }

  SolveReport solve(const ContactProblem& problem, std::vector<double>& p) override {
    if (!form_.pack(problem, p, Frictionless::Scaling::none, y_)) return {};
    best_.start();
    for (auto* per_body : {&momentum_, &velocity_})
      per_body->resize(form_.body_size());
    form_.scatter([&](std::size_t c) { return y_[c]; }, momentum_.data());
    double rho = 0.0;
    for (int k = 0;; ++k) {
      if (k % params_.check == 0 || k == params_.max_iterations) {
        const double residual = form_.residual(y_);
        if (!std::isfinite(residual)) return {SolveStatus::breakdown, k, 0.0};
        best_.offer(residual, y_);
        if (residual <= params_.tolerance || k == params_.max_iterations || form_.size() == 0)
          return best_.conclude(form_, params_.tolerance, k, p);
      }
      if (k == 0) rho = find_step();
      iterate(rho);
    }
  }

 private:
  void iterate(double rho) {
    for (std::size_t k = 0; k < velocity_.size(); ++k) {
      velocity_[k] = form_.inverse_mass()[k] * momentum_[k];
      momentum_[k] = 0.0;
    }
    const double* b = form_.b().data();
    double* y = y_.data();
    form_.pass(velocity_.data(), momentum_.data(), [&](std::size_t c, double w) {
      const double x = std::max(0.0, y[c] - rho * (w + b[c]));
      y[c] = x;
      return x;
    });
  }

  [[nodiscard]] double find_step() {
    if (params_.step == "maury") return touching_bound();
    if (params_.step == "corrected") return 1.9 / bound_.per_body(form_);
    if (params_.step == "row_sum") return 1.9 / bound_.row_sum(form_);
    if (params_.step == "power") return 1.9 / bound_.power(form_, 100, 1e-3);
    if (!params_.allow_divergence) {
      const double limit = 2.0 / bound_.power(form_, 1000, 1e-6);
      if (!(params_.rho < limit)) {
        throw ConfigurationError(
            fmt::format("solver uzawa: rho = {} is not in (0, 2 / lambda_max) = (0, {:.6g}) of "
                        "this contact problem; allow_divergence = true accepts it anyway",
                        params_.rho, limit));
      }
    }
    return params_.rho;
  }

  /// maury2004, remark 8, with |n|^2 of the rows (1 there) beside the mass.
  [[nodiscard]] double touching_bound() const {
    static constexpr double touching[] = {2.0, 6.0, 12.0};
    const std::size_t d = form_.width();
    const double kappa = touching[std::min<std::size_t>(d, 3) - 1];
    double weight = 0.0, length = 0.0;
    for (const double inverse : form_.inverse_mass())
      weight = std::max(weight, inverse);
    for (std::size_t c = 0; c < form_.size(); ++c) {
      const auto row = form_.halves(c);
      double a = 0.0, b = 0.0;
      for (std::size_t k = 0; k < d; ++k) {
        a += row.a[k] * row.a[k];
        b += row.b[k] * row.b[k];
      }
      length = std::max({length, a, b});
    }
    return 1.0 / (weight * length * 2.0 * kappa * std::sqrt(static_cast<double>(d)));
  }

  Params params_;
  Frictionless form_;
  SpectralBound bound_;
  BestIterate best_;
  std::vector<double> y_;
  std::vector<double> momentum_, velocity_;
};

}  // namespace

SolverEntry entry() {
  return frictionless_entry<Solver>(
      "Uzawa: projected gradient of fixed step on the dual, without friction",
      "maury2004, section 3.3");
}

}  // namespace impactbench::uzawa
