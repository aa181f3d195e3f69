#include "reference/yardsticks/branch_meter.hpp"

#include "reference/yardsticks/extremes.hpp"

#include <cmath>
#include <cstddef>
#include <optional>

namespace impactbench {

BranchMeter::BranchMeter(const MechanicalSystem& system, const Truth& truth)
    : translations_(translations(system)),
      truth_(truth),
      worst_(truth.branches.size(), 0.0),
      compared_(truth.branches.size(), false),
      speaks_(truth.branches.size(), false),
      places_(truth.branches.size()),
      apart_(truth.branches.size() * truth.branches.size(), 0.0) {}

/// The largest difference of a translation [m].
double BranchMeter::distance(const Eigen::VectorXd& a, const Eigen::VectorXd& b) const {
  double out = 0.0;
  for (const auto& [k, arm] : translations_)
    keep_largest(out, arm * std::abs(a[k] - b[k]));
  return out;
}

void BranchMeter::after_step(const State& after, double t) {
  v_ = after.v;
  for (std::size_t b = 0; b < worst_.size(); ++b) {
    Eigen::VectorXd& q = places_[b];
    q = after.q;  // sizes it, and fills in what a branch says nothing of
    speaks_[b] = truth_.branches[b].at(t, q, v_);
    if (!speaks_[b]) continue;
    compared_[b] = true;
    keep_largest(worst_[b], distance(after.q, q));
    for (std::size_t other = 0; other < b; ++other) {
      if (!speaks_[other]) continue;
      const double far = distance(places_[other], q);
      keep_largest(apart_[b * worst_.size() + other], far);
      keep_largest(apart_[other * worst_.size() + b], far);
    }
  }
}

void BranchMeter::finish(std::map<std::string, double>& quantities) const {
  std::optional<std::size_t> nearest;
  for (std::size_t b = 0; b < worst_.size(); ++b) {
    // A NaN, which all branches then have, is no number to be less than.
    if (compared_[b] && (!nearest || worst_[b] < worst_[*nearest])) nearest = b;
  }
  if (!nearest) return;
  double apart = 0.0;
  for (std::size_t b = 0; b < worst_.size(); ++b) {
    const double to = apart_[*nearest * worst_.size() + b];
    if (to > 0.0 && (apart == 0.0 || to < apart)) apart = to;
  }
  quantities["branch"] = static_cast<double>(*nearest) + 1.0;
  quantities["branch_apart"] = apart;
  quantities["branch_error"] = worst_[*nearest];
}

}  // namespace impactbench
