#include "reports/plots/slope_marks.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

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

/// Smallest y of a piecewise linear curve over [low, high]; infinity where it is elsewhere.
double lowest_over(const std::vector<std::pair<double, double>>& p, double low, double high) {
  double out = infinity;
  for (std::size_t i = 0; i < p.size(); ++i) {
    if (p[i].first >= low && p[i].first <= high) out = std::min(out, p[i].second);
    if (i == 0 || p[i].first == p[i - 1].first) continue;
    for (const double x : {low, high}) {
      if (x < p[i - 1].first || x > p[i].first) continue;
      const double share = (x - p[i - 1].first) / (p[i].first - p[i - 1].first);
      out = std::min(out, p[i - 1].second + share * (p[i].second - p[i - 1].second));
    }
  }
  return out;
}

Curve line(double x0, double y0, double x1, double y1) {
  const auto power = [](double e) { return std::pow(10.0, e); };
  return {"", {power(x0), power(x1)}, {power(y0), power(y1)}, 0, Stroke::law};
}

}  // namespace

void add_slope_marks(Plot& plot, const std::vector<std::pair<double, std::string>>& slopes,
                     Side side) {
  std::vector<std::vector<std::pair<double, double>>> curves;
  double low = infinity;
  double high = -infinity;
  double bottom = infinity;
  double peak = -infinity;
  for (const Curve& c : plot.curves) {
    curves.push_back(decades(c));
    if (curves.back().empty()) continue;
    for (const auto& [x, y] : curves.back())
      bottom = std::min(bottom, y), peak = std::max(peak, y);
    low = std::min(low, curves.back().front().first);
    high = std::max(high, curves.back().back().first);
  }
  if (!(high > low) || slopes.empty()) return;
  const double width = std::min(1.0, 0.25 * (high - low));
  // The texts stand to the right of it, and the axis may end with the curves.
  const double room = 0.2 * (high - low);
  const double x0 = side == Side::left ? low + 0.05 * (high - low) : high - room - width;
  const double x1 = x0 + width;
  // The texts stand to the right of x1.
  double ceiling = infinity;
  for (const auto& c : curves)
    ceiling = std::min(ceiling, lowest_over(c, x0, x1 + 0.3 * (high - low)));
  if (!std::isfinite(ceiling)) return;
  double top = 0.0;
  double furthest = 0.0;
  for (const auto& [slope, text] : slopes) {
    top = std::max(top, slope * width);
    if (std::abs(slope * width) > std::abs(furthest)) furthest = slope * width;
  }
  const double y0 = ceiling - 0.3 - top;
  plot.curves.push_back(line(x0, y0, x1, y0));
  plot.curves.push_back(line(x1, y0, x1, y0 + furthest));
  std::vector<std::pair<double, std::string>> texts;  ///< decade and text
  for (const auto& [slope, text] : slopes) {
    const double y1 = y0 + slope * width;
    plot.curves.push_back(line(x0, y0, x1, y1));
    texts.emplace_back(y1, text);
  }
  // A line of text takes a fourteenth of the axis: texts do not lie on each other.
  std::sort(texts.begin(), texts.end());
  const double height = (std::max(peak, y0) - std::min(bottom, y0)) / 14.0;
  for (std::size_t k = 0; k < texts.size(); ++k) {
    if (k > 0) texts[k].first = std::max(texts[k].first, texts[k - 1].first + height);
    plot.labels.push_back({std::pow(10.0, x1), std::pow(10.0, texts[k].first), texts[k].second});
  }
}

}  // namespace impactbench
