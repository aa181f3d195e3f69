#include "schemes/solvers/support/frictionless/spectral_bound.hpp"

#include <algorithm>
#include <cmath>

namespace impactbench {
namespace {

double norm(const std::vector<double>& x) {
  double sum = 0.0;
  for (const double v : x)
    sum += v * v;
  return std::sqrt(sum);
}

}  // namespace

void SpectralBound::prepare(std::size_t contact_count, std::size_t body_count) {
  y_.reserve(contact_count);
  w_.reserve(contact_count);
  sums_.reserve(Frictionless::room(body_count));
}

double SpectralBound::power(Frictionless& form, int most_iterations, double accuracy) {
  // A start without pattern (fractions of multiples of the golden ratio): no eigenvector of a
  // regular packing is orthogonal to it but by accident.
  y_.resize(form.size());
  for (std::size_t c = 0; c < y_.size(); ++c) {
    const double x = 0.6180339887498949 * static_cast<double>(c + 1);
    y_[c] = x - std::floor(x) - 0.5;
  }
  double lambda = 0.0;
  for (int k = 0; k < most_iterations; ++k) {
    const double length = norm(y_);
    if (!(length > 0.0)) return lambda;
    for (double& v : y_)
      v /= length;
    form.multiply(y_, w_, false);
    const double next = norm(w_);
    const bool settled = std::abs(next - lambda) <= accuracy * next;
    lambda = next;
    y_.swap(w_);
    if (settled) break;
  }
  return lambda;
}

double SpectralBound::row_sum(const Frictionless& form) {
  const std::size_t width = form.width();
  sums_.assign(form.body_size(), 0.0);
  for (std::size_t c = 0; c < form.size(); ++c) {
    const auto row = form.halves(c);
    for (std::size_t k = 0; k < width; ++k) {
      sums_[static_cast<std::size_t>(form.ends(c)[0]) + k] += std::abs(row.a[k]);
      sums_[static_cast<std::size_t>(form.ends(c)[1]) + k] += std::abs(row.b[k]);
    }
  }
  double largest = 0.0;
  for (std::size_t c = 0; c < form.size(); ++c) {
    const auto row = form.halves(c);
    double sum = 0.0;
    for (std::size_t k = 0; k < width; ++k) {
      const std::size_t a = static_cast<std::size_t>(form.ends(c)[0]) + k;
      const std::size_t b = static_cast<std::size_t>(form.ends(c)[1]) + k;
      sum += std::abs(row.a[k]) * form.inverse_mass()[a] * sums_[a] +
             std::abs(row.b[k]) * form.inverse_mass()[b] * sums_[b];
    }
    largest = std::max(largest, sum);
  }
  return largest;
}

double SpectralBound::per_body(const Frictionless& form) {
  const std::size_t width = form.width();
  sums_.assign(form.body_size() / width, 0.0);
  for (std::size_t c = 0; c < form.size(); ++c) {
    const auto row = form.halves(c);
    const int* ends = form.ends(c);
    const double factor = form.is_wall(ends[0]) || form.is_wall(ends[1]) ? 1.0 : 2.0;
    const auto add = [&](int end, const double* j) {
      const auto at = static_cast<std::size_t>(end);
      for (std::size_t k = 0; k < width; ++k)
        sums_[at / width] += factor * j[k] * j[k] * form.inverse_mass()[at + k];
    };
    add(ends[0], row.a);
    add(ends[1], row.b);
  }
  return sums_.empty() ? 0.0 : *std::max_element(sums_.begin(), sums_.end());
}

}  // namespace impactbench
