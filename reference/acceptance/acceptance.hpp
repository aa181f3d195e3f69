#pragma once

#include "problems/model/behaviour.hpp"
#include "problems/model/fields.hpp"
#include "problems/model/problem.hpp"

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace impactbench {

/// What the judge knows of a run: the problem, names and settings, claims, and the measured
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
  bool claims_feasible{false};  ///< SchemeClaims::feasible
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

/// pi h / duration of the shortest contact, for a compliant scheme: omega h where the contact is
/// linear. Its size decides whether a contact is resolved; nothing for a rigid scheme.
[[nodiscard]] std::optional<double> contact_phase_per_step(const JudgedRun& run);

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
