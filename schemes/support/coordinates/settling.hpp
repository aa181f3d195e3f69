#pragma once

namespace impactbench {

/// Decides when a fixed-point iteration x_{k+1} = f(x_k) has converged: its moves are rounding, or
/// they stop shrinking close to that.
class Settling {
 public:
  /// `floor`: a move below this many roundings of x that does not shrink is rounding of f.
  explicit Settling(double floor = 1e3) : floor_(floor) {}

  /// `moved`: the size of the last move; `size`: that of x, in the same norm. `of_f`: moves of this
  /// size that do not shrink are rounding of f whatever x is.
  [[nodiscard]] bool settled(double moved, double size, double of_f = 0.0) {
    const double before = last_, rounding = 4e-16 * size;
    const bool first = first_;
    last_ = moved;
    first_ = false;
    const bool small = moved <= floor_ * rounding || moved <= of_f;
    return moved <= rounding || (!first && small && moved >= before);
  }

 private:
  double floor_;
  double last_{0.0};
  bool first_{true};
};

}  // namespace impactbench
