#pragma once

#include "reports/plots/plot.hpp"

#include <string>
#include <utility>
#include <vector>

namespace impactbench {

enum class Side { left, right };

/// Adds order triangles to a double logarithmic plot: lines of the given slopes from one corner,
/// each with its text at that side of the data: in the highest gap between curves that holds them,
/// or just below the lowest curve. Neither lines nor texts lie on a curve. Does nothing if no curve
/// can be drawn.
void add_slope_marks(Plot& plot, const std::vector<std::pair<double, std::string>>& slopes,
                     Side side);

}  // namespace impactbench
