#include "reference/yardsticks/branch_meter.hpp"

#include "reference/yardsticks/extremes.hpp"

#include <algorithm>
#include <cmath>

namespace impactbench {

BranchMeter::BranchMeter(const MechanicalSystem& system, const Truth& truth)
    : translations_(translations(system)), truth_(truth), worst_(truth.branches.size(), 0.0) {}

void BranchMeter::after_step(const State& after, double t) {
  q_ = after.q;  // sizes them, and fills in what a branch says nothing of
  v_ = after.v;
  for (std::size_t b = 0; b < worst_.size(); ++b) {
    if (!truth_.branches[b].at(t, q_, v_)) continue;
    compared_ = true;
    for (const auto& [k, arm] : translations_)
      keep_largest(worst_[b], arm * std::abs(after.q[k] - q_[k]));
  }
}

void BranchMeter::finish(std::map<std::string, double>& quantities) const {
  if (!compared_) return;
  const auto nearest = std::min_element(worst_.begin(), worst_.end());
  quantities["branch"] = static_cast<double>(nearest - worst_.begin()) + 1.0;
  quantities["branch_error"] = *nearest;
}

}  // namespace impactbench
