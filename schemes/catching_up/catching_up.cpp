#include "schemes/catching_up/catching_up.hpp"

#include "schemes/support/nearest_scheme.hpp"
#include "schemes/support/round_schemes.hpp"

namespace impactbench::catching_up {
namespace {

std::optional<std::string> refuses(const ParameterSet&, const ProblemTraits& traits, double h) {
  if (auto reason = refuse_elastic("catching_up", traits)) return reason;
  if (!traits.first_order) {
    return "catching_up is for motion without inertia: the problem must be of first order";
  }
  if (traits.gluey) return "catching_up has dry contacts: the problem must have gluey = false";
  return refuse_beside_rigid("catching_up", traits, h);
}

SchemeClaims claims(const ParameterSet&) {
  return {.order_free = 1.0,
          .exact_free_fall = false,
          .order_contact = std::nullopt,
          .order_impact = 1.0,
          .velocity = {.free = 1.0, .contact = std::nullopt, .impact = 1.0},
          .energy = EnergyBehaviour::dissipates,
          .momentum = false,
          .angular_momentum = false,
          .overlap = OverlapBound::none,
          .reversible = false,
          .contact = std::nullopt,
          .step = ContactStep{.place = ContactPlace::start, .normal = NormalRule::position},
          .motion = MotionStep{.path = PathRule::end, .force_at_start = true},
          .source = "Maury and Venel 2011; no overlap: gaps are convex"};
}

}  // namespace

SchemeEntry entry() {
  return {.name = "catching_up",
          .summary = "first-order motion: the nearest to the desired velocity among rigid contacts",
          .reference = "Moreau 1977; Maury and Venel 2011; maury-slides",
          .parameters = parameters_of<Params>(),
          .claims = claims,
          .task = frictionless_task,
          .refuses = refuses,
          .make = [](const ParameterSet& given) -> std::unique_ptr<Scheme> {
            return std::make_unique<NearestScheme>(parse<Params>(given, "scheme catching_up").rows,
                                                   Inertia::none);
          }};
}

}  // namespace impactbench::catching_up
