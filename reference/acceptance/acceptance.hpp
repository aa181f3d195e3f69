#pragma once

#include "problems/model/behaviour.hpp"
#include "problems/model/contact_step.hpp"
#include "problems/model/fields.hpp"
#include "problems/model/problem.hpp"
#include "problems/model/set_step.hpp"

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
  std::optional<ContactStep> step{};              ///< SchemeClaims::step
  std::optional<MotionStep> motion{};             ///< SchemeClaims::motion
  std::optional<SetStep> set{};                   ///< SchemeClaims::set
  bool order_in_h{true};  ///< SchemeClaims::order_free is there; else errors are of a tolerance

  [[nodiscard]] std::optional<double> measured(std::string_view quantity) const {
    const auto it = quantities.find(std::string(quantity));
    return it == quantities.end() ? std::nullopt : std::optional(it->second);
  }
};

/// What a check tests.
enum class CheckKind {
  truth,        ///< the motion, or a statistic of it, against what is known exactly
  law,          ///< laws of contact and of friction, balances of momentum and of energy
  self_report,  ///< what a solver or a scheme says of itself, and what is zero but for rounding
};
[[nodiscard]] std::string_view to_text(CheckKind kind);
/// Throws ConfigurationError on an unknown word.
[[nodiscard]] CheckKind check_kind(std::string_view word);

/// One yardstick held against one limit. NaN or a missing quantity never passes.
struct Check {
  std::string name;             ///< "truth:position", "claim:energy_conserved", ...
  std::optional<double> value;  ///< absent: the quantity was not measured
  double low, high;             ///< within its limits iff low <= value <= high
  bool passed{false};           ///< within its limits, and those say something
  std::optional<std::string>
      expected_failure{};  ///< the reason, where a miss is known and recorded
  CheckKind kind{CheckKind::self_report};
  /// Within its limits, but one of them reaches the scale of the problem itself: the step is too
  /// coarse for the check to show anything. Neither passed nor missed.
  bool unresolved{false};
  std::string formula{};  ///< of the limit, with its numbers
  std::string source{};   ///< of the formula

  /// The measured value over its limit: 1 at the limit, 0 where nothing of it was used; of two
  /// limits the distance from their middle over half of their distance. Absent where nothing was
  /// measured or what was is no number, and where there is no room.
  [[nodiscard]] std::optional<double> margin() const;
  friend bool operator==(const Check&, const Check&) = default;
};

/// Whether some check that wrong physics could have failed was passed.
[[nodiscard]] bool judges_physics(std::span<const Check> checks);

/// Named sets of limits: "default", and "tight" for schemes that claim much.
[[nodiscard]] std::span<const std::string_view> tolerance_sets();

/// All checks that apply to the run under the named tolerance set; throws ConfigurationError on an
/// unknown set.
[[nodiscard]] std::vector<Check> judge(const JudgedRun& run, std::string_view tolerance_set);

/// The check of a run that did not reach its end: "run:completes", with the time reached and the
/// horizon [s].
[[nodiscard]] Check judge_stop(const JudgedRun& run, double reached, double horizon);

/// The range in which the measured value of a miss lies, by its reason.
struct MissRange {
  double low, high;
  [[nodiscard]] bool holds(std::optional<double> value) const {
    return value && *value >= low && *value <= high;  // false for NaN
  }
};

/// A miss that is known: where, which check, why, how large, since when. One that is larger or
/// smaller than its reason explains is a miss like any other.
struct ExpectedFailure {
  std::string_view problem, scheme, check;
  std::string_view condition;  ///< in words
  bool (*applies)(const JudgedRun& run);
  MissRange (*range)(const JudgedRun& run);
  std::string_view reason;
  std::string_view since;  ///< ISO date
};
[[nodiscard]] std::span<const ExpectedFailure> expected_failures();

}  // namespace impactbench
