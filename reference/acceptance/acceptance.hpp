#pragma once

#include "problems/base/fields.hpp"
#include "problems/model/behaviour.hpp"
#include "problems/model/contact_step.hpp"
#include "problems/model/problem.hpp"
#include "problems/model/set_step.hpp"
#include "reference/acceptance/check.hpp"

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace impactbench {

/// The data by which a run is judged: the problem, names and settings, claims, and the measured
/// numbers.
struct JudgedRun {
  const Problem& problem;
  std::string_view scheme, solver;
  const ParameterSet& scheme_parameters;
  const ParameterSet& solver_parameters;
  double h;  ///< step [s]
  EnergyBehaviour claimed_energy;
  ContactModel contact;                 ///< compliance that the scheme claims; absent: rigid
  std::optional<double> claimed_order;  ///< across contact
  const std::map<std::string, double>& quantities;
  OverlapBound overlap{OverlapBound::half_step};  ///< SchemeClaims::overlap
  ContactEnergy contact_energy{};                 ///< SchemeClaims::contact_energy
  bool rebound_takes_a_step{false};               ///< SchemeClaims::rebound_takes_a_step
  bool jumps_within{false};                       ///< SchemeClaims::jumps_within
  std::optional<ContactStep> step{};              ///< SchemeClaims::step
  std::optional<MotionStep> motion{};             ///< SchemeClaims::motion
  std::optional<SetStep> set{};                   ///< SchemeClaims::set
  std::optional<LocatedErrors> located{};         ///< SchemeClaims::located

  [[nodiscard]] std::optional<double> measured(std::string_view quantity) const {
    const auto it = quantities.find(std::string(quantity));
    return it == quantities.end() ? std::nullopt : std::optional(it->second);
  }
};

/// All checks that apply to the run under the named tolerance set; throws ConfigurationError on an
/// unknown set.
[[nodiscard]] std::vector<Check> judge(const JudgedRun& run, std::string_view tolerance_set);

/// The check of a run that did not reach its end: "run:completes", with the time reached and the
/// horizon [s].
[[nodiscard]] Check judge_stop(const JudgedRun& run, double reached, double horizon);

/// The range of the measured value of a miss that its reason explains.
struct MissRange {
  double low, high;
  [[nodiscard]] bool holds(std::optional<double> value) const {
    return value && *value >= low && *value <= high;  // false for NaN
  }
};

/// An expected failure: where, which check, why, how large, since when. A miss outside the range
/// that its reason explains counts as any other.
struct ExpectedFailure {
  std::string_view problem, scheme, check;  ///< problem and scheme may be *: any of them
  std::string_view condition;               ///< in words
  bool (*applies)(const JudgedRun& run);
  MissRange (*range)(const JudgedRun& run);
  std::string_view reason;
  std::string_view since;  ///< ISO date
};
[[nodiscard]] std::span<const ExpectedFailure> expected_failures();

}  // namespace impactbench
