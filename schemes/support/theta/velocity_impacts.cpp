#include "schemes/support/theta/velocity_impacts.hpp"

#include "problems/contact/round_bodies.hpp"
#include "schemes/support/contacts/round_schemes.hpp"
#include "schemes/support/theta/coordinate_theta.hpp"

#include <utility>

namespace impactbench {

std::optional<std::string> refuse_beside_velocity_impacts(std::string_view scheme,
                                                          const ProblemTraits& traits) {
  if (auto reason = refuse_beside_dry_contacts(scheme, traits)) return reason;
  if (traits.dimension == 3 && traits.rolling_friction && traits.twisting_friction)
    return std::string(scheme) +
           " has friction against rolling or against twisting, not both: its contact solvers take "
           "one moment beside the impulse of a contact";
  if (!traits.initial_penetration) return std::nullopt;
  return std::string(scheme) +
         " is rigid: it has no force for a start that presses bodies into each other";
}

SolverTask velocity_impact_task(const ProblemTraits& traits) {
  return {.kind = SolverKind::contact,
          .symmetric = true,
          .friction = traits.friction,
          .rolling = traits.rolling_friction || traits.twisting_friction};
}

std::unique_ptr<Scheme> velocity_impacts(const ThetaSettings& settings,
                                         const MechanicalSystem& system, const State& start,
                                         double h, Solvers solvers,
                                         std::unique_ptr<AccelerationRule> rule) {
  if (const GeneralisedSystem* coordinates = generalised_system(system)) {
    return std::make_unique<CoordinateTheta>(settings, *coordinates, start, h, *solvers.contact,
                                             std::move(rule));
  }
  return in_space(round_bodies(system), [&]<int Dim, int Dofs>() -> std::unique_ptr<Scheme> {
    return std::make_unique<ThetaStep<Dim, Dofs>>(settings, *round_system(system), start, h,
                                                  *solvers.contact, std::move(rule));
  });
}

SchemeClaims velocity_impact_claims(double order, bool projects) {
  return {.order_free = order,
          .exact_free_fall = true,
          .order_contact = std::nullopt,
          .order_impact = std::nullopt,
          .velocity = {.free = order, .contact = std::nullopt, .impact = std::nullopt},
          .energy = EnergyBehaviour::conserves_nearly,
          .momentum = true,
          .angular_momentum = !projects,
          .overlap = projects ? OverlapBound::none : OverlapBound::half_step,
          .reversible = false,
          .contact = std::nullopt,
          .rolling_friction = true,
          .twisting_friction = true,
          .step = ContactStep{.place = ContactPlace::middle,
                              .closing_acts = projects,
                              .normal = NormalRule::velocity,
                              .slip = SlipRule::velocity},
          .motion = std::nullopt,
          .source = {}};
}

}  // namespace impactbench
