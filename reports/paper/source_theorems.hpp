#pragma once

#include "reference/published/theorems.hpp"
#include "reference/theorems/check.hpp"

#include <iosfwd>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace impactbench {

enum class TheoremVerdict {
  held,       ///< over all samples of all families of sets
  violated,   ///< where it must hold by one family at least, where it must fail by every one
  undecided,  ///< by one family or another, or there is nothing to compute
};
[[nodiscard]] std::string_view to_text(TheoremVerdict verdict);

/// A statement of a source beside numerical results.
struct TheoremResult {
  PublishedTheorem theorem;
  std::string quantity;                     ///< that is at most `proved` by the statement
  std::vector<theorems::Finding> findings;  ///< of each family of `theorem.sets`, or one
  TheoremVerdict verdict{TheoremVerdict::undecided};
  std::string erratum;  ///< what is wrong with it as printed, or what it comes to

  /// Holds if it must hold, violated if it must fail; undecided if it is untested.
  [[nodiscard]] bool as_expected() const;
  [[nodiscard]] long samples() const;
};

/// Every statement of a source, computed: it depends on no run and no scheme. It takes seconds and
/// is the same on every machine, like an exact solution, so that no store keeps it. `only_known`: a
/// source without theorems has none, else it throws ConfigurationError, as it does if theorems.csv
/// names an unknown check or family.
[[nodiscard]] std::vector<TheoremResult> judge_theorems(const std::string& source,
                                                        bool only_known = false);

/// "90 statements: ..", one sentence.
[[nodiscard]] std::string theorem_summary(std::span<const TheoremResult> results);

void print_theorems(std::span<const TheoremResult> results);
void write_theorems_csv(std::span<const TheoremResult> results, std::ostream& out);

}  // namespace impactbench
