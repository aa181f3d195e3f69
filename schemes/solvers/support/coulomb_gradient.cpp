#include "schemes/solvers/support/coulomb_gradient.hpp"

#include <cmath>

namespace impactbench {
namespace {

struct Step {
  double ascent{0.0}, length{0.0};
};

/// y_new = C(z - w / L) and x_new += G^T y_new, with w = G x_z + b.
IMPACTBENCH_WIDE void pass(const CoulombForm& form, double step, double beta, const double* x_z,
                           const double* y, const double* old, double* next, double* x_new,
                           Step& out) {
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
      CoulombCone<rows>::project(form.friction(c), next);
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

void CoulombGradient::prepare(std::size_t contact_count, std::size_t body_count, int rows) {
  for (auto* per_row : {&y_, &old_, &new_})
    per_row->reserve(contact_count * static_cast<std::size_t>(rows));
  for (auto* per_body : {&x_, &x_old_, &x_new_, &x_z_})
    per_body->reserve(BlockLu::stride(3) * (body_count + 1));
}

double CoulombGradient::largest_eigenvalue(const CoulombForm& form, int steps) {
  // Of no pattern that the contacts could share.
  y_.resize(form.size());
  for (std::size_t k = 0; k < y_.size(); ++k)
    y_[k] = 1.0 + 0.5 * std::sin(static_cast<double>(k + 1));
  double lambda = 0.0;
  for (int n = 0; n < steps; ++n) {
    form.pull(y_, x_);
    form.velocity(x_, new_);
    for (std::size_t k = 0; k < new_.size(); ++k)
      new_[k] -= form.b()[k];
    lambda = dot(y_, new_) / dot(y_, y_);
    const double scale = 1.0 / std::sqrt(dot(new_, new_));
    if (!std::isfinite(scale)) return lambda;
    for (std::size_t k = 0; k < new_.size(); ++k)
      y_[k] = scale * new_[k];
  }
  return lambda;
}

void CoulombGradient::start(const CoulombForm& form, const std::vector<double>& y,
                            double curvature) {
  form_ = &form;
  curvature_ = curvature;
  y_ = old_ = y;
  new_.resize(y.size());
  form.pull(y_, x_);
  x_old_ = x_;
  x_z_.resize(x_.size());
  t_ = 1.0;
  beta_ = 0.0;
}

void CoulombGradient::step(bool test) {
  advance();
  if (test) {
    // The margin is for rounding where L is the exact largest eigenvalue.
    for (double seen; (seen = curvature_along()) > curvature_ * (1.0 + 1e-10); advance())
      curvature_ = seen;
  }
  accept();
}

void CoulombGradient::advance() {
  for (std::size_t k = 0; k < x_.size(); ++k)
    x_z_[k] = x_[k] + beta_ * (x_[k] - x_old_[k]);
  x_new_.assign(x_.size(), 0.0);
  Step taken;
  pass(*form_, 1.0 / curvature_, beta_, x_z_.data(), y_.data(), old_.data(), new_.data(),
       x_new_.data(), taken);
  ascent_ = taken.ascent;
  length_ = taken.length;
}

double CoulombGradient::curvature_along() const {
  if (!(length_ > 0.0)) return 0.0;
  double energy = 0.0;
  for (std::size_t k = 0; k < x_new_.size(); ++k)
    energy += (x_new_[k] - x_z_[k]) * (x_new_[k] - x_z_[k]);
  return energy / length_;
}

void CoulombGradient::accept() {
  old_.swap(y_);
  y_.swap(new_);
  x_old_.swap(x_);
  x_.swap(x_new_);
  const double next = 0.5 * (1.0 + std::sqrt(1.0 + 4.0 * t_ * t_));
  const bool restart = ascent_ > 0.0;
  beta_ = restart ? 0.0 : (t_ - 1.0) / next;
  t_ = restart ? 1.0 : next;
}

}  // namespace impactbench
