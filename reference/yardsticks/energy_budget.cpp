#include "reference/yardsticks/energy_budget.hpp"

#include "problems/contact/round_bodies.hpp"
#include "reference/yardsticks/extremes.hpp"

#include <algorithm>
#include <cmath>

namespace impactbench {
namespace {

Eigen::Index stride_of(const Problem& problem) {
  const bool bodies = problem.traits.bodies != BodyKind::generalised;
  return bodies && has_contacts(*problem.system) ? round_bodies(*problem.system).stride : 0;
}

/// No kinetic energy without inertia; energy stored by driven elastic bodies is not measured.
bool has_budget(const Problem& problem) {
  if (problem.traits.first_order) return false;
  return !problem.traits.driven || has_contacts(*problem.system);
}

}  // namespace

EnergyBudget::EnergyBudget(const Problem& problem, const ContactModel& contact, double h,
                           const Energies& start)
    : problem_(problem),
      applies_(has_budget(problem)),
      compliant_(contact.has_value()),
      driven_(problem.traits.driven),
      generalised_(generalised_system(*problem.system)),
      h_(h),
      first_(start),
      last_(start),
      stride_(stride_of(problem)),
      force_(Eigen::VectorXd::Zero(problem.system->dofs())),
      inertial_(force_) {
  if (generalised_ != nullptr) mass_.setZero(force_.size(), force_.size());
}

std::pair<double, double> EnergyBudget::add_contacts(const ContactImpulses& recorded) {
  const auto rows = static_cast<std::size_t>(recorded.rows);
  const auto dofs = static_cast<std::size_t>(recorded.dofs);
  double normal = 0.0, tangential = 0.0;
  for (std::size_t c = 0; c < recorded.contacts(); ++c) {
    ContactWork work;
    for (std::size_t row = 0; row < rows; ++row) {
      const double p = recorded.impulse[c * rows + row];
      double speed = 0.0;
      const auto add = [&](int body, const std::vector<double>& jacobian) {
        if (body == ContactProblem::fixed) return;
        for (std::size_t k = 0; k < dofs; ++k) {
          const Eigen::Index at = stride_ * body + static_cast<Eigen::Index>(k);
          const double j = jacobian[(c * rows + row) * dofs + k];
          speed += j * mean_[at];
          defect_[at] -= j * p;
        }
      };
      add(recorded.body_a[c], recorded.jacobian_a);
      add(recorded.body_b[c], recorded.jacobian_b);
      (row == 0 ? work.normal : work.tangential) += p * speed;
    }
    work.tangential += add_resistance(recorded, c);
    normal += work.normal;
    tangential += work.tangential;
    if (!keeps_contacts_) continue;
    ContactWork& sum = contacts_[{recorded.body_a[c], recorded.body_b[c]}];
    sum.normal += work.normal;
    sum.tangential += work.tangential;
    ++sum.steps;
  }
  return {normal, tangential};
}

double EnergyBudget::add_resistance(const ContactImpulses& recorded, std::size_t contact) {
  const std::size_t turns = recorded.resistance.size() / recorded.contacts();
  double work = 0.0;
  const auto add = [&](int body, double sign) {
    if (body == ContactProblem::fixed) return;
    for (std::size_t k = 0; k < turns; ++k) {
      const Eigen::Index at = stride_ * body + recorded.dofs - static_cast<Eigen::Index>(turns - k);
      const double p = sign * recorded.resistance[contact * turns + k];
      work += p * mean_[at];
      defect_[at] -= p;
    }
  };
  add(recorded.body_a[contact], 1.0);
  add(recorded.body_b[contact], -1.0);
  return work;
}

void EnergyBudget::add_inertia(const State& before, const State& after) {
  if (generalised_ == nullptr) {
    defect_ = problem_.system->mass().cwiseProduct(after.v - before.v);
    return;
  }
  if (!has_mass_ || !generalised_->constant_mass()) generalised_->mass_matrix(before.q, mass_);
  has_mass_ = true;
  defect_.noalias() = mass_ * (after.v - before.v);
  const double held = 0.5 * after.v.dot(mass_ * after.v);
  generalised_->inertial_force(before.q, before.v, inertial_);
  force_ += inertial_;
  numerical_ += h_ * inertial_.dot(mean_) + generalised_->kinetic_energy(after.q, after.v) - held;
}

void EnergyBudget::after_step(const State& before, const State& after, double t,
                              const Energies& now, const ContactImpulses* recorded) {
  if (!applies_) return;
  stepped_ = true;
  problem_.system->mean_force(t - h_, t, before.q, before.v, force_);
  mean_ = 0.5 * (before.v + after.v);
  const double work = h_ * force_.dot(mean_);
  if (driven_) external_ += work;
  recorded_ = recorded_ && recorded != nullptr && recorded->known;
  if (recorded_) {
    add_inertia(before, after);
    defect_ -= h_ * force_;
    const auto [normal, tangential] = add_contacts(*recorded);
    for (const double entry : defect_)  // maxCoeff may pass over a NaN
      keep_largest(worst_defect_, std::abs(entry));
    friction_ += tangential;
    const double stored = compliant_ ? now.elastic - last_.elastic : 0.0;
    const bool elastic = compliant_ && problem_.traits.restitution == 1.0;
    (elastic ? numerical_ : impact_) += normal + stored;
    if (!driven_) numerical_ += work + (now.potential - last_.potential);
  }
  last_ = now;
  keep_largest(worst_closure_, std::abs(closure()));
}

double EnergyBudget::closure() const {
  const double kinetic = last_.kinetic - first_.kinetic;
  const double potential = driven_ ? 0.0 : last_.potential - first_.potential;
  const double held = kinetic + potential + last_.elastic - first_.elastic - external_;
  return recorded_ ? held - (friction_ + impact_ + numerical_) : held;
}

void EnergyBudget::finish(std::map<std::string, double>& q) const {
  if (!stepped_) return;
  const double kinetic = last_.kinetic - first_.kinetic;
  const double potential = driven_ ? 0.0 : last_.potential - first_.potential;
  const double elastic = last_.elastic - first_.elastic;
  q["budget_kinetic"] = kinetic;
  if (!driven_) q["budget_potential"] = potential;
  q["budget_elastic"] = elastic;
  q["budget_external"] = external_;
  double scale = 0.0;
  for (const double term : {first_.kinetic, last_.kinetic, potential, elastic, external_})
    keep_largest(scale, std::abs(term));
  if (recorded_) {
    q["budget_friction"] = friction_;
    q["budget_impact"] = impact_;
    q["budget_numerical"] = numerical_;
    for (const double term : {friction_, impact_, numerical_})
      keep_largest(scale, std::abs(term));
    q["impulse_defect"] = worst_defect_;
  }
  q["budget_closure"] = closure();
  q["budget_closure_most"] = worst_closure_;
  if (scale != 0.0) q["budget_closure_relative"] = std::abs(closure()) / scale;
}

}  // namespace impactbench
