#include "schemes/solvers/contact/mprgp/mprgp.hpp"

#include "schemes/solvers/support/frictionless.hpp"
#include "schemes/solvers/support/spectral_bound.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace impactbench::mprgp {
namespace {

class Solver final : public ContactSolver {
 public:
  explicit Solver(Params p) : params_(std::move(p)) {}

  void prepare(std::size_t contact_count, std::size_t body_count, int) override {
    form_.prepare(contact_count, body_count);
    bound_.prepare(contact_count, body_count);
    best_.prepare(contact_count);
    for (auto* per_row : {&y_, &g_, &d_, &wd_})
      per_row->reserve(contact_count);
    for (auto* per_body : {&momentum_, &velocity_})
      per_body->reserve(3 * (body_count + 1));
  }

  SolveReport solve(const ContactProblem& problem, std::vector<double>& p) override {
    const auto scaling =
        params_.jacobi ? Frictionless::Scaling::jacobi : Frictionless::Scaling::none;
    if (!form_.pack(problem, p, scaling, y_)) return {};
    best_.start();
    for (auto* per_body : {&momentum_, &velocity_})
      per_body->resize(form_.body_size());
    d_.resize(y_.size());
    wd_.resize(y_.size());
    alpha_ = 0.0;
    refresh();
    for (int k = 0;; ++k) {
      State at = look();
      if (at.residual <= params_.tolerance || k == params_.max_iterations || k % 100 == 0) {
        const double residual = form_.residual(y_);
        if (!std::isfinite(residual)) return {SolveStatus::breakdown, k, 0.0};
        best_.offer(residual, y_);
        if (residual <= params_.tolerance || k == params_.max_iterations || form_.size() == 0)
          return best_.conclude(form_, params_.tolerance, k, p);
        if (at.residual <= params_.tolerance) {  // the updated gradient has drifted
          refresh();
          at = look();
        }
      }
      if (alpha_ == 0.0) {
        alpha_ = params_.expansion / (1.05 * bound_.power(form_, 30, 1e-3));
        at = look();
      }
      if (!at.proportional(params_.gamma)) {
        proportion();
      } else {
        free_step();
      }
    }
  }

 private:
  struct State {
    double residual{0.0}, chopped{0.0}, reduced{0.0};
    [[nodiscard]] bool proportional(double gamma) const {
      return chopped <= gamma * gamma * reduced;
    }
  };

  [[nodiscard]] State look() const {
    State out{.residual = form_.floor()};
    const double inverse = alpha_ > 0.0 ? 1.0 / alpha_ : 0.0;
    for (std::size_t c = 0; c < y_.size(); ++c) {
      const double y = y_[c], g = g_[c];
      out.residual = std::max(out.residual, form_.natural(c, y, g));
      if (y > 0.0) {
        out.reduced += std::min(y * inverse, g) * g;
      } else {
        out.chopped += std::min(g, 0.0) * g;
      }
    }
    return out;
  }

  /// g = W y + b afresh, d = phi.
  void refresh() {
    form_.multiply(y_, g_, true);
    face_direction();
  }

  void face_direction() {
    for (std::size_t c = 0; c < y_.size(); ++c)
      d_[c] = y_[c] > 0.0 ? g_[c] : 0.0;
  }

  /// wd = W d; returns d.W d and d.g.
  struct Products {
    double dwd{0.0}, dg{0.0};
  };
  Products multiply() {
    form_.scatter([&](std::size_t c) { return d_[c]; }, momentum_.data());
    form_.velocity(momentum_.data(), velocity_.data());
    Products out;
    form_.gather(velocity_.data(), [&](std::size_t c, double w) {
      wd_[c] = w;
      out.dwd += d_[c] * w;
      out.dg += d_[c] * g_[c];
    });
    return out;
  }

  void proportion() {
    for (std::size_t c = 0; c < y_.size(); ++c)
      d_[c] = y_[c] > 0.0 ? 0.0 : std::min(g_[c], 0.0);
    const Products at = multiply();
    const double step = at.dwd > 0.0 ? at.dg / at.dwd : alpha_;
    for (std::size_t c = 0; c < y_.size(); ++c) {
      y_[c] -= step * d_[c];
      g_[c] -= step * wd_[c];
    }
    face_direction();
  }

  void free_step() {
    const Products at = multiply();
    double feasible = std::numeric_limits<double>::infinity();
    for (std::size_t c = 0; c < y_.size(); ++c) {
      if (d_[c] > 0.0) feasible = std::min(feasible, y_[c] / d_[c]);
    }
    const double full =
        at.dwd > 0.0 ? at.dg / at.dwd : std::numeric_limits<double>::infinity();
    if (full <= feasible && std::isfinite(full)) {
      conjugate(full, at.dwd);
    } else {
      expand(std::isfinite(feasible) ? feasible : 0.0);
    }
  }

  void conjugate(double step, double dwd) {
    double phi_wd = 0.0;
    for (std::size_t c = 0; c < y_.size(); ++c) {
      y_[c] = std::max(0.0, y_[c] - step * d_[c]);
      g_[c] -= step * wd_[c];
      phi_wd += y_[c] > 0.0 ? g_[c] * wd_[c] : 0.0;
    }
    const double gamma = phi_wd / dwd;
    for (std::size_t c = 0; c < y_.size(); ++c)
      d_[c] = (y_[c] > 0.0 ? g_[c] : 0.0) - gamma * d_[c];
  }

  void expand(double feasible) {
    for (std::size_t c = 0; c < y_.size(); ++c) {
      const double y = std::max(0.0, y_[c] - feasible * d_[c]);
      const double g = g_[c] - feasible * wd_[c];
      y_[c] = y_[c] > 0.0 ? std::max(0.0, y - alpha_ * g) : 0.0;
    }
    refresh();
  }

  Params params_;
  Frictionless form_;
  SpectralBound bound_;
  BestIterate best_;
  double alpha_{0.0};
  std::vector<double> y_, g_, d_, wd_;
  std::vector<double> momentum_, velocity_;
};

}  // namespace

SolverEntry entry() {
  return {.name = "mprgp",
          .summary = "proportioning with reduced gradient projections, without friction",
          .reference = "Dostal 2009, section 5.8",
          .parameters = parameters_of<Params>(),
          .make = MakeContact{[](const ParameterSet& given) -> std::unique_ptr<ContactSolver> {
            return std::make_unique<Solver>(parse<Params>(given, "solver mprgp"));
          }},
          .refuses = [](const SolverTask& task) -> std::optional<std::string> {
            if (task.friction) return "mprgp takes contacts without friction only";
            return std::nullopt;
          }};
}

}  // namespace impactbench::mprgp
