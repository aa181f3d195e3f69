#include "reference/yardsticks/constraint_laws.hpp"

#include "reference/yardsticks/extremes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace impactbench {

ConstraintLaws::ConstraintLaws(const Problem& problem, const std::optional<ContactStep>& step,
                               double h)
    : problem_(problem),
      system_(*generalised_system(*problem.system)),
      step_(step.value_or(ContactStep{})),
      applies_(step && step->normal == NormalRule::position),
      h_(h),
      force_(Eigen::VectorXd::Zero(system_.dofs())),
      inertial_(force_),
      place_(force_),
      gradient_(force_),
      defect_(force_),
      impulse_(Eigen::VectorXd::Zero(system_.constraints())),
      mass_(Eigen::MatrixXd::Zero(system_.dofs(), system_.dofs())) {}

void ConstraintLaws::after_step(const State& before, const State& after, double t,
                                const ContactImpulses* told) {
  applies_ = applies_ && told != nullptr && told->told;
  if (!applies_) return;
  system_.mass_matrix(before.q, mass_);
  llt_.compute(mass_);
  if (llt_.info() != Eigen::Success || !after.q.allFinite() || !after.v.allFinite()) {
    keep_largest(normal_, std::numeric_limits<double>::quiet_NaN());
    return;
  }
  const double e = system_.restitution();
  const bool first = after.step == 1;
  place_ =
      before.q + h_ * (first ? after.v : Eigen::VectorXd((after.v - e * before.v) / (1.0 + e)));
  problem_.system->mean_force(t - h_, t, before.q, before.v, force_);
  system_.inertial_force(before.q, before.v, inertial_);
  const double share = first ? step_.first_kick.value_or(1.0) : 1.0;
  defect_.noalias() = mass_ * (after.v - before.v) - share * h_ * (force_ + inertial_);
  const auto length = [&](const Eigen::VectorXd& x) { return std::sqrt(x.dot(llt_.solve(x))); };
  impulse_.setZero();
  for (std::size_t k = 0; k < told->contacts(); ++k)
    impulse_[told->body_a[k]] += told->impulse[k];
  for (Eigen::Index a = 0; a < impulse_.size(); ++a) {
    system_.constraint_gradient(a, place_, gradient_);
    const double size = length(gradient_), f = system_.constraint(a, place_);
    if (!(size > 0.0)) continue;
    defect_ -= impulse_[a] * gradient_;
    const double p = impulse_[a] * size, gap = f / (h_ * size);
    if (p == 0.0 && gap > 0.0) continue;
    judged_ += 1.0;
    keep_largest(largest_, std::abs(p));
    keep_largest(pull_, -p);
    keep_largest(distance_, std::min(std::abs(p), std::max(0.0, gap)));
    keep_largest(normal_, std::abs(p - std::max(0.0, p - gap)));
  }
  if (!first || step_.first_kick) keep_largest(momentum_, length(defect_));
}

void ConstraintLaws::finish(std::map<std::string, double>& q) const {
  if (!applies_) return;
  q["law_contacts"] = judged_;
  const bool none = judged_ == 0.0 && !std::isnan(normal_);
  if (none) return;
  const double unit = largest_ > 0.0 ? largest_ : 1.0;
  q["law_pull"] = pull_ / unit;
  q["law_distance"] = distance_ / unit;
  q["law_normal"] = normal_ / unit;
  q["law_momentum"] = momentum_ / unit;
}

}  // namespace impactbench
