#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace impactbench {

/// A part of a series that stays at one level.
struct Level {
  std::size_t begin, end;  ///< indices, the end excluded
  double value;            ///< median
};

/// The piecewise constant series nearest to y, with no part shorter than `shortest`: minimises over
/// all partitions
///
///   sum |y_i - median of its stretch| / noise + penalty (stretches - 1),
///
/// by the recurrence of Jackson et al. 2005 (IEEE Signal Processing Letters 12) over all ends. The
/// absolute value prevents changes by outliers. `noise` > 0: mean size of a deviation, in the unit
/// of y. Cost O(n^2 log n).
[[nodiscard]] std::vector<Level> levels(std::span<const double> y, double noise, double penalty,
                                        std::size_t shortest);

/// Mean deviation from a level, estimated from neighbours: median |y_{i+1} - y_i| times a factor
/// that makes it right for normal deviations. It is robust to a few changes of level. 0 for less
/// than two values.
[[nodiscard]] double neighbour_noise(std::span<const double> y);

}  // namespace impactbench
