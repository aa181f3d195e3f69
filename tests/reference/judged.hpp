#pragma once

#include "reference/acceptance/acceptance.hpp"
#include "tests/support/run.hpp"
#include "tests/support/run_to_judge.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace impactbench::testing {

using Quantities = std::map<std::string, double>;

inline std::vector<Check> judged(const Quantities& q, EnergyBehaviour claim,
                                 ContactModel contact = {}, const char* scheme = "some",
                                 std::string_view set = "default",
                                 const ParameterSet& parameters = {}, double h = 1e-4) {
  static const Problem problem = problem_entry("falling_ball").make({});
  return judge(run_to_judge(problem, q,
                            {.scheme = scheme,
                             .scheme_parameters = parameters,
                             .h = h,
                             .claimed_energy = claim,
                             .contact = contact,
                             .claimed_order = 2.0,
                             .contact_energy = {.phase = 0.5}}),
               set);
}

inline bool passed(const std::vector<Check>& checks, const std::string& name) {
  for (const Check& c : checks) {
    if (c.name == name) return c.passed;
  }
  ADD_FAILURE() << name << " was not checked";
  return false;
}

inline Quantities energies(double low, double high) {
  return {{"energy_initial", 2.0}, {"energy_min", 2.0 * low}, {"energy_max", 2.0 * high}};
}

}  // namespace impactbench::testing
