#include "reference/yardsticks/order_fit.hpp"
#include "reports/generate/sections.hpp"
#include "schemes/api/scheme.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace impactbench {
namespace {

/// Runs that differ in the step alone, with an error against a truth, by falling step.
struct Family {
  const Row* first;
  std::vector<const Row*> rows;
  std::vector<double> steps, errors, times;
};

std::string family_key(const Row& row) {
  Cell cell = row.cell;
  cell.dt = 0.0;
  return canonical_text(cell, row.revision, row.build);
}

std::vector<Family> families_of(const std::vector<const Row*>& rows, std::size_t least) {
  std::map<std::string, std::vector<const Row*>> groups;
  for (const Row* row : rows) {
    if (quantity(*row, "position_error_sup")) groups[family_key(*row)].push_back(row);
  }
  std::vector<Family> out;
  for (auto& [key, members] : groups) {
    if (members.size() < least) continue;
    std::sort(members.begin(), members.end(),
              [](const Row* a, const Row* b) { return a->cell.dt > b->cell.dt; });
    Family f{members.front(), members, {}, {}, {}};
    for (const Row* row : members) {
      f.steps.push_back(row->cell.dt);
      f.errors.push_back(*quantity(*row, "position_error_sup"));
      f.times.push_back(row->timing ? row->timing->cpu_min : 0.0);
    }
    out.push_back(std::move(f));
  }
  std::sort(out.begin(), out.end(), [](const Family& a, const Family& b) {
    return method_name(*a.first) < method_name(*b.first);
  });
  return out;
}

/// "R = 1e-05", and the solver where several run the same method.
std::string family_name(const Family& f) {
  std::string out = method_name(*f.first);
  if (const auto R = number(f.first->cell.scheme_parameters, "R")) {
    out += fmt::format(", R = {}", to_text(*R));
  }
  return out;
}

/// A straight line in the double logarithmic plane through (x0, y0) with a slope.
Curve slope_line(const std::string& name, double x0, double y0, double x1, double slope) {
  return {name, {x0, x1}, {y0, y0 * std::pow(x1 / x0, slope)}, 0, Stroke::law};
}

Plot empty_plot(const std::string& name, const std::string& x, const std::string& y) {
  return {.name = name,
          .x_label = x,
          .y_label = y,
          .log_x = true,
          .log_y = true,
          .full_width = false,
          .y_low = std::nullopt,
          .y_high = std::nullopt,
          .curves = {}};
}

Plot work_precision_plot(const std::string& problem, const std::vector<Family>& families,
                         const Styles& styles) {
  Plot plot = empty_plot("work_" + problem, "largest position error [m]", "CPU time of a run [s]");
  double smallest = 1e300;
  double largest = 0.0;
  double top = 0.0;
  for (const Family& f : families) {
    plot.curves.push_back(
        {family_name(f), f.errors, f.times, styles.of(*f.first), Stroke::line_and_marks});
    for (const double e : f.errors) {
      if (e > 0.0) smallest = std::min(smallest, e);
      largest = std::max(largest, e);
    }
    for (const double t : f.times)
      top = std::max(top, t);
  }
  // CPU ~ 1 / dt and error ~ dt^p: slope -1/p.
  if (largest > smallest) {
    plot.curves.push_back(slope_line("slopes of order 1 and 2", smallest, top, largest, -1.0));
    plot.curves.push_back(slope_line("", smallest, top, largest, -0.5));
    plot.y_low = 0.3 * std::pow(10.0, std::floor(std::log10(std::max(
                                          1e-6, *std::min_element(families[0].times.begin(),
                                                                  families[0].times.end())))));
  }
  return plot;
}

std::string verdict_text(const OrderFit& fit, std::optional<double> claimed) {
  if (!fit.exists()) return fit.reason;
  if (!claimed) return "no claim";
  switch (judge_order(fit, *claimed, 0.05)) {
    case OrderVerdict::as_claimed:
      return "as claimed";
    case OrderVerdict::too_low:
      return "lower than claimed";
    case OrderVerdict::too_high:
      return "higher than claimed";
    case OrderVerdict::undecided:
      return "undecided";
  }
  return "";
}

std::optional<double> claimed_order(const Row& row, bool persistent) {
  for (const SchemeEntry& entry : scheme_catalogue()) {
    if (entry.name != row.cell.scheme) continue;
    const SchemeClaims claims = entry.claims(row.cell.scheme_parameters);
    return persistent ? claims.order_contact : claims.order_impact;
  }
  return std::nullopt;
}

void add_order_rows(const std::string& problem, const std::vector<Family>& families, Table& table) {
  for (const Family& f : families) {
    // The trajectories of the references are good to 1e-13 m, positions of metres to 1e-15.
    const OrderFit fit = fit_order(f.steps, f.errors, 1e-13);
    const auto claimed = claimed_order(*f.first, problem == "resting_ball");
    table.rows.push_back(
        {problem, family_name(f), std::to_string(f.steps.size()),
         fit.exists() ? std::to_string(fit.points) : "–",
         claimed ? fmt::format("{:.2f}", *claimed) : "–",
         fit.exists() ? fmt::format("{:.3f} ± {:.3f}", fit.slope, fit.half_width) : "–",
         verdict_text(fit, claimed)});
  }
}

}  // namespace

void add_work_precision_section(const Content& content, Page& page) {
  page.section("Work and precision");
  bool any = false;
  for (const auto& [problem, rows] : completed_by_problem(content.rows)) {
    std::vector<Family> families = families_of(rows, 4);
    std::erase_if(families, [](const Family& f) {
      return std::any_of(f.times.begin(), f.times.end(), [](double t) { return !(t > 0.0); });
    });
    if (families.empty()) continue;
    if (!any) {
      page.paragraph(
          "CPU time of a run against its largest position error, from coarse (right) to fine "
          "steps; "
          "lower left is better. Grey: slopes of methods of order 1 (steeper) and 2.");
    }
    any = true;
    page.figure(work_precision_plot(problem, families, content.styles), problem + ".");
  }
  if (!any) page.paragraph("No problem has timed runs at several steps with a known truth.");
}

void add_order_section(const Content& content, Page& page) {
  page.section("Observed order");
  Table table{"orders",
              "Least-squares slope of log error against log step, with its 95 % interval, over the "
              "asymptotic window; as claimed means within 0.05 of the claim, on both sides.",
              {"problem", "method", "steps", "used", "claimed", "observed", "verdict"},
              {},
              {false, false, true, true, true, true, false}};
  std::vector<Plot> plots;
  for (const auto& [problem, rows] : completed_by_problem(content.rows)) {
    const std::vector<Family> families = families_of(rows, 4);
    if (families.empty()) continue;
    add_order_rows(problem, families, table);
    Plot plot = empty_plot("order_" + problem, "step [s]", "largest position error [m]");
    for (const Family& f : families) {
      plot.curves.push_back(
          {family_name(f), f.steps, f.errors, content.styles.of(*f.first), Stroke::line_and_marks});
    }
    const Family& one = families.front();
    const double coarse = one.steps.front();
    const double fine = one.steps.back();
    plot.curves.push_back(slope_line("slopes 1 and 2", coarse, one.errors.front(), fine, 1.0));
    plot.curves.push_back(slope_line("", coarse, one.errors.front(), fine, 2.0));
    plots.push_back(std::move(plot));
  }
  if (table.rows.empty()) {
    page.paragraph("No problem has runs at four steps or more with a known truth.");
    return;
  }
  page.paragraph(
      "resting_ball is a contact that never opens: there the claim about persistent contact "
      "applies. "
      "On the others impacts begin at some phase of a step, so errors scatter about the slope.");
  page.table(table);
  for (const Plot& plot : plots)
    page.figure(plot, plot.name.substr(6) + ".");
}

}  // namespace impactbench
