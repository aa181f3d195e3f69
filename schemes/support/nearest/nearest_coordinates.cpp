#include "schemes/support/nearest/nearest_coordinates.hpp"

#include <algorithm>

namespace impactbench {

NearestCoordinates::NearestCoordinates(Inertia inertia, Glue glue, bool warm_start,
                                       const GeneralisedSystem& system, double h,
                                       ContactSolver& solver)
    : h_(h), inertia_(inertia), glue_(glue) {
  coordinates_.prepare(system, h);
  contacts_.prepare(system, solver, warm_start, system.length() / h);
  pressed_.setZero(system.constraints());
  pull_.setZero(system.dofs());
  u_ = pull_;
}

/// Computes the aim into u_; records the part that glue subtracts from it.
void NearestCoordinates::aim(const State& state) {
  pull_.setZero();
  for (Eigen::Index a = 0; a < pressed_.size(); ++a) {
    if (pressed_[a] == 0.0) continue;
    pull_ -= pressed_[a] * coordinates_.gradient(a);
    if (recorded() != nullptr)
      record_constraint(a, coordinates_.gradient(a), -pressed_[a], *recorded());
  }
  if (inertia_ == Inertia::kept) {
    coordinates_.kick_at_start(state.v, pull_, u_);
  } else {
    coordinates_.follow(pull_, u_);
  }
}

StepReport NearestCoordinates::step(State& state) {
  enter(Phase::detection);
  if (!coordinates_.look(static_cast<double>(state.step) * h_, state.q, state.v)) {
    StepReport broken;
    broken.status = StepStatus::breakdown;
    broken.reason = no_mass_there;
    return broken;
  }
  enter(Phase::assembly);
  if (recorded() != nullptr) recorded()->clear(1, static_cast<int>(u_.size()));
  aim(state);
  contacts_.clear();
  for (Eigen::Index a = 0; a < coordinates_.constraints(); ++a)
    contacts_.add(coordinates_, a, coordinates_.gradient(a).dot(u_) + coordinates_.gap(a) / h_);
  enter(Phase::solve);
  const StepReport report = contacts_.solve();
  if (report.status == StepStatus::breakdown) return report;
  enter(Phase::update);
  contacts_.apply(coordinates_, u_);
  if (recorded() != nullptr) contacts_.record(coordinates_, *recorded());
  for (Eigen::Index a = 0; glue_.acts && a < pressed_.size(); ++a)
    pressed_[a] = std::min(contacts_.impulses()[static_cast<std::size_t>(a)], glue_.most);
  state.v.swap(u_);
  state.q += h_ * state.v;
  ++state.step;
  return report;
}

}  // namespace impactbench
