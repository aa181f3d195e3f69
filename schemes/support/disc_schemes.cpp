#include "schemes/support/disc_schemes.hpp"

namespace impactbench {

const DiscSystem& disc_system(const MechanicalSystem& system) {
  return dynamic_cast<const DiscSystem&>(system);
}

std::optional<std::string> refuse_other_bodies(std::string_view scheme,
                                               const ProblemTraits& traits) {
  if (traits.bodies == BodyKind::discs) return std::nullopt;
  return std::string(scheme) + " moves discs only";
}

SolverTask linear_task(const ParameterSet&, const ProblemTraits& traits) {
  return {.kind = SolverKind::linear, .symmetric = !traits.friction, .friction = traits.friction};
}

}  // namespace impactbench
