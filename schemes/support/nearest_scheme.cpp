#include "schemes/support/nearest_scheme.hpp"

namespace impactbench {

NearestScheme::NearestScheme(const RowSearch& rows, Inertia inertia, Glue glue,
                             const MechanicalSystem& system, const State& start, double h,
                             ContactSolver& solver)
    : inertia_(inertia), system_(&system), h_(h) {
  force_.setZero(system.dofs());
  nearest_.prepare(
      system, start, h, rows, solver, [this](Phase phase) { enter(phase); }, glue);
}

StepReport NearestScheme::step(State& state) {
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

std::unique_ptr<Scheme> nearest_instance(const RowSearch& rows, Inertia inertia, Glue glue,
                                         const MechanicalSystem& system, const State& start,
                                         double h, Solvers solvers) {
  if (const GeneralisedSystem* coordinates = generalised_system(system)) {
    return std::make_unique<NearestCoordinates>(inertia, glue, rows.warm_start, *coordinates, h,
                                                *solvers.contact);
  }
  return std::make_unique<NearestScheme>(rows, inertia, glue, system, start, h, *solvers.contact);
}

}  // namespace impactbench
