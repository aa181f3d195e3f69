#pragma once

#include "reports/paper/figure.hpp"
#include "reports/plots/plot.hpp"

namespace impactbench {

/// Shows large and small numbers in thousands of the unit: "1.4e+06" at a tick would run into the
/// label, or into the next tick.
void set_units(Plot& plot);

/// Sets limits that leave no line on the edge of the axes; limits of the panel take precedence.
void set_limits(Plot& plot, const FigurePanel& panel);

}  // namespace impactbench
