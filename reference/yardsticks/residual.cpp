#include "reference/yardsticks/residual.hpp"

#include "reference/yardsticks/extremes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace impactbench {
namespace {

double weight(const ContactProblem& problem, std::size_t c, std::size_t row) {
  const auto dofs = static_cast<std::size_t>(problem.dofs);
  double sum = 0.0;
  const auto add = [&](int body, const std::vector<double>& jacobian) {
    if (body == ContactProblem::fixed) return;
    for (std::size_t k = 0; k < dofs; ++k) {
      const double j = jacobian[row * dofs + k];
      sum += j * j * problem.inverse_mass[static_cast<std::size_t>(body) * dofs + k];
    }
  };
  add(problem.body_a[c], problem.jacobian_a);
  add(problem.body_b[c], problem.jacobian_b);
  return sum;
}

/// The factors that make velocities of impulses. Where a direction moves nothing its own factor, 0,
/// would measure no impulse in it at all: it takes that of the other.
struct Weights {
  double normal, tangential;

  Weights(const ContactProblem& problem, std::size_t c)
      : normal(weight(problem, c, c * static_cast<std::size_t>(problem.rows))),
        tangential(problem.rows > 1 ? tangential_weight(problem, c) : normal) {
    const double n = normal;
    if (normal == 0.0) normal = tangential;
    if (tangential == 0.0) tangential = n;
  }
};

}  // namespace

double ResidualYardstick::operator()(const ContactProblem& problem,
                                     std::span<const double> impulses) {
  if (impulses.size() != problem.size()) return std::numeric_limits<double>::quiet_NaN();
  p_.assign(impulses.begin(), impulses.end());
  relative_velocity(problem, p_, momentum_, u_);
  const auto rows = static_cast<std::size_t>(problem.rows);
  double worst = 0.0;
  const auto note = [&](double r) { keep_largest(worst, std::abs(r)); };
  for (std::size_t c = 0; c < problem.contacts(); ++c) {
    const std::size_t n = c * rows;
    // std::min(x, NaN) is x: an impulse of zero would hide a velocity that is not a number.
    const Weights of(problem, c);
    note(std::isnan(u_[n]) ? u_[n] : std::min(of.normal * p_[n], u_[n]));
    if (rows > 1) {
      const double w = of.tangential;
      note(outside(w, problem.friction[c] * w * std::max(p_[n], 0.0), n + 1, rows > 2 ? 2 : 1));
    }
    if (rows == 5) {
      const double w = rolling_weight(problem, c);
      note(rolling_arm(problem, c) *
           outside(w, problem.rolling[c] * w * std::max(p_[n], 0.0), n + 3, 2));
    }
    if (std::isnan(worst)) return worst;
  }
  return worst;
}

double ResidualYardstick::outside(double weight, double bound, std::size_t first,
                                  std::size_t size) const {
  double argument[2] = {}, length = 0.0, miss = 0.0;
  for (std::size_t t = 0; t < size; ++t) {
    argument[t] = weight * p_[first + t] - u_[first + t];
    length = std::hypot(length, argument[t]);
  }
  const double shrink = length <= bound ? 1.0 : bound / length;
  for (std::size_t t = 0; t < size; ++t)
    miss = std::hypot(miss, weight * p_[first + t] - shrink * argument[t]);
  return miss;
}

double ConeResidual::operator()(const ContactProblem& problem, std::span<const double> impulses) {
  if (impulses.size() != problem.size()) return std::numeric_limits<double>::quiet_NaN();
  p_.assign(impulses.begin(), impulses.end());
  relative_velocity(problem, p_, momentum_, u_);
  const auto rows = static_cast<std::size_t>(problem.rows);
  double worst = 0.0;
  for (std::size_t c = 0; c < problem.contacts(); ++c) {
    const std::size_t n = c * rows;
    const double w = Weights(problem, c).normal;
    const double pushes = std::max(p_[n], 0.0);
    keep_largest(worst, u_[n] < 0.0 ? -u_[n] : 0.0 * u_[n]);
    keep_largest(worst, p_[n] < 0.0 ? -w * p_[n] : 0.0 * p_[n]);
    double work = p_[n] * u_[n], p2 = p_[n] * p_[n], u2 = u_[n] * u_[n];
    // Rows of one cone, with its bound and the factor that makes a length of them.
    const auto add = [&](std::size_t first, std::size_t size, double bound, double arm) {
      double p = 0.0, u = 0.0, along = 0.0;
      for (std::size_t t = first; t < first + size; ++t) {
        p = std::hypot(p, p_[t] / arm), u = std::hypot(u, arm * u_[t]);
        along += p_[t] * u_[t];
      }
      const double most = bound / arm;
      keep_largest(worst, w * std::max(p - most * pushes, 0.0 * p));
      work += along + most * u * p_[n];
      p2 += p * p, u2 += u * u;
    };
    if (rows > 1) add(n + 1, rows > 2 ? 2 : 1, problem.friction[c], 1.0);
    const double arm = rows == 5 ? rolling_arm(problem, c) : 0.0;
    if (arm > 0.0) add(n + 3, 2, problem.rolling[c], arm);
    const double size = std::max(std::sqrt(p2), w > 0.0 ? std::sqrt(u2) / w : 0.0);
    keep_largest(worst, size > 0.0 ? std::abs(work) / size : 0.0 * work);
    if (std::isnan(worst)) return worst;
  }
  return worst;
}

}  // namespace impactbench
