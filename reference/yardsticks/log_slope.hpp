#pragma once

#include <cmath>
#include <optional>
#include <span>
#include <utility>

namespace impactbench {

/// Slope of log y against log x by least squares over pairs (x, y) of positive numbers; nothing for
/// fewer than three or for a single x. Orders to be judged are found by fit_order, which also
/// chooses the window.
[[nodiscard]] inline std::optional<double> log_slope(
    std::span<const std::pair<double, double>> points) {
  double n = 0.0, sx = 0.0, sy = 0.0, sxx = 0.0, sxy = 0.0;
  for (const auto& [x_of, y_of] : points) {
    const double x = std::log(x_of), y = std::log(y_of);
    n += 1.0, sx += x, sy += y, sxx += x * x, sxy += x * y;
  }
  const double spread = n * sxx - sx * sx;
  if (n < 3.0 || !(spread > 0.0)) return std::nullopt;
  return (n * sxy - sx * sy) / spread;
}

}  // namespace impactbench
