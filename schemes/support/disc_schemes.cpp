#include "schemes/support/disc_schemes.hpp"

#include "problems/model/fields.hpp"

namespace impactbench {

const DiscSystem& disc_system(const MechanicalSystem& system) {
  return dynamic_cast<const DiscSystem&>(system);
}

std::optional<std::string> refuse_dissipation(std::string_view scheme,
                                              const ProblemTraits& traits) {
  const std::string name(scheme);
  if (traits.bodies != BodyKind::discs) return name + " moves discs only";
  if (traits.friction) return name + " has no friction; set friction = 0";
  if (traits.restitution != 1.0) {
    return name + " has elastic contacts only; the problem asks for restitution = " +
           to_text(traits.restitution) + ", set restitution = 1";
  }
  return std::nullopt;
}

}  // namespace impactbench
