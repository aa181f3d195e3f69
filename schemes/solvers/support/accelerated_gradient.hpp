#pragma once

#include "schemes/solvers/support/frictionless.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace impactbench {

/// Nesterov's accelerated projected gradient on a Frictionless form with adaptive restart:
///
///   z = y + beta (y - y_old),   y_new = max(0, z - (W z + b) / L),
///   beta = (t - 1) / t_new,   t_new = (1 + sqrt(1 + 4 t^2)) / 2,
///   t = 1 anew where (W z + b) . (y_new - y) > 0
///
/// The momenta H y are kept and those of z combined from them, so a step is one pass over the rows.
class AcceleratedGradient {
 public:
  void prepare(std::size_t contact_count, std::size_t body_count) {
    for (auto* per_row : {&y_, &old_, &new_})
      per_row->reserve(contact_count);
    for (auto* per_body : {&momentum_, &momentum_old_, &momentum_new_, &velocity_})
      per_body->reserve(3 * (body_count + 1));
  }

  /// From y, with L = `curvature`. The form must outlive the steps.
  void start(const Frictionless& form, const std::vector<double>& y, double curvature) {
    form_ = &form;
    curvature_ = curvature;
    y_ = old_ = y;
    new_.resize(y.size());
    for (auto* per_body : {&momentum_, &momentum_new_, &velocity_})
      per_body->resize(form.body_size());
    form.momentum_of(y_, momentum_.data());
    momentum_old_ = momentum_;
    t_ = 1.0;
    beta_ = 0.0;
    passed_ = untested_ = 0;
  }

  [[nodiscard]] const std::vector<double>& y() const { return y_; }
  [[nodiscard]] double curvature() const { return curvature_; }

  void step() { accept(advance<false>().ascent > 0.0); }

  /// The same where L was too small for the step d = y_new - z: while d.W d > L |d|^2, L is raised
  /// to that quotient and the step taken anew. Once 20 steps in a row have passed, every fifth is
  /// tested.
  void step_and_test() {
    if (passed_ >= 20 && ++untested_ < 5) return step();
    untested_ = 0;
    for (;;) {
      const Step taken = advance<true>();
      const double seen = curvature_along(taken.length);
      // The margin is for rounding where L is the exact largest eigenvalue.
      if (seen <= curvature_ * (1.0 + 1e-10)) {
        ++passed_;
        return accept(taken.ascent > 0.0);
      }
      curvature_ = seen;
      passed_ = 0;
    }
  }

 private:
  struct Step {
    double ascent{0.0};  ///< (W z + b) . (y_new - y)
    double length{0.0};  ///< |y_new - z|^2, where measured
    void add(const Step& part) {
      ascent += part.ascent;
      length += part.length;
    }
  };

  template <bool Measured>
  Step advance() {
    form_->each_body([&](std::size_t k) {
      velocity_[k] =
          form_->inverse_mass()[k] * (momentum_[k] + beta_ * (momentum_[k] - momentum_old_[k]));
      momentum_new_[k] = 0.0;
    });
    const double step = 1.0 / curvature_, beta = beta_;
    const double *b = form_->b().data(), *y = y_.data(), *old = old_.data();
    return form_->sum_pass<Step>(velocity_.data(), new_, momentum_new_.data(),
                                 [=](Step& part, std::size_t c, double w) {
                                   const double z = y[c] + beta * (y[c] - old[c]);
                                   const double gradient = w + b[c];
                                   const double x = std::max(0.0, z - step * gradient);
                                   part.ascent += gradient * (x - y[c]);
                                   if constexpr (Measured) part.length += (x - z) * (x - z);
                                   return x;
                                 });
  }

  /// d.W d / |d|^2 of the step d = y_new - z, from the momenta: velocity_ is M^-1 H z.
  [[nodiscard]] double curvature_along(double length) const {
    if (!(length > 0.0)) return 0.0;
    struct Energy {
      double sum{0.0};
      void add(const Energy& part) { sum += part.sum; }
    };
    const Energy energy = form_->sum_bodies<Energy>([&](Energy& part, std::size_t k) {
      const double d =
          momentum_new_[k] - (momentum_[k] + beta_ * (momentum_[k] - momentum_old_[k]));
      part.sum += form_->inverse_mass()[k] * d * d;
    });
    return energy.sum / length;
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

  const Frictionless* form_{nullptr};
  double curvature_{1.0}, t_{1.0}, beta_{0.0};
  int passed_{0}, untested_{0};  ///< tested steps since L was raised; steps since the last test
  std::vector<double> y_, old_, new_;
  std::vector<double> momentum_, momentum_old_, momentum_new_;  ///< H y, H y_old, H y_new
  std::vector<double> velocity_;                                ///< M^-1 H z
};

}  // namespace impactbench
