#include "careless.hpp"

#include "../symplectic_penalty/symplectic_penalty.hpp"
#include "schemes/support/disc_schemes.hpp"

namespace impactbench::careless {

SchemeEntry entry() {
  SchemeEntry out = symplectic_penalty::entry();
  out.name = "careless";
  out.summary = "symplectic_penalty without its refusals: ignores friction and restitution";
  out.refuses = [](const ParameterSet&, const ProblemTraits& traits, double) {
    return refuse_other_bodies("careless", traits);
  };
  return out;
}

}  // namespace impactbench::careless
