#include "reports/generate/order_figures.hpp"

#include "problems/base/csv.hpp"
#include "reports/generate/naming.hpp"
#include "reports/plots/slope_marks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

namespace impactbench {
namespace {

using Key = std::tuple<std::string, std::string, std::string, std::string>;

Key key_of(const CsvLine& line) {
  return {line.text("problem"), line.text("scheme"), line.text("solver"), line.text("norm")};
}

/// "nscd: 1.00 ± 0.02", with the claimed order if there is one.
std::string title_of(const MeasuredOrder& o) {
  std::string out = o.scheme;
  if (o.order && o.low && o.high) {
    out += ": " + order_text(*o.order, 0.5 * (*o.high - *o.low));
  } else if (o.exact) {
    out += ": exact";
  } else {
    out += ": no fit";
  }
  if (o.claimed) out += fmt::format(", claimed {:g}", *o.claimed);
  return out;
}

Curve points_of(const MeasuredOrder& o, int style, bool used) {
  Curve out{"", {}, {}, style, used ? Stroke::marks : Stroke::hollow_marks};
  for (const MeasuredOrder::Point& p : o.points) {
    if (p.used != used) continue;
    out.x.push_back(p.step);
    out.y.push_back(p.error);
  }
  return out;
}

/// The fitted power law over the steps of the fit.
Curve fit_of(const MeasuredOrder& o, int style) {
  Curve out{"", {}, {}, style, Stroke::line};
  double steps = 0.0, errors = 0.0;
  int n = 0;
  for (const MeasuredOrder::Point& p : o.points) {
    if (!p.used || !(p.error > 0.0)) continue;
    steps += std::log(p.step), errors += std::log(p.error), ++n;
    out.x.push_back(p.step);
  }
  if (!o.order || n < 2) return {"", {}, {}, style, Stroke::line};
  const auto [finest, coarsest] = std::minmax_element(out.x.begin(), out.x.end());
  out.x = {*finest, *coarsest};
  for (const double step : out.x)
    out.y.push_back(std::exp(errors / n + *o.order * (std::log(step) - steps / n)));
  return out;
}

/// Claimed orders; where none is claimed, the whole numbers next to the observed ones.
std::vector<std::pair<double, std::string>> slopes_of(const std::vector<MeasuredOrder>& orders) {
  std::set<double> claimed, observed;
  for (const MeasuredOrder& o : orders) {
    if (o.claimed) claimed.insert(*o.claimed);
    if (o.order && *o.order > 0.4) observed.insert(std::max(1.0, std::round(*o.order)));
  }
  std::vector<std::pair<double, std::string>> out;
  for (const double slope : claimed.empty() ? observed : claimed)
    out.emplace_back(slope, fmt::format("slope {:g}", slope));
  return out;
}

/// Whether a scheme is exact and its errors lie far below those of all others that are not.
bool far_below(const MeasuredOrder& o, const std::vector<MeasuredOrder>& orders) {
  if (!o.exact) return false;
  double highest = 0.0, least = HUGE_VAL;
  for (const MeasuredOrder::Point& p : o.points)
    highest = std::max(highest, p.error);
  for (const MeasuredOrder& other : orders) {
    if (other.exact) continue;
    for (const MeasuredOrder::Point& p : other.points)
      if (p.error > 0.0) least = std::min(least, p.error);
  }
  return std::isfinite(least) && 100.0 * highest < least;
}

/// Shades the floor where the errors of some scheme come near it.
void shade_floor(const std::vector<MeasuredOrder>& orders, Plot& plot) {
  double floor = 0.0, least = HUGE_VAL;
  for (const MeasuredOrder& o : orders) {
    floor = std::max(floor, o.floor);
    if (far_below(o, orders)) continue;
    for (const MeasuredOrder::Point& p : o.points)
      if (p.error > 0.0) least = std::min(least, p.error);
  }
  if (!(floor > 0.0) || !(least < 1e3 * floor)) return;
  plot.shaded_below = floor;
  for (const Curve& c : plot.curves)  // the triangle of slopes may lie below all points
    for (const double y : c.y)
      if (y > 0.0) least = std::min(least, y);
  plot.y_low = std::pow(10.0, std::floor(std::log10(std::min(floor, least)) - 0.3));
}

/// The lower end of the axis below everything that is drawn so far.
void end_below(Plot& plot) {
  double least = HUGE_VAL;
  for (const Curve& c : plot.curves)
    for (const double y : c.y)
      if (y > 0.0) least = std::min(least, y);
  plot.y_low = std::pow(10.0, std::floor(std::log10(least)));
}

void add_curves(const MeasuredOrder& o, int look, Plot& plot) {
  Curve used = points_of(o, look, true), left_out = points_of(o, look, false);
  (used.x.empty() ? left_out : used).title = title_of(o);
  plot.curves.push_back(fit_of(o, look));
  plot.curves.push_back(std::move(left_out));
  plot.curves.push_back(std::move(used));
}

}  // namespace

std::vector<MeasuredOrder> read_orders(const std::string& folder) {
  constexpr std::array order_columns{"problem",   "scheme",     "solver",  "norm",  "unit", "order",
                                     "order_low", "order_high", "claimed", "floor", "exact"};
  constexpr std::array point_columns{"problem", "scheme", "solver", "norm", "step", "error", "use"};
  std::vector<MeasuredOrder> out;
  std::map<Key, std::size_t> places;
  for (const CsvLine& line : read_csv(folder + "/orders.csv", order_columns)) {
    if (line.text("norm").empty()) continue;  // a study that failed
    places[key_of(line)] = out.size();
    out.push_back({line.text("problem"),
                   line.text("scheme"),
                   line.text("norm"),
                   line.text("unit"),
                   line.number("order"),
                   line.number("order_low"),
                   line.number("order_high"),
                   line.number("claimed"),
                   line.number("floor").value_or(0.0),
                   line.text("exact") == "yes",
                   {}});
  }
  for (const CsvLine& line : read_csv(folder + "/points.csv", point_columns)) {
    const auto it = places.find(key_of(line));
    if (it == places.end()) continue;
    out[it->second].points.push_back(
        {line.needed("step"), line.needed("error"), line.text("use") == "window"});
  }
  return out;
}

Plot order_figure(const std::vector<MeasuredOrder>& orders, const std::vector<int>& looks) {
  const MeasuredOrder& first = orders.front();
  Plot plot;
  plot.name = "order_" + first.problem + "_" + first.norm;
  plot.x_label = "step [s]";
  plot.y_label = axis_label(first.norm, first.unit);
  plot.log_x = plot.log_y = true;
  std::vector<std::size_t> below;
  for (std::size_t k = 0; k < orders.size(); ++k) {
    if (far_below(orders[k], orders)) {
      below.push_back(k);
    } else {
      add_curves(orders[k], looks[k], plot);
    }
  }
  add_slope_marks(plot, slopes_of(orders), Side::right);
  shade_floor(orders, plot);
  if (!below.empty() && !plot.y_low) end_below(plot);
  for (const std::size_t k : below)
    add_curves(orders[k], looks[k], plot);
  return plot;
}

std::vector<Plot> order_figures(const std::vector<MeasuredOrder>& orders, double width) {
  std::vector<std::pair<std::string, std::string>> sequence;
  std::map<std::pair<std::string, std::string>, std::vector<MeasuredOrder>> figures;
  for (const MeasuredOrder& o : orders) {
    const std::pair key{o.problem, o.norm};
    if (!figures.contains(key)) sequence.push_back(key);
    figures[key].push_back(o);
  }
  std::vector<Plot> out;
  for (const auto& key : sequence) {
    const std::vector<MeasuredOrder>& same = figures[key];
    std::set<std::string> names;
    for (const MeasuredOrder& o : same)
      names.insert(o.scheme);
    const std::map<std::string, int> styles = scheme_styles(names);
    std::vector<int> looks;
    for (const MeasuredOrder& o : same)
      looks.push_back(styles.at(o.scheme));
    out.push_back(order_figure(same, looks));
    out.back().width = width;
  }
  return out;
}

}  // namespace impactbench
