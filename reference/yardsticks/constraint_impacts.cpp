#include "reference/yardsticks/constraint_impacts.hpp"

#include "reference/yardsticks/extremes.hpp"

#include <algorithm>
#include <cmath>

namespace impactbench {

ConstraintImpacts::ConstraintImpacts(const GeneralisedSystem& system)
    : system_(system),
      gradient_(Eigen::VectorXd::Zero(system.dofs())),
      impacts_(static_cast<std::size_t>(system.constraints())) {}

double ConstraintImpacts::rate(Eigen::Index a, const Eigen::VectorXd& q, const Eigen::VectorXd& v) {
  system_.constraint_gradient(a, q, gradient_);
  return gradient_.dot(v);
}

void ConstraintImpacts::after_step(const State& before, const State& after,
                                   const Eigen::VectorXd& impulse) {
  const auto acting = (impulse.array() != 0.0).count();
  for (Eigen::Index a = 0; a < impulse.size(); ++a) {
    Impact& impact = impacts_[static_cast<std::size_t>(a)];
    if (impulse[a] == 0.0) {
      if (impact.lasts) close(a, impact);
      continue;
    }
    if (!impact.lasts) {
      impact = {.lasts = true};
      impact.approach = rate(a, before.q, before.v);
      impact.turned_before = std::abs(rate(a, after.q, before.v) - impact.approach);
    }
    impact.alone = impact.alone && acting == 1;
    impact.separation = rate(a, after.q, after.v);
    impact.turned_after = std::abs(rate(a, before.q, after.v) - impact.separation);
  }
}

void ConstraintImpacts::close(Eigen::Index a, Impact& impact) {
  impact.lasts = false;
  if (!impact.alone || !(impact.approach < 0.0)) return;
  count_ += 1.0;
  keep_largest(approach_, -impact.approach);
  const double e = system_.law(a).restitution;
  const double turned = impact.turned_after + e * impact.turned_before;
  const double off = std::abs(impact.separation + e * impact.approach);
  keep_largest(defect_, off <= turned ? 0.0 : off - turned);
}

void ConstraintImpacts::finish(std::map<std::string, double>& q) const {
  if (count_ == 0.0) return;
  q["law_events"] = count_;
  q["law_approach"] = approach_;
  q["law_restitution"] = defect_ / approach_;
}

}  // namespace impactbench
