#include "reference/yardsticks/free_balance.hpp"

#include "problems/model/coordinate_arms.hpp"
#include "reference/yardsticks/extremes.hpp"

#include <cmath>

namespace impactbench {
namespace {

Eigen::MatrixXd directions_of(const Problem& problem) {
  const GeneralisedSystem* system = generalised_system(*problem.system);
  if (system == nullptr || problem.traits.first_order) return {};
  return system->free_directions().transpose();
}

}  // namespace

FreeBalance::FreeBalance(const Problem& problem, double h, std::optional<double> first_kick,
                         double sums)
    : h_(h), sums_(sums), first_kick_(first_kick), along_(directions_of(problem)) {
  if (along_.rows() == 0) return;
  const GeneralisedSystem& system = *generalised_system(*problem.system);
  const Eigen::Index n = system.dofs();
  Eigen::MatrixXd mass(n, n);
  Eigen::VectorXd force(n);
  system.mass_matrix(problem.initial.q, mass);
  system.external_force(0.0, problem.initial.q, problem.initial.v, force);
  weighs_ = along_ * mass;
  weight_ = along_ * force;
  inertia_ = (weighs_.array() * along_.array()).rowwise().sum();
  start_ = weighs_ * problem.initial.v;
  rate_ = start_.cwiseQuotient(inertia_);
  place_ = (weighs_ * problem.initial.q).cwiseQuotient(inertia_);
  const Eigen::VectorXd metre = weighs_.cwiseAbs() * arms_of(system).cwiseInverse();
  // A direction that hardly moves is judged by the top speed too.
  size_ = start_.cwiseAbs() + system.top_speed() * metre;
  rounding_ = 1e-12 * system.length() * metre.cwiseQuotient(inertia_);
  speed_ = rate_.cwiseAbs();
  begin_ = problem.initial.q;
  given_ = path_ = missed_ = reach_ = next_rate_ = part_ = Eigen::VectorXd::Zero(along_.rows());
}

void FreeBalance::measure_path(const State& before, const State& after) {
  rate_.noalias() = weighs_ * before.v;
  next_rate_.noalias() = weighs_ * after.v;
  path_ += 0.5 * h_ * (rate_ + next_rate_).cwiseQuotient(inertia_);
  part_.noalias() = weighs_ * after.q;
  const double share = rounding_share(static_cast<double>(after.step), sums_);
  for (Eigen::Index i = 0; i < part_.size(); ++i) {
    keep_largest(speed_[i], std::abs(next_rate_[i]) / inertia_[i]);
    const double missing = std::abs(part_[i] / inertia_[i] - place_[i] - path_[i]);
    const auto places = begin_.cwiseAbs() + (after.q - begin_).cwiseAbs();
    keep_largest(reach_[i], weighs_.row(i).cwiseAbs().dot(places) / inertia_[i]);
    if (!(missing <= rounding_[i] + share * reach_[i])) keep_largest(missed_[i], missing);
  }
}

void FreeBalance::add_impulses(const ContactImpulses& recorded) {
  const auto n = static_cast<std::size_t>(recorded.dofs);
  for (std::size_t row = 0; row < recorded.impulse.size(); ++row) {
    const Eigen::Map<const Eigen::VectorXd> jacobian(&recorded.jacobian_a[row * n],
                                                     static_cast<Eigen::Index>(n));
    part_.noalias() = along_ * jacobian;
    part_ *= recorded.impulse[row];
    given_ += part_;
    size_ += part_.cwiseAbs();
  }
}

void FreeBalance::after_step(const State& before, const State& after,
                             const ContactImpulses* recorded) {
  if (along_.rows() == 0) return;
  stepped_ = true;
  measure_path(before, after);
  known_ = known_ && recorded != nullptr && recorded->known;
  if (!known_) return;
  if (before.step == 0 && !first_kick_) {
    start_ = next_rate_;
    return;
  }
  part_ = (before.step == 0 ? *first_kick_ * h_ : h_) * weight_;
  given_ += part_;
  size_ += part_.cwiseAbs();
  add_impulses(*recorded);
  for (Eigen::Index i = 0; i < given_.size(); ++i) {
    const double missing = std::abs(next_rate_[i] - start_[i] - given_[i]);
    if (!(missing <= 0.0)) keep_largest(momentum_error_, missing / size_[i]);
  }
}

void FreeBalance::finish(std::map<std::string, double>& quantities) const {
  if (!stepped_) return;
  double path = 0.0;
  for (Eigen::Index i = 0; i < missed_.size(); ++i)
    if (!(missed_[i] <= 0.0)) keep_largest(path, missed_[i] / (h_ * speed_[i]));
  quantities["free_path_error"] = path;
  if (known_) quantities["free_momentum_error"] = momentum_error_;
}

}  // namespace impactbench
