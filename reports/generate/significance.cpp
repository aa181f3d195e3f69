#include "reports/generate/significance.hpp"

#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/students_t.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace impactbench {

std::optional<double> separation_p(const Repeats& before, const Repeats& after) {
  if (before.count < 1 || after.count < 1) return std::nullopt;
  if (!(before.greatest < after.least || after.greatest < before.least)) return 1.0;
  const double m = before.count, n = after.count;
  return std::min(
      1.0, 2.0 * std::exp(std::lgamma(m + 1.0) + std::lgamma(n + 1.0) - std::lgamma(m + n + 1.0)));
}

std::vector<bool> discoveries(std::span<const double> p, double rate) {
  std::vector<std::size_t> order(p.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return p[a] < p[b]; });
  std::size_t rejected = 0;
  for (std::size_t k = 0; k < order.size(); ++k) {
    const double share = static_cast<double>(k + 1) / static_cast<double>(p.size());
    if (p[order[k]] <= rate * share) rejected = k + 1;
  }
  std::vector<bool> out(p.size(), false);
  for (std::size_t k = 0; k < rejected; ++k)
    out[order[k]] = true;
  return out;
}

double sign_test_p(std::size_t more, std::size_t less) {
  const auto n = static_cast<double>(more + less);
  if (n == 0.0) return 1.0;
  const boost::math::binomial fair(n, 0.5);
  return std::min(1.0, 2.0 * boost::math::cdf(fair, static_cast<double>(std::min(more, less))));
}

std::optional<MeanRatio> mean_ratio(std::span<const double> ratios) {
  if (ratios.size() < 2) return std::nullopt;
  const auto n = static_cast<double>(ratios.size());
  double mean = 0.0, squares = 0.0;
  for (const double r : ratios)
    mean += std::log(r) / n;
  for (const double r : ratios)
    squares += (std::log(r) - mean) * (std::log(r) - mean);
  const double t = boost::math::quantile(boost::math::students_t(n - 1.0), 0.975);
  const double half = t * std::sqrt(squares / (n - 1.0) / n);
  return MeanRatio{std::exp(mean), std::exp(mean - half), std::exp(mean + half)};
}

}  // namespace impactbench
