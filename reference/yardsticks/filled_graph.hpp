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

/// Records a filled graph point by point and leaves out points that the line between their
/// neighbours passes within 1e-12 of the largest |value| so far: the rest is within that distance
/// of the graph, and free flight under gravity costs two points for any number of steps. Memory:
/// the points kept, at most all points.
class GraphRecorder {
 public:
  /// `time` must not be less than that of the point before.
  void add(double time, double value);
  /// All points so far.
  [[nodiscard]] FilledGraph graph() const;
  [[nodiscard]] bool empty() const { return kept_.size() == 0; }

 private:
  void keep_last();
  void start_cone(double time, double value);

  FilledGraph kept_;  ///< its last point is where the segment in the making begins
  bool open_{false};  ///< there is a last point that is not kept yet
  double last_time_{0.0}, last_value_{0.0};
  double low_{0.0}, high_{0.0};  ///< slopes that pass all points left out since the last kept one
  double largest_{0.0};
};

/// Hausdorff distance of two filled graphs in the scaled plane (t / time_scale, x / value_scale):
/// the largest distance of a point of one, up to the scaled time `until`, from the other. An impact
/// late by dt costs dt / time_scale, where the sup norm would show the whole jump. Exact up to
/// rounding for these piecewise affine graphs of any size: the nearest segment is found in a tree
/// of boxes, so that n segments cost some n log n. Both have at least one point; NaN if a value is
/// NaN or infinite.
[[nodiscard]] double hausdorff_distance(const FilledGraph& a, const FilledGraph& b,
                                        double time_scale, double value_scale, double until = 1.0);

/// One side of it: the largest distance of a point of `from`, up to `until`, from `to`.
[[nodiscard]] double distance_from(const FilledGraph& from, const FilledGraph& to,
                                   double time_scale, double value_scale, double until = 1.0);

}  // namespace impactbench
