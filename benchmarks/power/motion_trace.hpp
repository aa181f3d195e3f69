#pragma once

#include "problems/model/state.hpp"

#include <cstdint>
#include <vector>

namespace impactbench {

/// The digest of a motion by which the distance between two runs of the same steps is measured. It
/// holds weighted sums over all coordinates of the displacement q - q_0 and of v, at 64 to 128
/// instants and at the end; the weights lie between 1 and 2, with either sign. A change is
/// invisible only if it is orthogonal to the weights.
class MotionTrace {
 public:
  /// To be called after each step, `h` > 0 [s], `start` the state before the first one.
  void take(const State& start, const State& state, double h);

  /// The largest difference of a weighted sum, over the largest `displacement` or `speed` of both
  /// and the rounding, 1e-14 of all |q| (in a step). 1 if one run ended before the other, or a
  /// number is not finite.
  [[nodiscard]] double distance(const MotionTrace& other) const;

  /// Motions that are nearer count as the same: limit:complementarity allows a solver 1e-8 m/s in
  /// each contact, for velocities of some 1 m/s.
  static constexpr double rounding = 1e-7;

  /// Weighted sums of displacements and velocities alternate; the last two are those of the end.
  std::vector<double> sums{};
  double displacement{0.0},
      speed{0.0};                   ///< largest sums of |q - q_0| (a step's at least) and of |v|
  double place{0.0}, step{0.0};     ///< largest sum of |q|, and h
  std::int64_t taken{0}, every{1};  ///< steps so far, and from one instant to the next

  friend bool operator==(const MotionTrace&, const MotionTrace&) = default;
};

}  // namespace impactbench
