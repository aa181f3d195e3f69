#pragma once

#include "benchmarks/store/row.hpp"
#include "reports/paper/figure_panel.hpp"
#include "reports/paper/scene.hpp"
#include "reports/plots/field.hpp"
#include "reports/plots/plot.hpp"

#include <vector>

namespace impactbench {

/// Centres of polyhedral cells joined by their links, in the frame nearest to each time, seen from
/// 20 degrees above the x-y plane at a longitude of -60 degrees; sets the limits of the plot. Empty
/// for other bodies.
[[nodiscard]] std::vector<Curve> nets(const std::vector<double>& times, const KeyEntry& entry,
                                      const Scene& scene, const std::vector<Frame>& frames,
                                      Plot& plot);

/// Size of the displacement of a plane grid, its mirror image included. Empty for other bodies.
[[nodiscard]] FieldPanel field_of(const Scene& scene, const Frame& frame);

}  // namespace impactbench
