#include "schemes/mka3d_linear/mka3d_linear.hpp"

#include "problems/model/error.hpp"

namespace impactbench::mka3d_linear {
namespace {

std::optional<std::string> refuses(const ParameterSet&, const ProblemTraits& traits, double h) {
  if (traits.bodies != BodyKind::plane_grid) {
    return "mka3d_linear has the law of plane strain in square cells, and none for other bodies";
  }
  if (!(h > 0.0)) return "mka3d_linear goes forwards in time: dt must be above 0 s";
  return std::nullopt;
}

SchemeClaims claims(const ParameterSet&) {
  return {.order_free = 2.0,
          .exact_free_fall = false,
          .order_contact = std::nullopt,
          .order_impact = std::nullopt,
          .velocity = {.free = 2.0, .contact = std::nullopt, .impact = std::nullopt},
          .energy = EnergyBehaviour::conserves_nearly,
          .momentum = true,
          .angular_momentum = false,
          .reversible = true,
          .contact = std::nullopt,
          .motion = MotionStep{.path = PathRule::centred},
          .source = "monasse2012, sections 3 and 4"};
}

}  // namespace

void Stepper::prepare(const MechanicalSystem& system, const State&, double h, Solvers) {
  const auto* grid = plane_grid_system(system);
  if (grid == nullptr) {
    throw ConfigurationError("scheme mka3d_linear: it moves a plane grid; this problem has none");
  }
  const double limit = stability_limit(grid->material(), grid->layout().edge);
  if (!(h < limit) && !params_.allow_unstable) {
    throw ConfigurationError("scheme mka3d_linear: the step is " + to_text(h) +
                             " s; it must be below the stability limit, " + to_text(limit) +
                             " s, or allow_unstable set");
  }
  kernel_.emplace(*grid, h, params_.block);
}

StepReport Stepper::advance(State& state, std::int64_t steps) {
  enter(Phase::update);
  if (steps < 1) return {};
  kernel_->load(state);
  kernel_->run(steps);
  kernel_->store(state);
  return {};
}

SchemeEntry entry() {
  return {.name = "mka3d_linear",
          .summary = "Mka3D for small displacements of square cells in plane strain",
          .reference = "monasse2012, sections 2, 3 and 5.1",
          .parameters = parameters_of<Params>(),
          .claims = claims,
          .task = [](const ParameterSet&, const ProblemTraits&) { return SolverTask{}; },
          .refuses = refuses,
          .make = [](const ParameterSet& given) -> std::unique_ptr<Scheme> {
            return std::make_unique<Stepper>(parse<Params>(given, "scheme mka3d_linear"));
          }};
}

}  // namespace impactbench::mka3d_linear
