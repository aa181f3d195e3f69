#pragma once

#include "problems/model/disc_setup.hpp"
#include "reference/acceptance/acceptance.hpp"
#include "tests/support/run_to_judge.hpp"

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace impactbench::testing {

/// Two discs of 1 kg that approach each other at 1 m/s each.
inline Problem pair_of_discs(double restitution, double friction) {
  DiscCommon common;
  common.restitution = restitution;
  common.friction = friction;
  DiscSetup setup{common};
  setup.disc(1.0, 0.2, {0.0, 0.0}, {1.0, 0.0});
  setup.disc(1.0, 0.2, {1.0, 0.0}, {-1.0, 0.0});
  return std::move(setup).make("pair", {}, 1.0);
}

inline std::vector<Check> judged(const Problem& problem,
                                 const std::map<std::string, double>& quantities,
                                 const ContactModel& contact, std::string_view set = "default",
                                 EnergyBehaviour claim = EnergyBehaviour::conserves_nearly) {
  return judge(
      run_to_judge(problem, quantities,
                   {.h = 1e-4, .claimed_energy = claim, .contact = contact, .claimed_order = 1.0}),
      set);
}

inline const Check* find(const std::vector<Check>& checks, std::string_view name) {
  for (const Check& c : checks) {
    if (c.name == name) return &c;
  }
  return nullptr;
}

}  // namespace impactbench::testing
