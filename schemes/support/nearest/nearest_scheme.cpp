#include "schemes/support/nearest/nearest_scheme.hpp"

#include "schemes/support/contacts/round_schemes.hpp"

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
  if (recorded() != nullptr) nearest_.record(state.q, *recorded());
  move_bodies(*system_, h_, state.v, state.q);
  ++state.step;
  return report;
}

SchemeClaims claims_of_nearest(const ContactStep& contact, std::string_view source) {
  return {.order_free = 1.0,
          .exact_free_fall = false,
          .order_contact = std::nullopt,
          .order_impact = 1.0,
          .velocity = {.free = 1.0, .contact = std::nullopt, .impact = 1.0},
          .energy = EnergyBehaviour::dissipates,
          .momentum = true,
          .angular_momentum = true,
          .overlap = OverlapBound::none,
          .reversible = false,
          .contact = std::nullopt,
          .step = contact,
          .motion = MotionStep{.path = PathRule::end, .force = ForcePlace::start},
          .source = source};
}

SolverTask NearestMethod::task(const ProblemTraits& traits) const {
  return frictionless_task(traits);
}

std::unique_ptr<Scheme> NearestMethod::instance(const MechanicalSystem& system, const State& start,
                                                double h, Solvers solvers) const {
  if (const GeneralisedSystem* coordinates = generalised_system(system)) {
    return std::make_unique<NearestCoordinates>(inertia_, glue_, rows_.warm_start, *coordinates, h,
                                                *solvers.contact);
  }
  return std::make_unique<NearestScheme>(rows_, inertia_, glue_, system, start, h,
                                         *solvers.contact);
}

}  // namespace impactbench
