#pragma once

#include "reference/acceptance/acceptance.hpp"

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace impactbench::testing {

inline const ParameterSet no_parameters{};

/// What a test of acceptance says of a scheme and its run. What it leaves out is as of a rigid
/// scheme that claims no order.
struct RunFacts {
  std::string_view scheme{"some"}, solver{"none"};
  const ParameterSet& scheme_parameters{no_parameters};
  double h{1e-3};  ///< step [s]
  EnergyBehaviour claimed_energy{EnergyBehaviour::conserves_nearly};
  ContactModel contact{};
  std::optional<double> claimed_order{};
  OverlapBound overlap{OverlapBound::half_step};
  ContactEnergy contact_energy{};
  bool jumps_within{false};
  std::optional<ContactStep> step{};
  std::optional<MotionStep> motion{};
  std::optional<SetStep> set{};
  std::optional<LocatedErrors> located{};
};

/// A run with these measured quantities; it refers to all of its arguments but `facts`.
inline JudgedRun run_to_judge(const Problem& problem,
                              const std::map<std::string, double>& quantities,
                              const RunFacts& facts) {
  return {.problem = problem,
          .scheme = facts.scheme,
          .solver = facts.solver,
          .scheme_parameters = facts.scheme_parameters,
          .solver_parameters = no_parameters,
          .h = facts.h,
          .claimed_energy = facts.claimed_energy,
          .contact = facts.contact,
          .claimed_order = facts.claimed_order,
          .quantities = quantities,
          .overlap = facts.overlap,
          .contact_energy = facts.contact_energy,
          .jumps_within = facts.jumps_within,
          .step = facts.step,
          .motion = facts.motion,
          .set = facts.set,
          .located = facts.located};
}

}  // namespace impactbench::testing
