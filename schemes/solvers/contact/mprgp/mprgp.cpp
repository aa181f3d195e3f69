#include "schemes/solvers/contact/mprgp/mprgp.hpp"

#include "schemes/solvers/support/frictionless/frictionless.hpp"
#include "schemes/solvers/support/frictionless/frictionless_entry.hpp"
#include "schemes/solvers/support/frictionless/spectral_bound.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace impactbench::mprgp {
namespace {

class Solver final : public ContactSolver {
 public:
  using Parameters = Params;
  static constexpr std::string_view name = "mprgp";

  explicit Solver(Params p) : params_(std::move(p)) {}

  void prepare(std::size_t contact_count, std::size_t body_count, int) override {
    form_.prepare(contact_count, body_count);
    bound_.prepare(contact_count, body_count);
    best_.prepare(contact_count);
    for (auto* per_row : {&y_, &g_, &d_, &wd_})
      per_row->reserve(contact_count);
    for (auto* per_body : {&momentum_, &velocity_})
      per_body->reserve(Frictionless::room(body_count));
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
    alpha_ = std::numeric_limits<double>::infinity();  // until a step is needed
    refresh();
    for (int k = 0;; ++k) {
      if (at_.residual <= params_.tolerance || k == params_.max_iterations || k % 100 == 0) {
        const double residual = form_.residual(y_);
        if (!std::isfinite(residual)) return {SolveStatus::breakdown, k, 0.0};
        best_.offer(residual, y_);
        if (residual <= params_.tolerance || k == params_.max_iterations || form_.size() == 0)
          return best_.conclude(form_, params_.tolerance, k, p);
        if (at_.residual <= params_.tolerance) refresh();  // the updated gradient has drifted
      }
      if (k == 0) {
        alpha_ = params_.expansion / (1.05 * bound_.power(form_, 30, 1e-3));
        refresh();
      }
      step();
    }
  }

 private:
  /// The results of one pass over the rows for y and g.
  struct State {
    double residual{0.0}, chopped{0.0}, reduced{0.0};
    double phi_wd{0.0};  ///< phi . W d of the last direction
  };
  /// The products of a direction d, with wd = W d.
  struct Products {
    double dwd{0.0}, dg{0.0};
    double feasible{std::numeric_limits<double>::infinity()};  ///< longest step with y - a d >= 0
  };

  void step() {
    const bool proportional = at_.chopped <= params_.gamma * params_.gamma * at_.reduced;
    if (!proportional) {
      const Products along =
          direction([&](std::size_t c) { return y_[c] > 0.0 ? 0.0 : std::min(g_[c], 0.0); });
      move(along.dwd > 0.0 ? along.dg / along.dwd : alpha_);
      gamma_ = 0.0;
      return;
    }
    const double gamma = gamma_;
    const Products along =
        direction([&](std::size_t c) { return (y_[c] > 0.0 ? g_[c] : 0.0) - gamma * d_[c]; });
    const double full =
        along.dwd > 0.0 ? along.dg / along.dwd : std::numeric_limits<double>::infinity();
    if (std::isfinite(full) && full <= along.feasible) {
      move(full);
      gamma_ = at_.phi_wd / along.dwd;
    } else {
      expand(std::isfinite(along.feasible) ? along.feasible : 0.0);
    }
  }

  /// d from `entry`, scattered while it is written; then wd and the products in one gather.
  template <class Entry>
  Products direction(Entry&& entry) {
    form_.scatter([&](std::size_t c) { return d_[c] = entry(c); }, momentum_.data());
    form_.velocity(momentum_.data(), velocity_.data());
    Products out;
    form_.gather(velocity_.data(), [&](std::size_t c, double w) {
      const double d = d_[c];
      wd_[c] = w;
      out.dwd += d * w;
      out.dg += d * g_[c];
      const double length = y_[c] / (d > 0.0 ? d : 1.0);  // no branch: half of the rows have d <= 0
      out.feasible = d > 0.0 && length < out.feasible ? length : out.feasible;
    });
    return out;
  }

  void take(State& state, std::size_t c, double y, double g) const {
    const bool free = y > 0.0;
    state.residual = std::max(state.residual, form_.natural(c, y, g));
    state.reduced += free ? std::min(y / alpha_, g) * g : 0.0;
    state.chopped += free ? 0.0 : std::min(g, 0.0) * g;
  }

  /// y <- max(0, y - a d), g <- g - a wd.
  void move(double a) {
    State state{.residual = form_.floor()};
    for (std::size_t c = 0; c < y_.size(); ++c) {
      const double y = std::max(0.0, y_[c] - a * d_[c]), g = g_[c] - a * wd_[c];
      y_[c] = y;
      g_[c] = g;
      state.phi_wd += y > 0.0 ? g * wd_[c] : 0.0;
      take(state, c, y, g);
    }
    at_ = state;
  }

  /// As far as y stays feasible along d, then a projected gradient step of the free rows.
  void expand(double feasible) {
    for (std::size_t c = 0; c < y_.size(); ++c) {
      const double y = y_[c] - feasible * d_[c], g = g_[c] - feasible * wd_[c];
      y_[c] = y_[c] > 0.0 ? std::max(0.0, y - alpha_ * g) : 0.0;
    }
    refresh();
  }

  /// g = W y + b afresh; the next direction is phi.
  void refresh() {
    form_.multiply(y_, g_, true);
    at_ = State{.residual = form_.floor()};
    for (std::size_t c = 0; c < y_.size(); ++c)
      take(at_, c, y_[c], g_[c]);
    gamma_ = 0.0;
  }

  Params params_;
  Frictionless form_;
  SpectralBound bound_;
  BestIterate best_;
  State at_;
  double alpha_{0.0};  ///< step of the projections
  double gamma_{0.0};  ///< of the next conjugate direction
  std::vector<double> y_, g_, d_, wd_;
  std::vector<double> momentum_, velocity_;
};

}  // namespace

SolverEntry entry() {
  return frictionless_entry<Solver>(
      "proportioning with reduced gradient projections, without friction",
      "Dostal 2009, section 5.8");
}

}  // namespace impactbench::mprgp
