#include "reference/yardsticks/cycle_meter.hpp"

#include <algorithm>
#include <cassert>

namespace impactbench {
namespace {

const Observable* find(const Problem& problem, const std::string& name) {
  const auto it = std::find_if(problem.observables.begin(), problem.observables.end(),
                               [&](const Observable& o) { return o.name == name; });
  assert(it != problem.observables.end());
  return &*it;
}

}  // namespace

CycleMeter::CycleMeter(const Problem& problem, const Cycle& cycle, double h)
    : phase_(find(problem, cycle.phase)),
      drift_(find(problem, cycle.drift)),
      level_(cycle.level),
      h_(h),
      last_phase_(phase_->value(problem.initial.q)),
      last_drift_(drift_->value(problem.initial.q)) {}

void CycleMeter::after_step(const State& after, double t) {
  const double phase = phase_->value(after.q), drift = drift_->value(after.q);
  if (last_phase_ < level_ && phase >= level_) {
    const double left = (phase - level_) / (phase - last_phase_);
    ends_.push_back({t - left * h_, drift - left * (drift - last_drift_)});
  }
  last_phase_ = phase;
  last_drift_ = drift;
}

void CycleMeter::finish(std::map<std::string, double>& quantities) const {
  const auto found = settled_cycle(ends_);
  if (!found) return;
  quantities["cycle_period"] = found->period;
  quantities["cycle_descent"] = found->descent;
  quantities["cycle_count"] = static_cast<double>(found->count);
}

}  // namespace impactbench
