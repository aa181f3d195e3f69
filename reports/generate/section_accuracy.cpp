#include "reference/yardsticks/order_fit.hpp"
#include "reports/generate/sections.hpp"
#include "reports/plots/slope_marks.hpp"
#include "schemes/api/scheme.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace impactbench {
namespace {

/// Runs that differ in the step alone, with an error against a truth, by falling step.
struct Family {
  const Row* first;
  std::string name;
  std::vector<const Row*> rows;
  std::vector<double> steps, errors, times;
};

std::string family_key(const Row& row) {
  Cell cell = row.cell;
  cell.dt = 0.0;
  return canonical_text(cell, row.revision, row.build);
}

/// Everything that can tell two families of one problem apart.
std::map<std::string, std::string> settings_of(const Row& row) {
  std::map<std::string, std::string> out{{"solver", row.cell.solver},
                                         {"step in", row.cell.dt_precision + " precision"},
                                         {"limits", row.cell.tolerance_set},
                                         {"revision", row.revision.substr(0, 8)},
                                         {"build", row.build.substr(0, 8)}};
  for (const ParameterSet* set :
       {&row.cell.problem_parameters, &row.cell.scheme_parameters, &row.cell.solver_parameters}) {
    for (const auto& [key, value] : *set)
      out[key] = to_text(value);
  }
  return out;
}

/// Method and R; where these are the same, also the settings that differ between the namesakes.
void name_families(std::vector<Family>& families) {
  std::map<std::string, std::vector<Family*>> namesakes;
  for (Family& f : families) {
    f.name = method_name(*f.first);
    if (const auto R = number(f.first->cell.scheme_parameters, "R")) {
      f.name += fmt::format(", R = {}", to_text(*R));
    }
    namesakes[f.name].push_back(&f);
  }
  for (const auto& [name, same] : namesakes) {
    std::map<std::string, std::set<std::string>> values;
    for (const Family* f : same) {
      for (const auto& [key, value] : settings_of(*f->first))
        values[key].insert(value);
    }
    for (Family* f : same) {
      for (const auto& [key, value] : settings_of(*f->first)) {
        if (values[key].size() > 1) f->name += fmt::format(", {} {}", key, value);
      }
    }
  }
}

/// Looks of the families in one figure: each its own, that of its method for the first of it.
std::vector<int> looks_of(const std::vector<Family>& families, const Styles& styles) {
  std::vector<int> out;
  std::set<int> taken;
  int next = styles.size();
  for (const Family& f : families) {
    const int own = styles.of(*f.first);
    out.push_back(taken.insert(own).second ? own : next++);
  }
  return out;
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
    Family f{members.front(), {}, members, {}, {}, {}};
    for (const Row* row : members) {
      f.steps.push_back(row->cell.dt);
      f.errors.push_back(*quantity(*row, "position_error_sup"));
      f.times.push_back(row->timing ? row->timing->cpu_min : 0.0);
    }
    out.push_back(std::move(f));
  }
  name_families(out);
  std::sort(out.begin(), out.end(),
            [](const Family& a, const Family& b) { return a.name < b.name; });
  return out;
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
  const std::vector<int> looks = looks_of(families, styles);
  for (std::size_t k = 0; k < families.size(); ++k) {
    const Family& f = families[k];
    plot.curves.push_back({f.name, f.errors, f.times, looks[k], Stroke::line_and_marks});
  }
  // CPU time ~ 1 / dt and error ~ dt^p: slope -1/p.
  add_slope_marks(plot, {{-1.0, "order 1"}, {-0.5, "order 2"}}, Side::left);
  return plot;
}

Plot order_plot(const std::string& problem, const std::vector<Family>& families,
                const Styles& styles) {
  Plot plot = empty_plot("order_" + problem, "step [s]", "largest position error [m]");
  const std::vector<int> looks = looks_of(families, styles);
  for (std::size_t k = 0; k < families.size(); ++k) {
    const Family& f = families[k];
    plot.curves.push_back({f.name, f.steps, f.errors, looks[k], Stroke::line_and_marks});
  }
  add_slope_marks(plot, {{1.0, "order 1"}, {2.0, "order 2"}}, Side::right);
  return plot;
}

/// Takes out the runs whose CPU time is not there or is below the clock, and families that then
/// have fewer than two left; says which and how many.
std::string take_out_untimed(std::vector<Family>& families) {
  std::string out;
  for (Family& f : families) {
    std::size_t kept = 0;
    for (std::size_t k = 0; k < f.times.size(); ++k) {
      if (!(f.times[k] > 0.0)) continue;
      f.times[kept] = f.times[k];
      f.errors[kept] = f.errors[k];
      f.steps[kept] = f.steps[k];
      ++kept;
    }
    if (kept < f.times.size()) {
      out += fmt::format("{}{} ({} of {})", out.empty() ? "" : "; ", f.name, f.times.size() - kept,
                         f.times.size());
    }
    f.times.resize(kept);
    f.errors.resize(kept);
    f.steps.resize(kept);
  }
  std::erase_if(families, [](const Family& f) { return f.times.size() < 2; });
  return out.empty() ? out : " Not shown, without a CPU time that the clock resolves: " + out + ".";
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
        {problem, f.name, std::to_string(f.steps.size()),
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
    const std::string untimed = take_out_untimed(families);
    if (families.empty()) continue;
    if (!any) {
      page.paragraph(
          "CPU time of a run against its largest position error, from coarse (right) to fine "
          "steps; lower left is better.");
    }
    any = true;
    page.figure(work_precision_plot(problem, families, content.styles), problem + "." + untimed);
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
    plots.push_back(order_plot(problem, families, content.styles));
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
