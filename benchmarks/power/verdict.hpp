#pragma once

#include "benchmarks/power/measure.hpp"

#include <iosfwd>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace impactbench {

enum class Power {
  noticed,      ///< some check fails from some eps on
  not_noticed,  ///< no check fails, though the motion differs
  no_effect,    ///< the motion is the same but for rounding, even at the largest eps
  refused,      ///< the scheme refuses such a step or setting while it runs
  unfinished,   ///< not all runs have been made
};
[[nodiscard]] std::string_view to_text(Power power);

/// One sign of eps.
struct SignedPower {
  Power power{Power::unfinished};
  std::optional<double> eps{};        ///< size of the smallest that was noticed
  std::vector<std::string> checks{};  ///< that noticed it there
  /// The smallest size that was noticed or that changed the motion.
  std::optional<double> effect{};
};

/// The smallest errors of one parameter that the verdicts of a cell notice.
struct PowerOfPair {
  const Baseline* cell;
  std::string parameter;
  std::optional<SignedPower> up{}, down{};  ///< absent: this sign makes no sense
  /// The smallest size of either sign at which a check failed, by name.
  std::map<std::string, double> by_check{};

  /// Noticed if either sign is, no_effect if both have none.
  [[nodiscard]] Power power() const;
  [[nodiscard]] std::optional<double> eps() const;    ///< the smaller one of both signs
  [[nodiscard]] std::optional<double> worse() const;  ///< the larger one: nothing where one is not
  [[nodiscard]] const SignedPower& better() const;    ///< the sign of eps()
  /// Returns whether an error of that size changes the motion with one of its signs. A wall that
  /// a body misses by a tenth of its radius does not matter at 1 %.
  [[nodiscard]] bool matters_at(double size) const;
};

/// Every pair of a cell and a parameter with at least one run, in the order of `cells`.
[[nodiscard]] std::vector<PowerOfPair> power_of_pairs(const std::vector<std::string>& cells,
                                                      const PowerStore& store,
                                                      const PowerOptions& options);

/// Counts of pairs: with an effect at all, at 1 % and at 10 %; and the latter that are noticed
/// there.
struct PowerShares {
  int pairs{0};
  int matter_1{0}, matter_10{0};              ///< PowerOfPair::matters_at
  int percent_1{0}, percent_10{0};            ///< noticed at eps <= 1 %, 10 %, for some sign
  int percent_1_both{0}, percent_10_both{0};  ///< for each sign that makes sense
  int no_effect{0}, unfinished{0};
};
[[nodiscard]] PowerShares shares(const std::vector<PowerOfPair>& pairs);

/// The share of `part` in `of` [%]; 100 where `of` is 0.
[[nodiscard]] double percent(int part, int of);
/// Returns whether verdicts are as strong as they are to be: they notice 90 % of the pairs that
/// have an effect at 1 %, there, and 99 % of those that have one at 10 %; all runs have been made,
/// and there is a pair of the latter kind.
[[nodiscard]] bool strong_enough(const PowerShares& s);

/// The least eps in a law of a scheme that is noticed by checks against a truth or a law.
struct PowerOfLaw {
  std::string scheme, law;
  std::optional<double> eps;
  std::string cell, parameter, check;
};
[[nodiscard]] std::vector<PowerOfLaw> power_of_laws(const std::vector<PowerOfPair>& pairs);

/// One line a pair. Absent = empty.
void write_power_csv(const std::vector<PowerOfPair>& pairs, std::ostream& out);
/// Pairs, shares, laws, and cells without a baseline.
void write_power_json(const std::vector<PowerOfPair>& pairs, std::ostream& out);

}  // namespace impactbench
