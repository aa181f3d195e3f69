#include "reference/support/growth.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace impactbench {

double growth_of(const Truth& truth, const Truth& moved, Eigen::Index dofs, double shift, double V,
                 double end) {
  double out = 1.0;
  Eigen::VectorXd q(dofs), v(dofs), other(dofs);
  constexpr int instants = 400;
  for (int k = 1; k <= instants; ++k) {
    const double t = end * k / instants;
    if (!truth.at(t, q, v) || !moved.at(t, other, v)) break;
    out = std::max(out, (q - other).cwiseAbs().maxCoeff() / shift);
  }
  const std::size_t events = std::min(truth.event_times.size(), moved.event_times.size());
  double unit = shift / V;
  for (std::size_t k = 0; k < events; ++k) {
    const double off = std::abs(truth.event_times[k] - moved.event_times[k]);
    if (off > 0.01 * end) break;
    if (k == 0) unit = std::max(unit, off);
    out = std::max(out, off / unit);
  }
  return out;
}

}  // namespace impactbench
