#pragma once

#include "schemes/solvers/support/frictionless/frictionless.hpp"
#include "schemes/solvers/support/iterations/accelerated_gradient.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace impactbench {

/// Gradient steps of a Frictionless form, C(a) = max(0, a): x are the momenta H y, and x_z the
/// velocities M^-1 H z.
struct FrictionlessGradient {
  using Form = Frictionless;
  using Numbers = std::vector<double>;
  static constexpr int trusted = 20;

  static std::size_t room(std::size_t body_count, int) { return Frictionless::room(body_count); }

  static void sum(const Form& form, const Numbers& y, Numbers& x) { form.momentum_of(y, x.data()); }

  static void combine(const Form& form, double beta, const Numbers& x, const Numbers& x_old,
                      Numbers& x_z, Numbers& x_new) {
    form.each_body([&](std::size_t k) {
      x_z[k] = form.inverse_mass()[k] * (x[k] + beta * (x[k] - x_old[k]));
      x_new[k] = 0.0;
    });
  }

  template <bool Measured>
  static GradientStep pass(const Form& form, double step, double beta, const Numbers& x_z,
                           const Numbers& y_now, const Numbers& y_old, Numbers& y_new,
                           Numbers& x_new) {
    const double *b = form.b().data(), *y = y_now.data(), *old = y_old.data();
    return form.sum_pass<GradientStep>(x_z.data(), y_new, x_new.data(),
                                       [=](GradientStep& part, std::size_t c, double w) {
                                         const double z = y[c] + beta * (y[c] - old[c]);
                                         const double gradient = w + b[c];
                                         const double x = std::max(0.0, z - step * gradient);
                                         part.ascent += gradient * (x - y[c]);
                                         if constexpr (Measured) part.length += (x - z) * (x - z);
                                         return x;
                                       });
  }

  static double energy(const Form& form, double beta, const Numbers& x, const Numbers& x_old,
                       const Numbers&, const Numbers& x_new) {
    struct Energy {
      double sum{0.0};
      void add(const Energy& part) { sum += part.sum; }
    };
    const Energy energy = form.sum_bodies<Energy>([&](Energy& part, std::size_t k) {
      const double d = x_new[k] - (x[k] + beta * (x[k] - x_old[k]));
      part.sum += form.inverse_mass()[k] * d * d;
    });
    return energy.sum;
  }
};

}  // namespace impactbench
