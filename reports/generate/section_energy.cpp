#include "reports/generate/sections.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace impactbench {
namespace {

/// One run per method: at the step that most methods have (the smaller one, if two), and of these
/// the softest contact, for which every scheme resolves the impacts.
std::map<std::string, const Row*> representatives(const std::vector<const Row*>& rows) {
  std::map<double, std::set<std::string>> steps;
  for (const Row* row : rows) {
    if (row->series.contains("total_energy")) steps[row->cell.dt].insert(method_name(*row));
  }
  double best_step = 0.0;
  std::size_t most = 0;
  for (const auto& [dt, methods] : steps) {
    if (methods.size() > most) {
      best_step = dt;
      most = methods.size();
    }
  }
  std::map<std::string, const Row*> out;
  for (const Row* row : rows) {
    if (row->cell.dt != best_step || !row->series.contains("total_energy")) continue;
    const Row*& chosen = out[method_name(*row)];
    const auto softness = [](const Row& r) {
      return number(r.cell.scheme_parameters, "R").value_or(0.0);
    };
    if (chosen == nullptr || softness(*row) > softness(*chosen)) chosen = row;
  }
  return out;
}

Curve energy_curve(const Row& row, int style) {
  const Series& s = row.series.at("total_energy");
  Curve curve{method_name(row), s.time, s.value, style, Stroke::line};
  const double initial = s.value.empty() ? 0.0 : s.value.front();
  for (double& e : curve.y)
    e = initial != 0.0 ? e / std::abs(initial) : e;
  return curve;
}

std::string settings_of(const std::map<std::string, const Row*>& chosen) {
  std::string out;
  for (const auto& [name, row] : chosen) {
    const auto R = number(row->cell.scheme_parameters, "R");
    out += fmt::format("{}{}{}", out.empty() ? "" : "; ", name,
                       R ? fmt::format(" (R = {})", to_text(*R)) : "");
  }
  return out;
}

}  // namespace

void add_energy_section(const Content& content, Page& page) {
  page.section("Energy over time");
  bool any = false;
  for (const auto& [problem, rows] : completed_by_problem(content.rows)) {
    const auto chosen = representatives(rows);
    if (chosen.empty()) continue;
    Plot plot{.name = "energy_" + problem,
              .x_label = "time [s]",
              .y_label = "total energy / initial energy",
              .log_x = false,
              .log_y = false,
              .full_width = false,
              .y_low = std::nullopt,
              .y_high = std::nullopt,
              .curves = {}};
    double low = 1.0;
    double high = 1.0;
    for (const auto& [name, row] : chosen) {
      plot.curves.push_back(energy_curve(*row, content.styles.of(*row)));
      for (const double e : plot.curves.back().y)
        low = std::min(low, e), high = std::max(high, e);
    }
    if (!any) {
      page.paragraph(
          "Kinetic, external and contact energy of one run per method, over the initial value. "
          "Exact "
          "conservation is a horizontal line at 1.");
    }
    any = true;
    const double margin = std::max(0.05 * (high - low), 1e-3);
    plot.y_low = std::max(low, -1.0) - margin;
    plot.y_high = std::min(high, 2.5) + margin;
    const Row& first = *chosen.begin()->second;
    page.figure(plot, fmt::format("{}, dt = {} s: {}.", problem, to_text(first.cell.dt),
                                  settings_of(chosen)));
  }
  if (!any) page.paragraph("No row has an energy history.");
}

}  // namespace impactbench
