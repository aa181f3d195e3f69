#include "reference/exact/switched_force/take_offs.hpp"

#include <algorithm>
#include <bit>

namespace impactbench::exact::switched_force {
namespace {

/// Ten times the mean force over (k, k + 1).
std::int64_t mean_force(std::int64_t k) {
  // Half a unit of 1 and half a unit of -9/5; below 1 the same by self-similarity.
  if (k < 2) return -4;
  const auto block = static_cast<std::int64_t>(std::bit_floor(static_cast<std::uint64_t>(k)));
  return 2 * k < 3 * block ? 10 : -18;
}

}  // namespace

std::vector<std::int64_t> take_offs(std::int64_t last) {
  std::vector<std::int64_t> out;
  std::int64_t q = 0, u = 0;  // in tenths
  for (std::int64_t k = 0; k <= last; ++k) {
    u = std::max(u + mean_force(k), -q);
    if (q == 0 && u > 0) out.push_back(k);
    q += u;
  }
  return out;
}

}  // namespace impactbench::exact::switched_force
