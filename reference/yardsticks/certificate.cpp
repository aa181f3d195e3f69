#include "reference/yardsticks/certificate.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <vector>

namespace impactbench {

Certificate certificate(const ContactProblem& problem, std::span<const double> p) {
  assert(problem.rows == 1 && p.size() == problem.size());
  std::vector<double> momentum, u;
  relative_velocity(problem, {p.begin(), p.end()}, momentum, u);
  Certificate out;
  double linear = 0.0, sum = 0.0;
  for (std::size_t c = 0; c < u.size(); ++c) {
    out.gap += p[c] * u[c];
    sum += u[c];  // NaN is lost in std::max
    linear += p[c] * problem.b[c];
    out.infeasibility = std::max(out.infeasibility, -u[c]);
    out.least_impulse = std::min(out.least_impulse, p[c]);
  }
  // Not as a difference of gap and b.p, which would lose the kinetic energy in rounding.
  for (std::size_t k = 0; k < momentum.size(); ++k)
    out.primal += 0.5 * problem.inverse_mass[k] * momentum[k] * momentum[k];
  out.dual = -(out.primal + linear);
  const double size = std::max(std::abs(out.primal), std::abs(out.dual));
  out.relative_gap = size > 0.0 ? std::abs(out.gap) / size : 0.0;
  if (!std::isfinite(sum) || !std::isfinite(out.gap) || !std::isfinite(out.primal)) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    return {nan, nan, nan, nan, nan, nan};
  }
  return out;
}

}  // namespace impactbench
