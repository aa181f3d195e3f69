#include "reference/support/damping_ratio.hpp"

#include <cmath>
#include <limits>
#include <numbers>

namespace impactbench {
namespace {

using Real = long double;

/// -ln e of a contact that ends with its force.
Real decay(Real zeta) {
  const Real square = 1 - zeta * zeta;
  if (square == 0) return 2;
  const Real s = std::sqrt(std::abs(square));
  if (square > 0) return zeta / s * std::atan2(2 * zeta * s, zeta * zeta - square);
  return 2 * zeta / s * std::log(zeta + s);  // (zeta + s) (zeta - s) = 1
}

}  // namespace

long double damping_ratio(long double e, ContactEnd end) {
  if (e >= 1) return 0;
  if (end == ContactEnd::overlap)
    return e > 0 ? -std::log(e) / std::hypot(std::numbers::pi_v<Real>, std::log(e)) : Real(1);
  if (!(e > 0)) return std::numeric_limits<Real>::infinity();
  const Real wanted = -std::log(e);
  Real low = 0, high = 1;
  while (decay(high) < wanted)
    high *= 2;
  for (int k = 0; k < 100; ++k) {
    const Real middle = (low + high) / 2;
    (decay(middle) < wanted ? low : high) = middle;
  }
  return (low + high) / 2;
}

}  // namespace impactbench
