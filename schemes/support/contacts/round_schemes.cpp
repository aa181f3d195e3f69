#include "schemes/support/contacts/round_schemes.hpp"

namespace impactbench {

std::optional<std::string> refuse_elastic(std::string_view scheme, const ProblemTraits& traits) {
  if (traits.bodies != BodyKind::polyhedra && traits.bodies != BodyKind::plane_grid)
    return std::nullopt;
  return std::string(scheme) + " has no law for the stress of elastic bodies";
}

std::optional<std::string> refuse_beside_dry_contacts(std::string_view scheme,
                                                      const ProblemTraits& traits) {
  const std::string name(scheme);
  if (auto reason = refuse_elastic(scheme, traits)) return reason;
  if (traits.first_order) {
    return name + " is for motion with inertia: the problem is of first order, without any";
  }
  if (traits.gluey) return name + " has dry contacts: the problem must have gluey = false";
  return std::nullopt;
}

std::optional<std::string> refuse_beside_rigid(std::string_view scheme, const ProblemTraits& traits,
                                               double h) {
  const std::string name(scheme);
  if (!(h > 0.0)) return name + " goes forwards in time: dt must be above 0 s";
  if (traits.laws_differ)
    return name + " has one law for all contacts: those of this problem differ";
  if (traits.friction) return name + " has no friction: the problem must have friction = 0";
  if (traits.initial_penetration) {
    return name + " is rigid: it has no force for a start that presses bodies into each other";
  }
  return std::nullopt;
}

SolverTask frictionless_task(const ProblemTraits& traits) {
  return {.kind = SolverKind::contact, .symmetric = true, .friction = traits.friction};
}

}  // namespace impactbench
