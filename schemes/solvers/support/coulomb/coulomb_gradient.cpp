#include "schemes/solvers/support/coulomb/coulomb_gradient.hpp"

#include <algorithm>
#include <cmath>

namespace impactbench {
namespace {

/// y_new = C(z - w / L) and x_new += G^T y_new, with w = G x_z + b.
IMPACTBENCH_WIDE void wide_pass(const CoulombForm& form, double step, double beta,
                                const double* x_z, const double* y, const double* old, double* next,
                                double* x_new, GradientStep& out) {
  form.with_shape([&](const auto shape) IMPACTBENCH_INLINE {
    constexpr std::size_t rows = decltype(shape)::rows;
    const double* b = form.b().data();
    for (std::size_t c = 0; c < form.contacts();
         ++c, b += rows, y += rows, old += rows, next += rows) {
      double w[rows], z[rows];
      form.gather(shape, c, x_z, w);
      for (std::size_t i = 0; i < rows; ++i) {
        w[i] += b[i];
        z[i] = y[i] + beta * (y[i] - old[i]);
        next[i] = z[i] - step * w[i];
      }
      CoulombCone<rows>::project(form.bounds(c), next);
      for (std::size_t i = 0; i < rows; ++i) {
        out.ascent += w[i] * (next[i] - y[i]);
        out.length += (next[i] - z[i]) * (next[i] - z[i]);
      }
      form.scatter(shape, c, next, x_new);
    }
  });
}

double dot(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0.0;
  for (std::size_t k = 0; k < a.size(); ++k)
    sum += a[k] * b[k];
  return sum;
}

}  // namespace

void CoulombGradient::combine(const Form&, double beta, const Numbers& x, const Numbers& x_old,
                              Numbers& x_z, Numbers& x_new) {
  for (std::size_t k = 0; k < x.size(); ++k)
    x_z[k] = x[k] + beta * (x[k] - x_old[k]);
  std::fill(x_new.begin(), x_new.end(), 0.0);
}

GradientStep CoulombGradient::measured_pass(const Form& form, double step, double beta,
                                            const Numbers& x_z, const Numbers& y,
                                            const Numbers& y_old, Numbers& y_new, Numbers& x_new) {
  GradientStep out;
  wide_pass(form, step, beta, x_z.data(), y.data(), y_old.data(), y_new.data(), x_new.data(), out);
  return out;
}

double CoulombGradient::energy(const Form&, double, const Numbers&, const Numbers&,
                               const Numbers& x_z, const Numbers& x_new) {
  double sum = 0.0;
  for (std::size_t k = 0; k < x_new.size(); ++k)
    sum += (x_new[k] - x_z[k]) * (x_new[k] - x_z[k]);
  return sum;
}

void CoulombSpectrum::prepare(std::size_t contact_count, std::size_t body_count, int rows) {
  for (auto* per_row : {&y_, &w_})
    per_row->reserve(contact_count * static_cast<std::size_t>(rows));
  x_.reserve(CoulombForm::room(body_count, rows));
}

double CoulombSpectrum::power(const CoulombForm& form, int steps) {
  // The start has no pattern that the contacts could share.
  y_.resize(form.size());
  for (std::size_t k = 0; k < y_.size(); ++k)
    y_[k] = 1.0 + 0.5 * std::sin(static_cast<double>(k + 1));
  double lambda = 0.0;
  for (int n = 0; n < steps; ++n) {
    form.pull(y_, x_);
    form.velocity(x_, w_);
    for (std::size_t k = 0; k < w_.size(); ++k)
      w_[k] -= form.b()[k];
    lambda = dot(y_, w_) / dot(y_, y_);
    const double scale = 1.0 / std::sqrt(dot(w_, w_));
    if (!std::isfinite(scale)) return lambda;
    for (std::size_t k = 0; k < w_.size(); ++k)
      y_[k] = scale * w_[k];
  }
  return lambda;
}

}  // namespace impactbench
