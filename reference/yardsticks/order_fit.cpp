#include "reference/yardsticks/order_fit.hpp"

#include "reference/yardsticks/student.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>
#include <vector>

namespace impactbench {
namespace {

constexpr std::size_t least_window = 5;

/// Two-sided 95 % quantile of Student's t.
double student(std::size_t freedom) {
  return student_quantile(static_cast<double>(freedom), 0.975);
}

using Points = std::vector<std::pair<double, double>>;  ///< (log h, log error), falling h

/// y = centre_y + slope (x - centre_x) by least squares through points first .. last.
struct Line {
  std::size_t first, last;
  double n, centre_x, centre_y, slope, xx, yy;
  double rest{0.0};  ///< sum of squared residuals

  Line(const Points& points, std::size_t from, std::size_t to)
      : first(from), last(to), n(static_cast<double>(to - from + 1)) {
    double mx = 0.0, my = 0.0, x2 = 0.0, xy = 0.0, y2 = 0.0;
    for (std::size_t k = from; k <= to; ++k) {
      mx += points[k].first / n;
      my += points[k].second / n;
    }
    for (std::size_t k = from; k <= to; ++k) {
      const double x = points[k].first - mx, y = points[k].second - my;
      x2 += x * x, xy += x * y, y2 += y * y;
    }
    centre_x = mx, centre_y = my, slope = xy / x2, xx = x2, yy = y2;
    for (std::size_t k = from; k <= to; ++k)
      rest += off(points[k]) * off(points[k]);
  }
  [[nodiscard]] double off(const std::pair<double, double>& p) const {
    return p.second - centre_y - slope * (p.first - centre_x);
  }
  [[nodiscard]] double half_width() const {
    if (n < 3.0) return std::numeric_limits<double>::infinity();
    return student(last - first - 1) * std::sqrt(rest / (n - 2.0) / xx);
  }
};

bool one_step(const Points& points, std::size_t first) {
  return points[first].first == points.back().first;
}

/// Whether the slope is the same from end to end: the coefficient c of the quadratic that is
/// orthogonal to the line is compared with its standard error; 2 c (x_1 - x_n) is the change of the
/// slope.
bool is_straight(const Points& points, const Line& line) {
  if (line.n < 4.0) return true;
  double skew = 0.0;
  for (std::size_t k = line.first; k <= line.last; ++k)
    skew += std::pow(points[k].first - line.centre_x, 3);
  double qq = 0.0, qy = 0.0;
  const auto quadratic = [&](std::size_t k) {
    const double x = points[k].first - line.centre_x;
    return x * x - line.xx / line.n - skew / line.xx * x;
  };
  for (std::size_t k = line.first; k <= line.last; ++k) {
    qq += quadratic(k) * quadratic(k);
    qy += quadratic(k) * line.off(points[k]);
  }
  if (!(qq > 1e-12 * line.xx * line.xx)) return true;  // two steps show no curvature
  const double c = qy / qq;
  const double span = points[line.first].first - points[line.last].first;
  if (std::abs(2.0 * c * span) <= 0.1) return true;
  const double left = std::max(0.0, line.rest - c * qy);
  return std::abs(c) <= student(line.last - line.first - 2) * std::sqrt(left / (line.n - 3.0) / qq);
}

/// Whether the coarsest point of the window lies where the others let expect it (95 %, or 5 %).
bool coarsest_is_expected(const Points& points, const Line& whole) {
  if (whole.n <= static_cast<double>(least_window)) return true;
  const Line others(points, whole.first + 1, whole.last);
  const double away = points[whole.first].first - others.centre_x;
  const double spread =
      std::sqrt(others.rest / (others.n - 2.0) * (1.0 + 1.0 / others.n + away * away / others.xx));
  const double allowed = student(others.last - others.first - 1) * spread;
  return std::abs(others.off(points[whole.first])) <= std::max(0.05, allowed);
}

/// The longest window up to the finest point in which the order does not change.
OrderFit best_window(const Points& points) {
  const std::size_t last = points.size() - 1;
  const std::size_t shortest = points.size() - std::min(points.size(), least_window);
  std::size_t first = 0;
  bool straight = false;
  for (; first <= shortest && !one_step(points, first); ++first) {
    const Line line(points, first, last);
    straight = is_straight(points, line) && coarsest_is_expected(points, line);
    if (straight) break;
  }
  if (!straight) {
    first = shortest;
    while (one_step(points, first))
      --first;
  }
  const Line line(points, first, last);
  OrderFit out;
  out.first = first;
  out.last = last;
  out.points = last - first + 1;
  out.coarsest = std::exp(points[first].first);
  out.finest = std::exp(points[last].first);
  out.slope = line.slope;
  out.half_width = line.half_width();
  out.correlation = line.yy > 0.0 ? line.slope * std::sqrt(line.xx / line.yy) : 0.0;
  out.straight = straight;
  const std::size_t half = points.size() - std::max<std::size_t>(4, (out.points + 1) / 2);
  if (half > first && half < points.size() && !one_step(points, half)) {
    const Line finer(points, half, last);
    out.finer = Slope{finer.slope, finer.half_width()};
  }
  return out;
}

/// Error level at the fine end if the last three points hardly fall; 0 if they do.
double plateau_of(const Points& points) {
  if (points.size() < 3 || one_step(points, points.size() - 3)) return 0.0;
  if (!(Line(points, points.size() - 3, points.size() - 1).slope < 0.25)) return 0.0;
  double level = 0.0;
  for (std::size_t k = points.size() - 3; k < points.size(); ++k)
    level = std::max(level, std::exp(points[k].second));
  return level;
}

/// Positive finite pairs by falling step.
Points positive(std::span<const double> steps, std::span<const double> errors,
                std::size_t& measured) {
  Points points;
  for (std::size_t k = 0; k < std::min(steps.size(), errors.size()); ++k) {
    if (!(steps[k] > 0.0) || !std::isfinite(steps[k])) continue;
    if (!(errors[k] >= 0.0) || !std::isfinite(errors[k])) continue;
    ++measured;
    if (errors[k] > 0.0) points.emplace_back(std::log(steps[k]), std::log(errors[k]));
  }
  std::sort(points.begin(), points.end(), std::greater<>());
  return points;
}

/// Whether only rounding is left at every step.
bool all_rounding(const Points& points, std::size_t measured, double floor) {
  if (measured < least_window || !(floor > 0.0)) return false;
  double largest = 0.0;
  for (const auto& [h, e] : points)
    largest = std::max(largest, std::exp(e));
  if (largest < 10.0 * floor) return true;
  return largest < 1000.0 * floor && points.size() >= least_window && !one_step(points, 0) &&
         Line(points, 0, points.size() - 1).slope < 0.25;
}

/// Leaves out points at the coarse end that are not asymptotic, while enough are left.
void leave_out_coarse(Points& points, const OrderLimits& limits) {
  std::size_t first = 0;
  while (first < points.size() && std::exp(points[first].first) > limits.resolved * (1.0 + 1e-9))
    ++first;
  for (std::size_t k = first; k < points.size(); ++k) {
    if (std::exp(points[k].second) > 0.2 * limits.scale) first = k + 1;
  }
  first = std::min(first, points.size() - std::min(points.size(), least_window));
  points.erase(points.begin(), points.begin() + static_cast<std::ptrdiff_t>(first));
}

}  // namespace

OrderFit fit_order(std::span<const double> steps, std::span<const double> errors,
                   const OrderLimits& limits) {
  std::size_t measured = 0;
  Points points = positive(steps, errors, measured);
  const std::size_t positives = points.size();
  OrderFit out;
  if (positives >= 3 && one_step(points, 0)) {
    out.reason = "all steps are equal";
    return out;
  }
  if (all_rounding(points, measured, limits.floor)) {
    out.exact = true;
    out.at_floor = positives;
    out.reason = "no error but rounding at any step";
    return out;
  }
  double least = 10.0 * limits.floor;
  const auto leave_out_floor = [&] {
    std::erase_if(points, [&](const auto& p) { return std::exp(p.second) < least; });
  };
  leave_out_floor();
  const double plateau = plateau_of(points);
  const bool stalls = limits.floor > 0.0 && plateau > 1000.0 * limits.floor;
  if (plateau > 0.0 && !stalls) {
    least = std::max(least, 20.0 * plateau);
    leave_out_floor();
  }
  const std::size_t at_floor = positives - points.size();
  const std::size_t above = points.size();
  leave_out_coarse(points, limits);
  if (points.size() < 3 || one_step(points, 0)) {
    out.reason = "only " + std::to_string(points.size()) + " usable errors, 3 are needed";
    if (at_floor > 0) out.reason += " (" + std::to_string(at_floor) + " at the floor)";
  } else {
    out = best_window(points);
    out.first += above - points.size();
    out.last += above - points.size();
  }
  out.least = least;
  out.at_floor = at_floor;
  out.plateau = plateau;
  out.stalls = stalls;
  return out;
}

OrderVerdict judge_order(const OrderFit& fit, double claimed, double tolerance, std::size_t least) {
  if (fit.exact) return OrderVerdict::exact;
  if (!fit.exists() || fit.points < least) return OrderVerdict::undecided;
  const Slope whole{fit.slope, fit.half_width};
  const Slope finer = fit.finer.value_or(whole);
  // -1 below the claim, 0 in agreement with it, 1 above it, 2 no number.
  const auto side = [&](const Slope& s) {
    const double off = s.value - claimed, allowed = std::max(s.half_width, tolerance);
    if (std::abs(off) <= allowed) return 0;
    return off < -allowed ? -1 : off > allowed ? 1 : 2;
  };
  if (side(whole) != side(finer)) return OrderVerdict::undecided;
  const bool leaves = std::abs(finer.value - claimed) > std::abs(whole.value - claimed);
  if (!fit.straight && (side(whole) == 0 || !leaves)) return OrderVerdict::undecided;
  switch (side(whole)) {
    case 0:
      return fit.half_width <= 0.25 ? OrderVerdict::as_claimed : OrderVerdict::undecided;
    case -1:
      return OrderVerdict::too_low;
    case 1:
      return OrderVerdict::too_high;
    default:
      return OrderVerdict::undecided;
  }
}

}  // namespace impactbench
