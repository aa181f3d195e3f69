#pragma once

#include "schemes/solvers/support/coulomb/coulomb_form.hpp"
#include "schemes/solvers/support/iterations/accelerated_gradient.hpp"

#include <cstddef>
#include <limits>
#include <vector>

namespace impactbench {

/// Gradient steps of a CoulombForm, C of CoulombCone: x = G^T y. A fixed point solves the problem.
/// With friction C is not a projection in the sense of convex analysis, and convergence is not
/// proved; every step is tested.
struct CoulombGradient {
  using Form = CoulombForm;
  using Numbers = std::vector<double>;
  static constexpr int trusted = std::numeric_limits<int>::max();

  static std::size_t room(std::size_t body_count, int rows) { return Form::room(body_count, rows); }
  static void sum(const Form& form, const Numbers& y, Numbers& x) { form.pull(y, x); }
  static void combine(const Form& form, double beta, const Numbers& x, const Numbers& x_old,
                      Numbers& x_z, Numbers& x_new);
  template <bool Measured>
  static GradientStep pass(const Form& form, double step, double beta, const Numbers& x_z,
                           const Numbers& y, const Numbers& y_old, Numbers& y_new, Numbers& x_new) {
    return measured_pass(form, step, beta, x_z, y, y_old, y_new, x_new);
  }
  static double energy(const Form& form, double beta, const Numbers& x, const Numbers& x_old,
                       const Numbers& x_z, const Numbers& x_new);

 private:
  static GradientStep measured_pass(const Form& form, double step, double beta, const Numbers& x_z,
                                    const Numbers& y, const Numbers& y_old, Numbers& y_new,
                                    Numbers& x_new);
};

/// The largest eigenvalue of G G^T of a CoulombForm.
class CoulombSpectrum {
 public:
  void prepare(std::size_t contact_count, std::size_t body_count, int rows);
  /// A lower bound: `steps` steps of the power method from a fixed start.
  [[nodiscard]] double power(const CoulombForm& form, int steps);

 private:
  std::vector<double> y_, w_, x_;
};

}  // namespace impactbench
