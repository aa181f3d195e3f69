#pragma once

#include "problems/model/behaviour.hpp"
#include "problems/model/fields.hpp"

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace impactbench {

/// What the judge knows of a run: names, settings, claims, and the measured numbers.
struct JudgedRun {
  std::string_view problem, scheme, solver;
  const ParameterSet& problem_parameters;
  const ParameterSet& scheme_parameters;
  const ParameterSet& solver_parameters;
  double dt;
  EnergyBehaviour claimed_energy;
  bool conservative;  ///< restitution 1, no friction: the energy claim applies
  bool rigid;         ///< the scheme has no compliance
  const std::map<std::string, double>& quantities;
};

/// One yardstick held against one limit. NaN or a missing quantity never passes.
struct Check {
  std::string name;             ///< "truth:position_error_sup", "claim:energy", ...
  std::optional<double> value;  ///< absent: the quantity was not measured
  double low, high;             ///< passes iff low <= value <= high
  bool passed{false};
  std::optional<std::string> expected_failure;  ///< the reason, where a miss is known and recorded
  friend bool operator==(const Check&, const Check&) = default;
};

/// Named sets of limits: "default", and "tight" for schemes that claim much.
[[nodiscard]] std::span<const std::string_view> tolerance_sets();

/// All checks that apply to the run under the named tolerance set; throws ConfigurationError on an
/// unknown set.
[[nodiscard]] std::vector<Check> judge(const JudgedRun& run, std::string_view tolerance_set);

/// The check of a run that did not reach its end: "run:completes", with the time reached and the
/// horizon [s].
[[nodiscard]] Check judge_stop(const JudgedRun& run, double reached, double horizon);

/// A miss that is known: where, which check, why, since when.
struct ExpectedFailure {
  std::string_view problem, scheme, check;
  std::string_view condition;  ///< in words
  bool (*applies)(const JudgedRun& run);
  std::string_view reason;
  std::string_view since;  ///< ISO date
};
[[nodiscard]] std::span<const ExpectedFailure> expected_failures();

}  // namespace impactbench
