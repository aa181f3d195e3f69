#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace impactbench {

/// The kind of property that a check tests.
enum class CheckKind {
  truth,        ///< the motion, or a statistic of it, against what is known exactly
  law,          ///< laws of contact and of friction, balances of momentum and of energy
  self_report,  ///< what a solver or a scheme says of itself, and what is zero but for rounding
};
[[nodiscard]] std::string_view to_text(CheckKind kind);
/// Throws ConfigurationError on an unknown word.
[[nodiscard]] CheckKind check_kind(std::string_view word);

/// One measured quantity compared with one limit. NaN or a missing quantity never passes.
struct Check {
  std::string name;             ///< "truth:position", "claim:energy_conserved", ...
  std::optional<double> value;  ///< absent: the quantity was not measured
  double low, high;             ///< within its limits iff low <= value <= high
  bool passed{false};           ///< within its limits, and those say something
  std::optional<std::string>
      expected_failure{};  ///< the reason, if the check is an expected failure
  CheckKind kind{CheckKind::self_report};
  /// Within its limits, but one of them reaches the scale of the problem itself: the step is too
  /// coarse for the check to show anything. Neither passed nor missed.
  bool unresolved{false};
  std::string formula{};  ///< of the limit, with its numbers
  std::string source{};   ///< of the formula

  /// The measured value over its limit: 1 at the limit, 0 where none of it is used; with two limits
  /// the distance from their middle over half of their distance. Absent where nothing was measured,
  /// or not a number, and where the limits leave no room, all room, or are no numbers.
  [[nodiscard]] std::optional<double> margin() const;
  friend bool operator==(const Check&, const Check&) = default;
};

/// Whether some passed check could have failed for wrong physics.
[[nodiscard]] bool judges_physics(std::span<const Check> checks);

/// Named sets of limits: "default", and "tight" for schemes with strong claims.
[[nodiscard]] std::span<const std::string_view> tolerance_sets();

}  // namespace impactbench
