#include "schemes/event_driven/event_driven.hpp"

#include "schemes/event_driven/event_steps.hpp"
#include "schemes/support/round_schemes.hpp"

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
            .source =
                "Acary and Brogliato 2008, chapter 8; errors are those of the integrator: "
                "event_driven.hpp"};
  }

  [[nodiscard]] SolverTask task(const ProblemTraits& traits) const override {
    return frictionless_task(traits);
  }

  [[nodiscard]] std::optional<std::string> refuses(const ProblemTraits& traits,
                                                   double h) const override {
    if (auto reason = refuse_beside_dry_contacts("event_driven", traits)) return reason;
    if (!(h > 0.0)) return "event_driven goes forwards in time: dt must be above 0 s";
    if (traits.friction) return "event_driven has no friction: the problem must have friction = 0";
    if (traits.driven) {
      return "event_driven locates no jump of a force: the problem must not have forces that vary "
             "in time or have no potential";
    }
    if (!traits.initial_penetration) return std::nullopt;
    return "event_driven is rigid: it has no force for a start that presses bodies into each other";
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
          .summary = "from impact to impact: located events, constraints on accelerations between",
          .reference = "Acary and Brogliato 2008, chapter 8; Dormand and Prince 1980",
          .parameters = parameters_of<Params>(),
          .make = [](const ParameterSet& given) -> std::unique_ptr<const Method> {
            return std::make_unique<EventDriven>(parse<Params>(given, "scheme event_driven"));
          }};
}

}  // namespace impactbench::event_driven
