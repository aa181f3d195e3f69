#include "benchmarks/convergence/tables.hpp"
#include "problems/base/counted.hpp"
#include "reports/generate/links.hpp"
#include "reports/generate/order_figures.hpp"
#include "reports/generate/sections.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <unordered_map>

namespace impactbench {
namespace {

std::string verdict_text(const NormOrder& o) {
  std::string out(to_text(o.verdict));
  std::replace(out.begin(), out.end(), '_', ' ');
  if (o.verdict == NormVerdict::undecided && !o.fit.reason.empty()) out += ": " + o.fit.reason;
  return out;
}

void add_rows(const JudgedFamily& found, Table& claimed, Table& all) {
  const std::string link = cells_with(found.problem + " " + found.family.first->cell.scheme);
  for (const NormOrder& o : found.orders) {
    const bool known = o.fit.exists();
    const auto number = [&](double x, const char* form) {
      return known ? fmt::format(fmt::runtime(form), x) : std::string("–");
    };
    std::vector<std::string> line{
        found.problem,
        found.family.name,
        std::string(to_text(found.motion)),
        std::string(o.norm.quantity),
        std::to_string(o.measured),
        known ? std::to_string(o.fit.points) : "–",
        known ? fmt::format("{:.2g} to {:.2g}", o.fit.coarsest, o.fit.finest) : "–",
        number(o.fit.slope, "{:.3f}"),
        number(o.fit.slope - o.fit.half_width, "{:.3f}"),
        number(o.fit.slope + o.fit.half_width, "{:.3f}"),
        number(o.fit.correlation, "{:.5f}"),
        o.claimed ? fmt::format("{:.2f}", *o.claimed) : "–",
        verdict_text(o),
        found.truth};
    all.add(line, link);
    if (o.claimed) claimed.add(std::move(line), link);
  }
}

/// Orders of positions by the keys of their families.
using FoundOrders = std::unordered_map<std::string, const NormOrder*>;

FoundOrders orders_of_positions(const JudgedFamilies& judged) {
  FoundOrders out;
  for (const JudgedFamily& found : judged.all) {
    for (const NormOrder& o : found.orders)
      if (o.norm.quantity == "position_error_sup") out.emplace(found.family.key, &o);
  }
  return out;
}

/// As `converge` would measure it from these rows; `order` is nullptr where none was judged.
MeasuredOrder measured(const Family& family, const NormOrder* order) {
  MeasuredOrder out;
  out.scheme = family.name;
  out.norm = "position_error_sup", out.unit = "m";
  if (order != nullptr) {
    out.exact = order->fit.exact;
    out.claimed = order->claimed;
    out.floor = order->floor;
    if (order->fit.exists()) {
      out.order = order->fit.slope;
      out.low = order->fit.slope - order->fit.half_width;
      out.high = order->fit.slope + order->fit.half_width;
    }
  }
  for (std::size_t k = 0; k < family.steps.size(); ++k) {
    const double step = family.steps[k], error = family.errors[k];
    if (!std::isfinite(error)) continue;
    const bool used = order != nullptr && use_of(*order, step, error) == "window";
    out.points.push_back({step, error, used});
  }
  return out;
}

Plot order_plot(const MotionFamilies& motion, const FoundOrders& found, const Styles& styles) {
  std::vector<MeasuredOrder> orders;
  for (const Family& family : motion.families) {
    const auto order = found.find(family.key);
    orders.push_back(measured(family, order == found.end() ? nullptr : order->second));
  }
  Plot plot = order_figure(orders, looks_of(motion.families, styles));
  plot.name = "order_" + motion.file;
  return plot;
}

}  // namespace

void add_order_section(const Content& content, Page& page) {
  page.section("Observed order");
  const std::vector<std::string> header{"problem",     "method",     "motion",  "norm",     "steps",
                                        "used",        "window [s]", "order",   "low",      "high",
                                        "correlation", "claimed",    "verdict", "reference"};
  const std::vector<bool> numeric{false, false, false, false, true, true,  true,
                                  true,  true,  true,  true,  true, false, false};
  Table claimed{
      "orders",
      "Least-squares slope of log error against log step over the asymptotic window, with its "
      "95 % interval, where the scheme claims an order; judged on both sides as converge does.",
      header,
      {},
      numeric};
  Table all{"orders_all", "The same in every norm that was measured.", header, {}, numeric};
  for (const JudgedFamily& found : content.orders.all)
    add_rows(found, claimed, all);
  struct Drawn {
    Plot plot;
    std::string motion;
    std::vector<PageLink> runs;
  };
  std::vector<Drawn> plots;
  const FoundOrders positions = orders_of_positions(content.orders);
  for (const auto& [problem, rows] : completed_by_problem(content.rows)) {
    for (const MotionFamilies& motion :
         by_motion(problem, families_of(rows, 4, has_position_error))) {
      plots.push_back({order_plot(motion, positions, content.styles), motion.name,
                       runs_of(problem, schemes_of(motion.families))});
    }
  }
  if (const std::size_t n = content.orders.left_out; n > 0) {
    page.paragraph(
        fmt::format("{} left out: an earlier program made the rows, which do not state what "
                    "their orders are judged by.",
                    counted(n, "ladder is", "ladders are")));
  }
  if (all.rows.empty()) {
    page.nothing("No problem has runs at four steps or more with a known truth.");
    return;
  }
  page.paragraph(
      "Filled points belong to the fit, whose line and order with its 95 % interval the figures "
      "show; hollow points are left out, as errors before the asymptote or at their floor. Five "
      "errors in the window are needed for a verdict. Impacts begin at some phase of a step, so "
      "errors scatter about the slope; velocities jump, so their largest error is shown and never "
      "judged.");
  for (const auto& [plot, motion, runs] : plots)
    page.figure(plot, motion + ".", runs);
  constexpr std::size_t at_a_glance = 12;
  if (claimed.rows.size() > at_a_glance) {
    page.folded_table(claimed,
                      counted(claimed.rows.size(), "order", "orders") + " that schemes claim");
  } else if (!claimed.rows.empty()) {
    page.table(claimed);
  }
  page.folded_table(all, counted(all.rows.size(), "order", "orders") + " in all norms");
}

}  // namespace impactbench
