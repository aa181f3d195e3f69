#include "schemes/support/springs/spring_schemes.hpp"

#include "schemes/support/contacts/round_schemes.hpp"

namespace impactbench {

std::optional<std::string> refuse_beside_springs(std::string_view scheme,
                                                 const ContactEndSetting& end,
                                                 const ProblemTraits& traits) {
  if (auto reason = refuse_beside_dry_contacts(scheme, traits)) return reason;
  return refuse_endless_dashpot(scheme, end, traits);
}

std::optional<std::string> refuse_endless_dashpot(std::string_view scheme,
                                                  const ContactEndSetting& end,
                                                  const ProblemTraits& traits) {
  if (end.value() == ContactEnd::overlap || traits.restitution > 0.0) return std::nullopt;
  return std::string(scheme) +
         " has no dashpot for restitution 0 with contact_end = force: bodies then part at the "
         "moment when the force is zero, with some speed";
}

std::optional<std::string> refuse_hertz(std::string_view who, const ProblemTraits& traits) {
  if (traits.bodies == BodyKind::round) return std::nullopt;
  return std::string(who) + " needs the radii of the bodies in contact: constraints have none";
}

SolverTask linear_task(const ProblemTraits& traits) {
  if (traits.bodies == BodyKind::generalised) return {};  // a few rows, in the scheme itself
  return {.kind = SolverKind::linear, .symmetric = !traits.friction, .friction = traits.friction};
}

}  // namespace impactbench
