#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace impactbench {

/// A stretch of a series that stays at one level.
struct Level {
  std::size_t begin, end;  ///< indices, the end excluded
  double value;            ///< median
};

/// The piecewise constant series nearest to y, none of its stretches shorter than `shortest`:
/// minimises over all partitions
///
///   sum |y_i - median of its stretch| / noise + penalty (stretches - 1),
///
/// by the recurrence of Jackson et al. 2005 (IEEE Signal Processing Letters 12) over all ends. The
/// absolute value keeps outliers from making changes. `noise` > 0: mean size of a deviation, in the
/// unit of y. Cost O(n^2 log n).
[[nodiscard]] std::vector<Level> levels(std::span<const double> y, double noise, double penalty,
                                        std::size_t shortest);

/// Mean deviation from a level, estimated from neighbours: median |y_{i+1} - y_i| times a factor
/// that makes it right for normal deviations. Few changes of level do not move it. 0 for less than
/// two values.
[[nodiscard]] double neighbour_noise(std::span<const double> y);

}  // namespace impactbench
