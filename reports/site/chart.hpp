#pragma once

#include "reference/yardsticks/series.hpp"

#include <string>

namespace impactbench {

/// A history as a small SVG without any colour of its own (the style sheet sets it): at most some
/// 400 points, including the extremes of every column. The figure carries its limits (data-x0, x1,
/// y0, y1) and its unit, by which the script reads values back. Values that are not finite are
/// gaps.
[[nodiscard]] std::string chart(const std::string& name, const std::string& unit,
                                const std::string& meaning, const Series& series);

/// The phase portrait of an observable: its rate over itself, instants joined in the order of time.
[[nodiscard]] std::string portrait(const std::string& name, const std::string& unit,
                                   const Series& value, const std::string& unit_of_rate,
                                   const Series& rate);

}  // namespace impactbench
