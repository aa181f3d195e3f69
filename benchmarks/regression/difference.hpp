#pragma once

#include "benchmarks/store/row.hpp"

#include <compare>
#include <optional>
#include <string>

namespace impactbench {

/// One difference between a run and its baseline. The gravest kind comes first in a list.
struct Difference {
  enum class Kind {
    ended,         ///< the cell no longer reaches its end
    truth_missed,  ///< an error against the truth is beyond its own limit
    truth_error,   ///< an error against the truth changed
    law_missed,    ///< another check is beyond its limit
    judged,        ///< the verdict is worse than before: what it missed is listed by itself
    figure,        ///< another figure changed
    one_side,      ///< what only the run or only the baseline has; an end that is no worse
  };
  Kind kind{Kind::figure};
  double severity{0.0};  ///< change over what is allowed, or value over limit; NaN as infinity
  std::string text;      ///< a line that says all of it

  /// Orders the worst difference first.
  [[nodiscard]] friend bool operator<(const Difference& a, const Difference& b) {
    return a.kind != b.kind ? a.kind < b.kind : a.severity > b.severity;
  }
};

/// A figure that changed by more than `allowed`: "position_error_sup: 1.2e-06 -> 7.6e-05, 63 times
/// worse; 38 times the allowed change of 2e-06". Smaller errors, drifts and residuals are better;
/// for other figures the direction is not judged.
[[nodiscard]] Difference changed_figure(const std::string& quantity, double before, double now,
                                        double allowed);

/// A check beyond its limit: "truth:position = 0.33, 3.3 times its limit: outside of [0, 0.1]".
[[nodiscard]] Difference missed_check(const Check& check);

/// Ranks the ends of a cell: 0 passed, 1 without a verdict, 2 missed, 3 not at its end.
[[nodiscard]] int badness(RowStatus status);

/// The difference of a cell whose status changed.
[[nodiscard]] Difference other_end(RowStatus before, RowStatus now, const std::string& reason);

/// Whether a quantity is an error against a known motion or a known statistic.
[[nodiscard]] bool is_truth_error(const std::string& quantity);

}  // namespace impactbench
