#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace impactbench {

/// The data that decide on a gradient step; sums over contacts.
struct GradientStep {
  double ascent{0.0};  ///< w(z) . (y_new - y)
  double length{0.0};  ///< |y_new - z|^2, where measured
  void add(const GradientStep& part) {
    ascent += part.ascent;
    length += part.length;
  }
};

/// Nesterov's accelerated projected gradient with adaptive restart, for a form w(y) = W y + b and
/// the projection C of its law, both of which the kernel provides:
///
///   z = y + beta (y - y_old),   y_new = C(z - w(z) / L),
///   beta = (t - 1) / t_new,   t_new = (1 + sqrt(1 + 4 t^2)) / 2,
///   t = 1 anew where w(z) . (y_new - y) > 0
///
/// The sums x of the impulses over the bodies are kept, and those of z are combined from them, so
/// that a step is one pass over the contacts. A kernel has
///
///   Form                 its form
///   room(bodies, rows)   how many sums there are at most
///   trusted              tested steps in a row after which every fifth is tested
///   sum(form, y, x)      x of y
///   combine(form, beta, x, x_old, x_z, x_new)   x_z of z, as pass wants it, and x_new = 0
///   pass<Measured>(form, step, beta, x_z, y, y_old, y_new, x_new)   y_new and x_new; GradientStep
///   energy(form, beta, x, x_old, x_z, x_new)    d.W d of d = y_new - z
template <class Kernel>
class AcceleratedGradient {
 public:
  using Form = typename Kernel::Form;

  void prepare(std::size_t contact_count, std::size_t body_count, int rows) {
    for (auto* per_row : {&y_, &old_, &new_})
      per_row->reserve(contact_count * static_cast<std::size_t>(rows));
    for (auto* per_body : {&x_, &x_old_, &x_new_, &x_z_})
      per_body->reserve(Kernel::room(body_count, rows));
  }

  /// Starts from y, with L = `curvature`. The form must outlive the steps.
  void start(const Form& form, const std::vector<double>& y, double curvature) {
    form_ = &form;
    curvature_ = curvature;
    y_ = old_ = y;
    new_.resize(y.size());
    for (auto* per_body : {&x_, &x_new_, &x_z_})
      per_body->resize(form.body_size());
    Kernel::sum(form, y_, x_);
    x_old_ = x_;
    t_ = 1.0;
    beta_ = 0.0;
    passed_ = untested_ = 0;
  }

  [[nodiscard]] const std::vector<double>& y() const { return y_; }
  [[nodiscard]] double curvature() const { return curvature_; }

  void step() { accept(advance<false>().ascent > 0.0); }

  /// Takes a step; where L was too small for the step d = y_new - z, that is while d.W d > L |d|^2,
  /// L is raised to that quotient and the step is repeated. Once `trusted` steps in a row have
  /// passed, every fifth is tested.
  void step_and_test() {
    if (passed_ >= Kernel::trusted && ++untested_ < 5) return step();
    untested_ = 0;
    for (;;) {
      const GradientStep taken = advance<true>();
      const double seen = curvature_along(taken.length);
      // The margin is for rounding where L is the exact largest eigenvalue. A quotient that is not
      // a number leaves L unchanged.
      if (!(seen > curvature_ * (1.0 + 1e-10))) {
        passed_ = std::min(passed_ + 1, Kernel::trusted);
        return accept(taken.ascent > 0.0);
      }
      curvature_ = seen;
      passed_ = 0;
    }
  }

 private:
  template <bool Measured>
  GradientStep advance() {
    Kernel::combine(*form_, beta_, x_, x_old_, x_z_, x_new_);
    return Kernel::template pass<Measured>(*form_, 1.0 / curvature_, beta_, x_z_, y_, old_, new_,
                                           x_new_);
  }

  /// d.W d / |d|^2 for the step d.
  [[nodiscard]] double curvature_along(double length) const {
    if (!(length > 0.0)) return 0.0;
    return Kernel::energy(*form_, beta_, x_, x_old_, x_z_, x_new_) / length;
  }

  void accept(bool restart) {
    old_.swap(y_);
    y_.swap(new_);
    x_old_.swap(x_);
    x_.swap(x_new_);
    if (restart) {
      t_ = 1.0;
      beta_ = 0.0;
      return;
    }
    const double next = 0.5 * (1.0 + std::sqrt(1.0 + 4.0 * t_ * t_));
    beta_ = (t_ - 1.0) / next;
    t_ = next;
  }

  const Form* form_{nullptr};
  double curvature_{1.0}, t_{1.0}, beta_{0.0};
  int passed_{0}, untested_{0};  ///< tested steps since L was raised; steps since the last test
  std::vector<double> y_, old_, new_;
  std::vector<double> x_, x_old_, x_new_, x_z_;  ///< of y, y_old, y_new, z
};

}  // namespace impactbench
