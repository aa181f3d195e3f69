#include "benchmarks/power/search.hpp"

#include "problems/base/error.hpp"
#include "problems/base/fields.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace impactbench {
namespace {

/// The share nearest to eps that is one of a whole number; infinite where that number is 0.
double share_of_a_whole(double eps) {
  const double number = std::round(1.0 / eps);
  return number > 0.0 ? 1.0 / number : HUGE_VAL;
}

/// Decades from the finest to `most`, which is the last.
std::vector<double> decades(double finest, double most, bool whole) {
  std::vector<double> out;
  const auto allowed = [&](double eps) { return whole ? share_of_a_whole(eps) : eps; };
  for (int k = 0;; ++k) {
    const double eps = allowed(finest * std::pow(10.0, k));
    if (!(eps < 0.999 * most)) break;
    out.push_back(eps);
  }
  out.push_back(most);
  return out;
}

}  // namespace

void refuse_wrong_limits(const EpsLimits& limits) {
  const auto refuse = [](const char* option, double value, const char* allowed) {
    throw ConfigurationError(fmt::format("{} {}: must be {}", option, to_text(value), allowed));
  };
  if (!(limits.coarsest > 0.0 && limits.coarsest <= 1.0))
    refuse("--coarsest", limits.coarsest, "in (0, 1]");
  if (!(limits.finest >= 1e-12 && limits.finest <= limits.coarsest))
    refuse("--finest", limits.finest, "in [1e-12, --coarsest]");
  if (!(limits.ratio > 1.0 && limits.ratio <= 10.0)) refuse("--ratio", limits.ratio, "in (1, 10]");
}

std::optional<double> smallest_noticed(std::span<const TriedEps> tried) {
  std::optional<double> out;
  for (const TriedEps& t : tried) {
    if (t.noticed && (!out || t.size < *out)) out = t.size;
  }
  return out;
}

std::optional<double> next_eps(std::span<const TriedEps> tried, const EpsLimits& limits,
                               double most, bool whole) {
  if (whole) most = 1.0 / std::ceil(1.0 / most - 1e-9);
  const std::optional<double> high = smallest_noticed(tried);
  double low = 0.0;
  for (const TriedEps& t : tried) {
    if (!t.noticed && (!high || t.size < *high)) low = std::max(low, t.size);
  }
  if (!high) {
    for (const double eps : decades(std::min(limits.finest, most), most, whole)) {
      if (eps > low) return eps;
    }
    return std::nullopt;
  }
  if (low == 0.0 || *high <= limits.ratio * low) return std::nullopt;
  const double middle = std::sqrt(low * *high);
  if (!whole) return middle;
  const double eps = share_of_a_whole(middle);
  return eps > low && eps < *high ? std::optional(eps) : std::nullopt;
}

}  // namespace impactbench
