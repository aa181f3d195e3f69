#pragma once

#include "problems/model/sweeping_setup.hpp"

#include <optional>
#include <string_view>

namespace impactbench::moving_ring {

/// A set bounded by circles whose centre c(t) = (speed t, 0) moves along x:
///
///   C(t) = {inner <= |q - c(t)| <= outer},
///
/// a disc if there is no inner circle (convex), the outside of a disc if there is no outer one, and
/// a ring of width outer - inner if there are both: r-prox-regular with r = inner. Two discs sweep
/// each other in this form, with R the sum of their radii.
struct Ring {
  double speed{1.0};
  std::optional<double> inner{}, outer{};
};

[[nodiscard]] Problem make(std::string_view name, const ParameterSet& complete, const Ring& ring,
                           double x, double y, double horizon);

}  // namespace impactbench::moving_ring
