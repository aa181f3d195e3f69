#include "reports/paper/panel_axes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace impactbench {

namespace {

/// The divisor of the numbers of an axis, added to its label; 1 if they are neither large nor
/// small, and if the label has no unit.
double extract_unit(double high, bool log, double small, std::string& label) {
  const std::size_t unit = label.find('[');
  if (log || unit == std::string::npos || high == 0.0 || (high >= small && high < 1e5)) return 1.0;
  const int power = 3 * static_cast<int>(std::floor(std::log10(high) / 3.0));
  const bool pure_number = label.compare(unit, 3, "[-]") == 0;
  label.replace(unit + 1, pure_number ? 1 : 0,
                fmt::format("10^{{{}}}{}", power, pure_number ? "" : " "));
  return std::pow(10.0, power);
}

void divide(std::optional<double>& x, double unit) {
  if (x) *x /= unit;
}

}  // namespace

void set_units(Plot& plot) {
  const double high = std::max(std::abs(plot.y_low.value_or(0.0)), plot.y_high.value_or(0.0));
  const double y = extract_unit(high, plot.log_y, 1e-3, plot.y_label);
  // Numbers one below the other have more room than those side by side.
  const double x = extract_unit(plot.x_high.value_or(0.0), plot.log_x, 2e-3, plot.x_label);
  for (Curve& curve : plot.curves) {
    for (double& value : curve.x)
      value /= x;
    for (double& value : curve.y)
      value /= y;
  }
  divide(plot.x_low, x), divide(plot.x_high, x);
  divide(plot.y_low, y), divide(plot.y_high, y);
}

void set_limits(Plot& plot, const std::optional<double>& leave_above) {
  double low = std::numeric_limits<double>::infinity();
  double high = -low, first = -low;
  for (const Curve& curve : plot.curves) {
    if (!curve.y.empty()) first = std::max(first, curve.y.front());
    for (const double y : curve.y) {
      if (std::isfinite(y)) low = std::min(low, y);
      if (std::isfinite(y)) high = std::max(high, y);
    }
  }
  if (leave_above) high = std::min(high, *leave_above * first);
  // Zero is shown unless all values are far from it.
  if (low > 0.0 && low < 0.6 * high) low = 0.0;
  const double margin = high > low ? 0.05 * (high - low) : 0.05 * std::abs(high);
  if (!plot.log_y && !plot.y_low) plot.y_low = low == 0.0 ? 0.0 : low - margin;
  if (!plot.log_y && !plot.y_high) plot.y_high = high + margin;
}

void begin_at_zero(Plot& plot) {
  double last = 0.0;
  for (const Curve& curve : plot.curves) {
    for (const double x : curve.x)
      last = std::max(last, x);
  }
  plot.x_low = 0.0;
  plot.x_high = last;
}

}  // namespace impactbench
