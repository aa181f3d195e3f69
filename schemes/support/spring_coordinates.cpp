#include "schemes/support/spring_coordinates.hpp"

#include <algorithm>
#include <cmath>

namespace impactbench {

SpringCoordinates::SpringCoordinates(const SpringLaw& law, ContactPlace place,
                                     const GeneralisedSystem& system, double h)
    : h_(h),
      stiffness_(1.0 / law.R),
      damping_ratio_(Dissipation::damping_ratio(system.restitution(), law.end.value())),
      pulls_(law.end.value() == ContactEnd::overlap),
      at_start_(place == ContactPlace::start) {
  coordinates_.prepare(system, h);
  place_.setZero(system.dofs());
  impulse_ = next_ = place_;
}

StepReport SpringCoordinates::step(State& state) {
  StepReport report;
  enter(Phase::detection);
  place_ = state.q + (at_start_ ? 0.0 : 0.5 * h_) * state.v;
  if (!coordinates_.look(static_cast<double>(state.step) * h_, place_, state.v)) {
    report.status = StepStatus::breakdown;
    report.reason = no_mass_there;
    return report;
  }
  enter(Phase::assembly);
  push(state.v);
  enter(Phase::update);
  if (at_start_) {
    coordinates_.kick_at_start(state.v, impulse_, next_);
  } else if (!coordinates_.kick(state.v, impulse_, next_)) {
    report.status = StepStatus::not_converged;
    report.reason = inertial_force_unsettled;
  }
  state.q += 0.5 * h_ * (state.v + next_);
  state.v.swap(next_);
  ++state.step;
  return report;
}

void SpringCoordinates::push(const Eigen::VectorXd& v) {
  if (told() != nullptr) told()->clear(1, static_cast<int>(v.size()));
  impulse_.setZero();
  for (Eigen::Index a = 0; a < coordinates_.constraints(); ++a) {
    const double depth = -coordinates_.gap(a);
    if (!(depth > 0.0)) continue;
    const auto g = coordinates_.gradient(a);
    const double mass = 1.0 / g.dot(coordinates_.push(a));
    const double damping = 2.0 * damping_ratio_ * std::sqrt(stiffness_ * mass);
    double force = stiffness_ * depth - damping * g.dot(v);
    if (!pulls_) force = std::max(force, 0.0);
    impulse_ += h_ * force * g;
    if (told() != nullptr) tell_constraint(a, g, h_ * force, *told());
  }
}

}  // namespace impactbench
