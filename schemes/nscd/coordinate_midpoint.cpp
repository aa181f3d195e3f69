#include "schemes/nscd/coordinate_midpoint.hpp"

namespace impactbench::nscd {

CoordinateMidpoint::CoordinateMidpoint(const Params& params, const GeneralisedSystem& system,
                                       double h, ContactSolver& solver)
    : h_(h) {
  constexpr double touching = 1e-12;  // of the system's length
  reach_ = params.contacts == "touching" ? touching * system.length() : 0.0;
  coordinates_.prepare(system, h);
  contacts_.prepare(system, solver, params.warm_start, 1.0);
  middle_.setZero(system.dofs());
  none_ = next_ = middle_;
}

StepReport CoordinateMidpoint::step(State& state) {
  enter(Phase::detection);
  middle_ = state.q + (0.5 * h_) * state.v;
  if (!coordinates_.look(static_cast<double>(state.step) * h_, middle_, state.v)) {
    StepReport broken;
    broken.status = StepStatus::breakdown;
    broken.reason = no_mass_there;
    return broken;
  }
  enter(Phase::assembly);
  const bool settled = coordinates_.kick(state.v, none_, next_);
  contacts_.clear();
  for (Eigen::Index a = 0; a < coordinates_.constraints(); ++a) {
    if (!(coordinates_.gap(a) < reach_)) continue;
    contacts_.add_impact(coordinates_, a, next_, state.v);
  }
  enter(Phase::solve);
  StepReport report = contacts_.solve();
  if (report.status == StepStatus::breakdown) return report;
  if (!settled && report.status == StepStatus::done) {
    report.status = StepStatus::not_converged;
    report.reason = inertial_force_unsettled;
  }
  enter(Phase::update);
  contacts_.apply(coordinates_, next_);
  if (recorded() != nullptr) {
    recorded()->clear(contacts_.problem().rows, contacts_.problem().dofs);
    contacts_.record(coordinates_, *recorded());
  }
  state.v.swap(next_);
  state.q = middle_ + (0.5 * h_) * state.v;
  ++state.step;
  return report;
}

}  // namespace impactbench::nscd
