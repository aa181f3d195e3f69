#pragma once

#include "reports/plots/plot.hpp"

#include <optional>

namespace impactbench {

/// Shows large and small numbers in thousands of the unit: "1.4e+06" at a tick would run into the
/// label, or into the next tick.
void set_units(Plot& plot);

/// Sets limits of y that leave no line on the edge of the axes, where the plot has none; curves
/// above the largest initial value times `leave_above` leave it.
void set_limits(Plot& plot, const std::optional<double>& leave_above);

/// Shows x from 0 to the end of the longest curve.
void begin_at_zero(Plot& plot);

}  // namespace impactbench
