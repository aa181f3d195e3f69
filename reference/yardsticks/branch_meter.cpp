#include "reference/yardsticks/branch_meter.hpp"

#include "reference/yardsticks/extremes.hpp"

#include <algorithm>
#include <cmath>

namespace impactbench {

BranchMeter::BranchMeter(const RoundBodies& bodies, const Truth& truth)
    : bodies_(bodies), truth_(truth), worst_(truth.branches.size(), 0.0) {}

void BranchMeter::after_step(const State& after, double t) {
  q_ = after.q;  // sizes them, and fills in what a branch says nothing of
  v_ = after.v;
  for (std::size_t b = 0; b < worst_.size(); ++b) {
    if (!truth_.branches[b].at(t, q_, v_)) continue;
    compared_ = true;
    for (Eigen::Index k = 0; k < q_.size(); ++k) {
      if (k % bodies_.stride < bodies_.dimension) {
        keep_largest(worst_[b], std::abs(after.q[k] - q_[k]));
      }
    }
  }
}

void BranchMeter::finish(std::map<std::string, double>& quantities) const {
  if (!compared_) return;
  const auto nearest = std::min_element(worst_.begin(), worst_.end());
  quantities["branch"] = static_cast<double>(nearest - worst_.begin()) + 1.0;
  quantities["branch_error"] = *nearest;
}

}  // namespace impactbench
