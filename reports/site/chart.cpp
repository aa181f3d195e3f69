#include "reports/site/chart.hpp"

#include "reports/generate/naming.hpp"
#include "reports/html/html.hpp"
#include "reports/site/units.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace impactbench {
namespace {

constexpr int columns = 200;
constexpr double width = 600.0, height = 180.0;  ///< of the axes, in units of the drawing

struct Limits {
  double low{std::numeric_limits<double>::infinity()}, high{-low};
};

Limits limits_of(const Series& s) {
  Limits out;
  for (const double y : s.value) {
    if (!std::isfinite(y)) continue;
    out.low = std::min(out.low, y), out.high = std::max(out.high, y);
  }
  return out;
}

/// The first, the least, the greatest and the last sample of each column, and gaps, in order.
std::vector<std::size_t> thinned(const Series& s, double x_low, double x_high) {
  std::vector<std::size_t> out;
  const double span = x_high > x_low ? x_high - x_low : 1.0;
  for (std::size_t first = 0; first < s.time.size();) {
    const auto column = [&](std::size_t k) {
      return std::floor(columns * (s.time[k] - x_low) / span);
    };
    std::size_t end = first, least = first, most = first;
    std::vector<std::size_t> kept{first};
    for (; end < s.time.size() && column(end) == column(first); ++end) {
      if (!std::isfinite(s.value[end])) {
        kept.push_back(end);
        continue;
      }
      if (!(s.value[least] <= s.value[end])) least = end;  // also if that is not a number
      if (!(s.value[most] >= s.value[end])) most = end;
    }
    end = std::max(end, first + 1);
    kept.insert(kept.end(), {least, most, end - 1});
    std::sort(kept.begin(), kept.end());
    kept.erase(std::unique(kept.begin(), kept.end()), kept.end());
    out.insert(out.end(), kept.begin(), kept.end());
    first = end;
  }
  return out;
}

/// Limits with a margin, also around a constant.
Limits framed(const Series& s) {
  const Limits found = limits_of(s);
  // A constant is a line in the middle; so are values that differ by rounding alone.
  const double size = std::max(std::abs(found.low), std::abs(found.high));
  const bool flat = found.high - found.low <= 1e-13 * size || found.high == found.low;
  const double margin = flat ? (size > 0.0 ? 0.5 * size : 1.0) : 0.04 * (found.high - found.low);
  return {found.low - margin, found.high + margin};
}

}  // namespace

std::string chart(const std::string& name, const std::string& unit, const std::string& meaning,
                  const Series& series) {
  const Limits found = limits_of(series);
  if (series.time.empty() || found.high < found.low) return {};
  const auto [y_low, y_high] = framed(series);
  const double x_low = series.time.front(), x_high = std::max(series.time.back(), x_low + 1e-300);
  std::string path;
  bool pen_down = false;
  for (const std::size_t k : thinned(series, x_low, x_high)) {
    if (!std::isfinite(series.value[k])) {
      pen_down = false;
      continue;
    }
    const double x = width * (series.time[k] - x_low) / (x_high - x_low);
    const double y = height * (y_high - series.value[k]) / (y_high - y_low);
    path += fmt::format("{}{:.0f} {:.0f}", pen_down ? "L" : "M", x, y);
    pen_down = true;
  }
  return fmt::format(html::chart, "name"_a = markup_text(name), "meaning"_a = markup_text(meaning),
                     "unit"_a = markup_text(behind(unit)), "start"_a = shown(x_low),
                     "end"_a = shown(x_high),
                     "low"_a = shown(found.low) + markup_text(behind(unit)),
                     "high"_a = shown(found.high) + markup_text(behind(unit)),
                     "start_exact"_a = to_text(x_low), "end_exact"_a = to_text(x_high),
                     "bottom"_a = to_text(y_low), "top"_a = to_text(y_high), "path"_a = path);
}

std::string portrait(const std::string& name, const std::string& unit, const Series& value,
                     const std::string& unit_of_rate, const Series& rate) {
  const std::size_t count = std::min(value.value.size(), rate.value.size());
  const auto [x_low, x_high] = framed(value);
  const auto [y_low, y_high] = framed(rate);
  if (count == 0 || !(x_high > x_low) || !(y_high > y_low)) return {};
  std::string path;
  bool pen_down = false;
  for (std::size_t k = 0; k < count; ++k) {
    const double x = value.value[k], y = rate.value[k];
    if (!std::isfinite(x) || !std::isfinite(y)) {
      pen_down = false;
      continue;
    }
    path +=
        fmt::format("{}{:.0f} {:.0f}", pen_down ? "L" : "M", 600.0 * (x - x_low) / (x_high - x_low),
                    400.0 * (y_high - y) / (y_high - y_low));
    pen_down = true;
  }
  const std::string across = markup_text(behind(unit)), up = markup_text(behind(unit_of_rate));
  return fmt::format(html::portrait, "name"_a = markup_text(name), "left"_a = shown(x_low) + across,
                     "right"_a = shown(x_high) + across, "bottom"_a = shown(y_low) + up,
                     "top"_a = shown(y_high) + up, "path"_a = path);
}

}  // namespace impactbench
