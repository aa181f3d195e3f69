#include "schemes/support/disc_schemes.hpp"

namespace impactbench {

std::optional<std::string> refuse_other_bodies(std::string_view scheme,
                                               const ProblemTraits& traits) {
  if (traits.bodies == BodyKind::round && traits.dimension == 2 && traits.rotates)
    return std::nullopt;
  return std::string(scheme) + " moves discs only";
}

std::optional<std::string> refuse_endless_dashpot(std::string_view scheme,
                                                  const ContactEndSetting& end,
                                                  const ProblemTraits& traits) {
  if (end.value() == ContactEnd::overlap || traits.restitution > 0.0) return std::nullopt;
  return std::string(scheme) +
         " has no dashpot for restitution 0 with contact_end = force: bodies then part at the "
         "moment when the force is zero, with some speed";
}

SolverTask linear_task(const ParameterSet&, const ProblemTraits& traits) {
  return {.kind = SolverKind::linear, .symmetric = !traits.friction, .friction = traits.friction};
}

}  // namespace impactbench
