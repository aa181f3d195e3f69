#include "benchmarks/power/motion_trace.hpp"

#include <algorithm>
#include <cmath>

namespace impactbench {
namespace {

constexpr std::size_t most_instants = 128;

/// In [1, 2) or (-2, -1], from the fractional part of k times the golden ratio.
double weight(Eigen::Index k) {
  double whole = 0.0;
  const double part = std::modf(0.6180339887498949 * static_cast<double>(k + 1), &whole);
  return part < 0.5 ? 1.0 + 2.0 * part : -2.0 * part;
}

double weighted(const Eigen::VectorXd& x) {
  double out = 0.0;
  for (Eigen::Index k = 0; k < x.size(); ++k)
    out += weight(k) * x[k];
  return out;
}

}  // namespace

void MotionTrace::take(const State& start, const State& state, double h) {
  const Eigen::VectorXd moved = state.q - start.q;
  speed = std::max({speed, start.v.cwiseAbs().sum(), state.v.cwiseAbs().sum()});
  displacement = std::max({displacement, h * speed, moved.cwiseAbs().sum()});
  place = std::max(place, state.q.cwiseAbs().sum());
  step = h;
  // The last pair is the end so far; it stays where an instant falls on it.
  if (taken > 0 && taken % every != 0) sums.resize(sums.size() - 2);
  ++taken;
  sums.push_back(weighted(moved));
  sums.push_back(weighted(state.v));
  if (sums.size() <= 2 * most_instants) return;
  // Instants k every -> 2 k every.
  std::vector<double> kept;
  for (std::size_t k = 2; k + 1 < sums.size(); k += 4)
    kept.insert(kept.end(), {sums[k], sums[k + 1]});
  const bool on_instant = taken % (2 * every) == 0;
  if (!on_instant) kept.insert(kept.end(), {sums[sums.size() - 2], sums[sums.size() - 1]});
  sums = std::move(kept);
  every *= 2;
}

double MotionTrace::distance(const MotionTrace& other) const {
  if (taken != other.taken || sums.size() != other.sums.size()) return 1.0;
  const double least = 1e-14 / rounding * std::max(place, other.place);
  const double scales[] = {std::max(displacement, other.displacement) + least,
                           std::max(speed, other.speed) + (step > 0.0 ? least / step : 0.0)};
  double out = 0.0;
  for (std::size_t k = 0; k < sums.size(); ++k) {
    const double apart = std::abs(sums[k] - other.sums[k]);
    if (!std::isfinite(apart)) return 1.0;
    if (apart > 0.0) out = std::max(out, apart / scales[k % 2]);
  }
  return out;
}

}  // namespace impactbench
