#include "benchmarks/convergence/ladder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace impactbench {
namespace {

constexpr double least_ratio = 1.25;
constexpr double least_cpu = 0.02;  ///< below which a process is mostly its own start [s]

}  // namespace

Ladder::Ladder(double horizon, double coarsest, const LadderOptions& options)
    : horizon_(horizon), coarsest_(coarsest), options_(options) {}

double Ladder::whole_part(double dt) const {
  return horizon_ / std::max(1.0, std::round(horizon_ / dt));
}

/// Exponent q of cost ~ dt^-q.
double Ladder::growth() const {
  if (rungs_.size() < 2) return options_.growth;
  const Rung& coarse = rungs_[rungs_.size() - 2];
  const Rung& fine = rungs_.back();
  if (coarse.cpu < least_cpu || fine.cpu < least_cpu) return options_.growth;
  return std::clamp(std::log(fine.cpu / coarse.cpu) / std::log(coarse.dt / fine.dt), 1.0,
                    options_.growth + 1.0);
}

/// The cost of `runs` further runs, each finer than the one before by `ratio` [s].
double Ladder::cost(double ratio, int runs) const {
  const double factor = std::pow(ratio, growth());
  double one = rungs_.back().cpu, sum = 0.0;
  for (int k = 0; k < runs; ++k)
    sum += one *= factor;
  return sum;
}

std::optional<double> Ladder::next() {
  if (ended_ || completed_ >= options_.rungs) return std::nullopt;
  if (rungs_.empty()) return whole_part(coarsest_);
  if (static_cast<int>(rungs_.size()) - completed_ >= options_.rungs) {
    end(fmt::format("{} runs did not reach their end",
                    static_cast<int>(rungs_.size()) - completed_));
    return std::nullopt;
  }
  double ratio = options_.ratio;
  const int wanted = options_.rungs - completed_;
  const int needed = LadderOptions::fewest - completed_;
  if (cost(ratio, wanted) > left() && cost(ratio, std::max(needed, 1)) > left()) {
    if (needed <= 0 || cost(std::min(least_ratio, ratio), needed) > left()) {
      end(fmt::format("a finer run would not fit into the {:.3g} s of CPU time", options_.budget));
      return std::nullopt;
    }
    double low = std::min(least_ratio, ratio), high = ratio;
    for (int k = 0; k < 40; ++k) {
      const double middle = 0.5 * (low + high);
      (cost(middle, needed) > left() ? high : low) = middle;
    }
    ratio = low;
  }
  const double dt = whole_part(rungs_.back().dt / ratio);
  // Steps are whole parts of the horizon: two coarse ones may round to the same.
  return dt < rungs_.back().dt ? dt : whole_part(horizon_ / (horizon_ / rungs_.back().dt + 1.0));
}

void Ladder::ran(double dt, double cpu, bool completed) {
  rungs_.push_back({dt, cpu});
  spent_ += cpu;
  if (completed) ++completed_;
}

void Ladder::end(std::string reason) {
  ended_ = true;
  reason_ = std::move(reason);
}

}  // namespace impactbench
