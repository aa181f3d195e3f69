#include "schemes/solvers/contact/schwarz/schwarz.hpp"

#include "schemes/solvers/support/frictionless/additive_schwarz.hpp"
#include "schemes/solvers/support/frictionless/frictionless_entry.hpp"
#include "schemes/solvers/support/frictionless/semi_smooth_newton.hpp"

#include <algorithm>

namespace impactbench::schwarz {
namespace {

/// Newton's systems by preconditioned conjugate gradients. Memory is the library's, as the factors
/// of the subdomains are.
class SchwarzNewton {
 public:
  explicit SchwarzNewton(const Params& p)
      : params_(p),
        decomposition_{p.subdomains, p.overlap,
                       p.coarse == "stress"     ? CoarseSpace::stress
                       : p.coarse == "spectral" ? CoarseSpace::spectral
                                                : CoarseSpace::none,
                       p.threshold} {}

  void prepare(std::size_t contact_count, std::size_t /*bodies*/) { rows_.reserve(contact_count); }

  void analyse(const Frictionless& form) {
    form_ = &form;
    iterations_ = 0;
  }

  bool proximal(const std::vector<char>& active, double sigma, const std::vector<double>& y,
                std::vector<double>& q) {
    ++iterations_;
    rows_.clear();
    for (std::size_t c = 0; c < active.size(); ++c) {
      if (active[c] != 0) rows_.push_back(c);
    }
    q.assign(y.size(), 0.0);
    if (rows_.empty()) return true;
    if (!schwarz_.build(*form_, rows_, 1.0 / sigma, decomposition_)) return false;
    const auto n = static_cast<Eigen::Index>(rows_.size());
    x_.resize(n);
    for (Eigen::Index k = 0; k < n; ++k)
      x_[k] = y[rows_[static_cast<std::size_t>(k)]];
    residual_ = x_ / sigma - schwarz_.matrix() * x_;  // without the proximal term, which is zero
    for (Eigen::Index k = 0; k < n; ++k)
      residual_[k] -= form_->b()[rows_[static_cast<std::size_t>(k)]];
    conjugate_gradients();
    for (Eigen::Index k = 0; k < n; ++k)
      q[rows_[static_cast<std::size_t>(k)]] = x_[k];
    return x_.allFinite();
  }

  /// At least one a step: there are steps without a system, in which the gradient finished.
  [[nodiscard]] int iterations(int steps) const { return std::max(iterations_, steps); }

 private:
  /// x += the solution of A dx = residual, to the required reduction. The caller counts the first
  /// iteration.
  void conjugate_gradients() {
    const double goal = params_.reduction * residual_.norm();
    double last = 0.0;
    for (bool first = true; residual_.norm() > goal; first = false) {
      if (!first && iterations_ >= params_.max_iterations) return;
      iterations_ += first ? 0 : 1;
      schwarz_.apply(residual_, z_);
      const double rz = residual_.dot(z_);
      if (!(rz > 0.0)) return;
      if (first)
        direction_ = z_;
      else
        direction_ = z_ + rz / last * direction_;
      last = rz;
      product_.noalias() = schwarz_.matrix() * direction_;
      const double step = rz / direction_.dot(product_);
      x_ += step * direction_;
      residual_ -= step * product_;
    }
  }

  Params params_;
  Decomposition decomposition_;
  const Frictionless* form_{nullptr};
  int iterations_{0};
  std::vector<std::size_t> rows_;
  AdditiveSchwarz schwarz_;
  Eigen::VectorXd x_, residual_, z_, direction_, product_;
};

class Solver final : public SemiSmoothNewton<Params, SchwarzNewton> {
 public:
  static constexpr std::string_view name = "schwarz";
  explicit Solver(const Params& p) : SemiSmoothNewton(p, p) {}
};

}  // namespace

SolverEntry entry() {
  return frictionless_entry<Solver>(
      "semi-smooth Newton, conjugate gradients with two-level additive Schwarz, without friction",
      "Toselli and Widlund 2005; Hintermueller, Ito and Kunisch 2002");
}

}  // namespace impactbench::schwarz
