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
    note(std::isnan(u_[n]) ? u_[n] : std::min(weight(problem, c, n) * p_[n], u_[n]));
    if (rows > 1) {
      const double w = tangential_weight(problem, c);
      const double bound = problem.friction[c] * w * std::max(p_[n], 0.0);
      double wish[2] = {}, length = 0.0, miss = 0.0;
      for (std::size_t t = 0; t + 1 < rows; ++t) {
        wish[t] = w * p_[n + 1 + t] - u_[n + 1 + t];
        length = std::hypot(length, wish[t]);
      }
      const double shrink = length <= bound ? 1.0 : bound / length;
      for (std::size_t t = 0; t + 1 < rows; ++t)
        miss = std::hypot(miss, w * p_[n + 1 + t] - shrink * wish[t]);
      note(miss);
    }
    if (std::isnan(worst)) return worst;
  }
  return worst;
}

}  // namespace impactbench
