#include "schemes/support/nearest_scheme.hpp"

namespace impactbench {

void NearestScheme::prepare(const MechanicalSystem& system, const State& start, double h,
                            Solvers solvers) {
  if (const GeneralisedSystem* coordinates = generalised_system(system)) {
    coordinates_.emplace().prepare(*coordinates, h, inertia_, rows_.warm_start, glue_,
                                   *solvers.contact);
    return;
  }
  coordinates_.reset();
  system_ = &system;
  h_ = h;
  force_.setZero(system.dofs());
  nearest_.prepare(
      system, start, h, rows_, *solvers.contact, [this](Phase phase) { enter(phase); }, glue_);
}

StepReport NearestScheme::step(State& state) {
  if (coordinates_) {
    return coordinates_->step(state, told(), [this](Phase phase) { enter(phase); });
  }
  enter(Phase::detection);
  const double t = static_cast<double>(state.step) * h_;
  system_->mean_force(t, t + h_, state.q, state.v, force_);
  if (inertia_ == Inertia::kept) {
    state.v.array() += (h_ / system_->mass().array()) * force_.array();
  } else {
    state.v = force_.cwiseQuotient(system_->mass());
  }
  const StepReport report = nearest_.find(state.q, state.v);
  if (report.status == StepStatus::breakdown) return report;
  if (told() != nullptr) nearest_.tell(state.q, *told());
  move_bodies(*system_, h_, state.v, state.q);
  ++state.step;
  return report;
}

}  // namespace impactbench
