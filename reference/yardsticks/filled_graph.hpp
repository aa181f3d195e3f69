#pragma once

#include <cstddef>
#include <vector>

namespace impactbench {

/// A function of time with jumps as a curve in the plane: consecutive points are joined, so that a
/// jump is a vertical segment. Times ascend.
struct FilledGraph {
  std::vector<double> time, value;
  [[nodiscard]] std::size_t size() const { return time.size(); }
};

/// Hausdorff distance of two filled graphs in the scaled plane (t / time_scale, x / value_scale):
/// the largest distance of a point of one, up to the scaled time `until`, from the other. An impact
/// that comes late by dt costs dt / time_scale, where the sup norm would show the whole jump. Exact
/// up to rounding for these piecewise affine graphs. Both have at least one point; NaN if a value
/// is NaN.
[[nodiscard]] double hausdorff_distance(const FilledGraph& a, const FilledGraph& b,
                                        double time_scale, double value_scale, double until = 1.0);

}  // namespace impactbench
