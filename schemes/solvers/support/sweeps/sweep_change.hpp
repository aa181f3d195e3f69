#pragma once

#include <algorithm>

namespace impactbench {

/// The change in a sweep, or in a part of one: then `change` and `norm` are still squares.
struct SweepChange {
  double change{0.0};    ///< 2-norm of dp
  double norm{0.0};      ///< 2-norm of p
  double largest{0.0};   ///< largest |dp|
  double residual{0.0};  ///< largest W_cc |dp|: the natural residual as the sweep met it

  void add(const SweepChange& part) {
    change += part.change;
    norm += part.norm;
    largest = std::max(largest, part.largest);
    residual = std::max(residual, part.residual);
  }
};

/// The natural residual of a part of the contacts: the largest, and the sum of the velocities,
/// since a largest value, unlike a sum, loses a NaN.
struct NaturalPart {
  double worst{0.0}, sum{0.0};
};

}  // namespace impactbench
