#include "reference/yardsticks/order_fit.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>
#include <vector>

namespace impactbench {
namespace {

/// Two-sided 95 % quantiles of Student's t for 1, 2, .. degrees of freedom.
double student(std::size_t freedom) {
  static constexpr std::array<double, 10> table{12.706, 4.303, 3.182, 2.776, 2.571,
                                                2.447,  2.365, 2.306, 2.262, 2.228};
  return freedom <= table.size() ? table[freedom - 1] : 1.96 + 2.4 / static_cast<double>(freedom);
}

using Points = std::vector<std::pair<double, double>>;  ///< (log h, log error), falling h

OrderFit fit_window(const Points& points, std::size_t first, double& worst) {
  OrderFit out;
  out.first = first;
  out.last = points.size() - 1;
  out.points = points.size() - first;
  out.coarsest = std::exp(points[first].first);
  out.finest = std::exp(points.back().first);
  const auto n = static_cast<double>(out.points);
  double mx = 0.0, my = 0.0;
  for (std::size_t k = first; k < points.size(); ++k) {
    mx += points[k].first / n;
    my += points[k].second / n;
  }
  double xx = 0.0, xy = 0.0, yy = 0.0;
  for (std::size_t k = first; k < points.size(); ++k) {
    const double x = points[k].first - mx;
    const double y = points[k].second - my;
    xx += x * x;
    xy += x * y;
    yy += y * y;
  }
  out.slope = xy / xx;
  out.correlation = yy > 0.0 ? xy / std::sqrt(xx * yy) : 0.0;
  worst = 0.0;
  double rest = 0.0;
  for (std::size_t k = first; k < points.size(); ++k) {
    const double d = points[k].second - my - out.slope * (points[k].first - mx);
    worst = std::max(worst, std::abs(d));
    rest += d * d;
  }
  out.half_width = out.points > 2 ? student(out.points - 2) * std::sqrt(rest / (n - 2.0) / xx)
                                  : std::numeric_limits<double>::infinity();
  return out;
}

/// Error level at the fine end if the last three points hardly fall; 0 if they do.
double plateau_of(const Points& points) {
  if (points.size() < 3 || points[points.size() - 3].first == points.back().first) return 0.0;
  double worst = 0.0;
  const OrderFit tail = fit_window(points, points.size() - 3, worst);
  if (!(tail.slope < 0.25)) return 0.0;
  double level = 0.0;
  for (std::size_t k = points.size() - 3; k < points.size(); ++k)
    level = std::max(level, std::exp(points[k].second));
  return level;
}

/// Whether the finer half of the window, on its own, could have the slope of the whole.
bool agrees_with_finer_half(const Points& points, const OrderFit& whole) {
  const std::size_t fine = std::max<std::size_t>(4, whole.points / 2);
  if (whole.points <= fine) return true;
  const std::size_t first = points.size() - fine;
  if (points[first].first == points.back().first) return true;
  double worst = 0.0;
  const OrderFit half = fit_window(points, first, worst);
  return std::abs(whole.slope - half.slope) <= half.half_width;
}

/// Whether the coarsest point of the window lies where the others let expect it (95 %).
bool coarsest_is_expected(const Points& points, const OrderFit& whole) {
  if (whole.points < 5) return true;
  double worst = 0.0, mx = 0.0, my = 0.0, xx = 0.0, rest = 0.0;
  const OrderFit others = fit_window(points, whole.first + 1, worst);
  const auto n = static_cast<double>(others.points);
  for (std::size_t k = others.first; k <= others.last; ++k) {
    mx += points[k].first / n;
    my += points[k].second / n;
  }
  const auto off = [&](std::size_t k) {
    return points[k].second - my - others.slope * (points[k].first - mx);
  };
  for (std::size_t k = others.first; k <= others.last; ++k) {
    xx += (points[k].first - mx) * (points[k].first - mx);
    rest += off(k) * off(k);
  }
  const double away = points[whole.first].first - mx;
  const double spread = std::sqrt(rest / (n - 2.0) * (1.0 + 1.0 / n + away * away / xx));
  return std::abs(off(whole.first)) <= student(others.points - 2) * spread;
}

/// The longest straight window up to the finest point; where none is straight the errors scatter,
/// and few points would be a choice by luck: as many as the finer ones do not contradict.
OrderFit best_window(const Points& points) {
  double worst = 0.0;
  std::vector<OrderFit> fits;
  for (std::size_t first = 0; first == 0 || points.size() - first >= 4; ++first) {
    if (points[first].first == points.back().first) break;  // one step size has no slope
    fits.push_back(fit_window(points, first, worst));
    if (worst <= 0.05 && 2 * fits.back().points > points.size()) return fits.back();
  }
  for (const OrderFit& fit : fits) {
    if (agrees_with_finer_half(points, fit) && coarsest_is_expected(points, fit)) return fit;
  }
  return fits.front();
}

/// Positive finite pairs above ten floors, by falling step.
Points usable(std::span<const double> steps, std::span<const double> errors, double floor,
              std::size_t& at_floor) {
  Points points;
  for (std::size_t k = 0; k < std::min(steps.size(), errors.size()); ++k) {
    if (!(steps[k] > 0.0) || !std::isfinite(steps[k])) continue;
    if (!(errors[k] > 0.0) || !std::isfinite(errors[k])) continue;
    if (errors[k] < 10.0 * floor) {
      ++at_floor;
      continue;
    }
    points.emplace_back(std::log(steps[k]), std::log(errors[k]));
  }
  std::sort(points.begin(), points.end(), std::greater<>());
  return points;
}

}  // namespace

OrderFit fit_order(std::span<const double> steps, std::span<const double> errors, double floor) {
  std::size_t at_floor = 0;
  Points points = usable(steps, errors, floor, at_floor);
  OrderFit out;
  if (points.size() >= 3 && points.front().first == points.back().first) {
    out.reason = "all steps are equal";
    return out;
  }
  const double plateau = plateau_of(points);
  const bool stalls = floor > 0.0 && plateau > 1000.0 * floor;
  if (plateau > 0.0) {
    const std::size_t before = points.size();
    std::erase_if(points, [&](const auto& p) { return std::exp(p.second) < 20.0 * plateau; });
    at_floor += before - points.size();
  }
  if (points.size() < 3 || points.front().first == points.back().first) {
    out.reason = "only " + std::to_string(points.size()) + " usable errors, 3 are needed";
    if (at_floor > 0) out.reason += " (" + std::to_string(at_floor) + " at the floor)";
  } else {
    out = best_window(points);
  }
  out.at_floor = at_floor;
  out.plateau = plateau;
  out.stalls = stalls;
  return out;
}

OrderVerdict judge_order(const OrderFit& fit, double claimed, double tolerance, std::size_t least) {
  if (fit.stalls) return OrderVerdict::too_low;
  if (!fit.exists() || fit.points < least) return OrderVerdict::undecided;
  const double off = fit.slope - claimed;
  if (std::abs(off) <= tolerance) {
    return fit.half_width < 0.25 ? OrderVerdict::as_claimed : OrderVerdict::undecided;
  }
  if (off < -fit.half_width) return OrderVerdict::too_low;
  if (off > fit.half_width) return OrderVerdict::too_high;
  return OrderVerdict::undecided;  // NaN too
}

}  // namespace impactbench
