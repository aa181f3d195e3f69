#include "schemes/support/disc_schemes.hpp"

namespace impactbench {

std::optional<std::string> refuse_other_bodies(std::string_view scheme,
                                               const ProblemTraits& traits) {
  if (traits.bodies == BodyKind::round && traits.dimension == 2 && traits.rotates)
    return std::nullopt;
  return std::string(scheme) + " moves discs only";
}

}  // namespace impactbench
