#include "reports/plots/slope_marks.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace impactbench {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Points of a curve as decimal logarithms, by growing x; those that have none are left out.
std::vector<std::pair<double, double>> decades(const Curve& c) {
  std::vector<std::pair<double, double>> out;
  for (std::size_t i = 0; i < c.x.size(); ++i) {
    if (c.x[i] > 0.0 && c.y[i] > 0.0 && std::isfinite(c.x[i]) && std::isfinite(c.y[i])) {
      out.emplace_back(std::log10(c.x[i]), std::log10(c.y[i]));
    }
  }
  std::sort(out.begin(), out.end());
  return out;
}

/// An interval of decimal logarithms along y.
struct Span {
  double low{infinity}, high{-infinity};
  void include(double y) { low = std::min(low, y), high = std::max(high, y); }
};

/// The range of y of a piecewise linear curve over [low, high]; none if it lies elsewhere.
std::optional<Span> span_over(const std::vector<std::pair<double, double>>& p, double low,
                              double high) {
  Span out;
  for (std::size_t i = 0; i < p.size(); ++i) {
    if (p[i].first >= low && p[i].first <= high) out.include(p[i].second);
    if (i == 0 || p[i].first == p[i - 1].first) continue;
    for (const double x : {low, high}) {
      if (x < p[i - 1].first || x > p[i].first) continue;
      const double share = (x - p[i - 1].first) / (p[i].first - p[i - 1].first);
      out.include(p[i - 1].second + share * (p[i].second - p[i - 1].second));
    }
  }
  return out.low <= out.high ? std::optional(out) : std::nullopt;
}

/// The extent of marks along y, from their corner.
struct Marks {
  std::vector<std::pair<double, std::string>> texts;  ///< their middles
  Span whole{0.0, 0.0};
  [[nodiscard]] double height() const { return whole.high - whole.low; }
};

/// Marks whose texts, of this height, do not overlap.
Marks marks_of(const std::vector<std::pair<double, std::string>>& slopes, double width,
               double text_height) {
  Marks out;
  for (const auto& [slope, text] : slopes) {
    out.texts.emplace_back(slope * width, text);
    out.whole.include(slope * width);
  }
  std::sort(out.texts.begin(), out.texts.end());
  for (std::size_t k = 0; k < out.texts.size(); ++k) {
    double& middle = out.texts[k].first;
    if (k > 0) middle = std::max(middle, out.texts[k - 1].first + text_height);
    out.whole.include(middle - 0.5 * text_height);
    out.whole.include(middle + 0.5 * text_height);
  }
  return out;
}

/// The top of the highest gap of this height between the spans of curves; nothing if there is none
/// except below all of them.
std::optional<double> room_between(std::vector<Span> spans, double height) {
  std::sort(spans.begin(), spans.end(), [](const Span& a, const Span& b) { return a.low > b.low; });
  double ceiling = spans.front().low;
  for (std::size_t k = 1; k < spans.size(); ++k) {
    const double highest =
        std::max_element(spans.begin() + static_cast<std::ptrdiff_t>(k), spans.end(),
                         [](const Span& a, const Span& b) { return a.high < b.high; })
            ->high;
    if (ceiling - highest >= height) return ceiling;
    ceiling = spans[k].low;
  }
  return std::nullopt;
}

Curve line(double x0, double y0, double x1, double y1) {
  const auto power = [](double e) { return std::pow(10.0, e); };
  return {"", {power(x0), power(x1)}, {power(y0), power(y1)}, 0, Stroke::law};
}

}  // namespace

void add_slope_marks(Plot& plot, const std::vector<std::pair<double, std::string>>& slopes,
                     Side side) {
  std::vector<std::vector<std::pair<double, double>>> curves;
  Span x, y;
  for (const Curve& c : plot.curves) {
    curves.push_back(decades(c));
    for (const auto& point : curves.back())
      x.include(point.first), y.include(point.second);
  }
  const double extent = x.high - x.low;
  if (!(extent > 0.0) || slopes.empty()) return;
  const double width = std::min(1.0, 0.25 * extent);
  // The texts stand to the right of it, and the axis may end with the curves.
  const double x0 = side == Side::left ? x.low + 0.05 * extent : x.high - 0.2 * extent - width;
  const double x1 = x0 + width;
  std::vector<Span> spans;
  double lowest = infinity;
  for (const auto& c : curves) {
    const auto span = span_over(c, x0, x1 + 0.3 * extent);
    if (!span) continue;
    spans.push_back(*span);
    lowest = std::min(lowest, span->low);
  }
  if (spans.empty()) return;
  // A line of text takes a fourteenth of the axis, which the marks themselves may make longer.
  double text_height = (y.high - y.low) / 14.0;
  Marks marks = marks_of(slopes, width, text_height);
  std::optional<double> ceiling = room_between(spans, marks.height() + text_height);
  for (int k = 0; !ceiling && k < 4; ++k) {
    const double bottom = std::min(y.low, lowest - marks.height() - text_height);
    text_height = (y.high - bottom) / 14.0;
    marks = marks_of(slopes, width, text_height);
  }
  const double y0 = ceiling.value_or(lowest) - 0.5 * text_height - marks.whole.high;
  double furthest = 0.0;
  for (const auto& [slope, text] : slopes) {
    plot.curves.push_back(line(x0, y0, x1, y0 + slope * width));
    if (std::abs(slope * width) > std::abs(furthest)) furthest = slope * width;
  }
  plot.curves.push_back(line(x0, y0, x1, y0));
  plot.curves.push_back(line(x1, y0, x1, y0 + furthest));
  for (const auto& [middle, text] : marks.texts)
    plot.labels.push_back({std::pow(10.0, x1), std::pow(10.0, y0 + middle), text});
}

}  // namespace impactbench
