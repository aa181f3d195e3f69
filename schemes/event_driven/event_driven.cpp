#include "schemes/event_driven/event_driven.hpp"

#include "schemes/event_driven/event_steps.hpp"
#include "schemes/support/theta/velocity_impacts.hpp"

namespace impactbench::event_driven {
namespace {

class EventDriven final : public Method {
 public:
  explicit EventDriven(const Params& p) : params_(p) {}

  [[nodiscard]] SchemeClaims claims() const override {
    return {.order_free = std::nullopt,
            .exact_free_fall = true,
            .order_contact = std::nullopt,
            .order_impact = std::nullopt,
            .velocity = {},
            .energy = EnergyBehaviour::conserves_nearly,
            .momentum = true,
            .angular_momentum = true,
            .overlap = OverlapBound::none,
            .reversible = false,
            .contact = std::nullopt,
            .rolling_friction = true,
            .twisting_friction = true,
            .static_friction = true,
            .located = LocatedErrors{.integration = 1e3 * params_.tolerance, .rest = params_.rest},
            .source =
                "Acary and Brogliato 2008, chapter 8; errors are those of the integrator: "
                "event_driven.hpp"};
  }

  [[nodiscard]] SolverTask task(const ProblemTraits& traits) const override {
    return velocity_impact_task(traits);
  }

  [[nodiscard]] std::optional<std::string> refuses(const ProblemTraits& traits,
                                                   double h) const override {
    if (!(h > 0.0)) return "event_driven goes forwards in time: dt must be above 0 s";
    if (traits.driven && !traits.moving_surfaces && traits.bodies == BodyKind::round) {
      return "event_driven does not locate jumps of forces: the problem must not have bodies with "
             "forces "
             "that vary in time or have no potential";
    }
    return refuse_beside_velocity_impacts("event_driven", traits);
  }

  [[nodiscard]] std::unique_ptr<Scheme> instance(const MechanicalSystem& system, const State& start,
                                                 double h, Solvers solvers) const override {
    return std::make_unique<EventSteps>(params_, system, start, h, *solvers.contact);
  }

 private:
  Params params_;
};

}  // namespace

SchemeEntry entry() {
  return {.name = "event_driven",
          .summary =
              "from event to event: impacts, slip and openings located, constraints on "
              "accelerations between",
          .reference = "Acary and Brogliato 2008, chapter 8; Dormand and Prince 1980",
          .parameters = parameters_of<Params>(),
          .make = [](const ParameterSet& given) -> std::unique_ptr<const Method> {
            return std::make_unique<EventDriven>(parse<Params>(given, "scheme event_driven"));
          }};
}

}  // namespace impactbench::event_driven
