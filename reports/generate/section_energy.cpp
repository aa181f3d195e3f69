#include "reports/generate/families.hpp"
#include "reports/generate/links.hpp"
#include "reports/generate/sections.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <tuple>
#include <utility>

namespace impactbench {
namespace {

/// Returns whether the energy of the run is known; its history is then stored too.
bool has_energy(const Row& row) {
  return row.quantities.contains("energy_initial");
}

/// The compliance of the contact, and minus the number of settings that differ from their defaults.
using Rank = std::pair<double, std::ptrdiff_t>;

Rank rank_of(const Row& row) {
  const std::string name = cell_name(row.cell);
  return {number(row.cell.scheme_parameters, "R").value_or(0.0),
          -std::count(name.begin(), name.end(), '=')};
}

/// Runs of one motion at one step, one per method.
struct Chosen {
  std::string motion;
  double step{0.0};
  std::map<std::string, const Row*> runs;

  /// More methods are better, then a smaller step, then settings nearer to the defaults.
  [[nodiscard]] std::tuple<std::size_t, double, std::ptrdiff_t> merit() const {
    std::ptrdiff_t usual = 0;
    for (const auto& [method, row] : runs)
      usual += rank_of(*row).second;
    return {runs.size(), -step, usual};
  }
};

/// The motion and the step that most methods have. Among these runs of a method that with the
/// softest contact, for which every scheme resolves the impacts, and among these the one whose
/// settings are nearest to the defaults, since the method's name does not show them.
Chosen chosen_of(const std::string& problem, const std::vector<const Row*>& rows) {
  Chosen out;
  for (const MotionFamilies& motion : by_motion(problem, families_of(rows, 1, has_energy))) {
    std::map<double, std::map<std::string, const Row*>> steps;
    for (const Family& family : motion.families) {
      for (const Row* row : family.rows) {
        const Row*& best = steps[row->cell.dt][method_name(*row)];
        if (best == nullptr || rank_of(*row) > rank_of(*best)) best = row;
      }
    }
    for (auto& [step, runs] : steps) {
      Chosen candidate{motion.name, step, std::move(runs)};
      if (out.runs.empty() || candidate.merit() > out.merit()) out = std::move(candidate);
    }
  }
  return out;
}

double initial_energy(const Curve& curve) {
  return curve.y.empty() ? 0.0 : curve.y.front();
}

/// Change since the start: it shows the size of a small drift, which values near 1 would hide.
void to_change(Curve& curve, bool relative) {
  const double initial = initial_energy(curve);
  for (double& e : curve.y)
    e = (e - initial) / (relative ? std::abs(initial) : 1.0);
}

/// Limits of the axis; true if a run leaves them (one that blows up would flatten the others).
bool set_range(Plot& plot, bool relative) {
  double low = 0.0;
  double high = 0.0;
  for (const Curve& curve : plot.curves) {
    for (const double e : curve.y)
      low = std::min(low, e), high = std::max(high, e);
  }
  const bool leaves = relative && (low < -1.5 || high > 1.5);
  if (relative) low = std::max(low, -1.5), high = std::min(high, 1.5);
  // Below 1e-12 there is only rounding: a flat line.
  const double margin = std::max(0.05 * (high - low), 1e-12);
  plot.y_low = low - margin;
  plot.y_high = high + margin;
  return leaves;
}

/// ", R = 1e-04", or ", R = 0.001 (inc), 1e-04 (dem, snc)" where compliant contacts differ.
std::string compliances_of(const std::map<std::string, const Row*>& chosen) {
  std::map<double, std::string> methods;
  for (const auto& [name, row] : chosen) {
    const auto R = number(row->cell.scheme_parameters, "R");
    if (!R) continue;
    std::string& same = methods[*R];
    same += (same.empty() ? "" : "; ") + name;
  }
  std::string out;
  for (const auto& [R, names] : methods) {
    out += fmt::format("{}{}", out.empty() ? ", R = " : ", ", setting(R));
    if (methods.size() > 1) out += " (" + names + ")";
  }
  return out;
}

std::vector<PageLink> pages_of(const std::map<std::string, const Row*>& chosen) {
  std::vector<PageLink> out;
  for (const auto& [name, row] : chosen)
    out.push_back({cell_page_file(row->key), name});
  return out;
}

}  // namespace

void add_energy_section(const Content& content, Page& page) {
  page.section("Energy over time");
  bool any = false;
  for (const auto& [problem, rows] : completed_by_problem(content.rows)) {
    const Chosen found = chosen_of(problem, rows);
    std::map<std::string, const Row*> chosen;
    std::vector<Curve> curves;
    for (const auto& [name, row] : found.runs) {
      Series s = content.histories.of(*row, "total_energy");
      if (s.value.empty()) continue;
      chosen[name] = row;
      curves.push_back(
          {name, std::move(s.time), std::move(s.value), content.styles.of(*row), Stroke::line});
    }
    if (chosen.empty()) continue;
    const bool relative = std::all_of(curves.begin(), curves.end(),
                                      [](const Curve& c) { return initial_energy(c) != 0.0; });
    for (Curve& curve : curves)
      to_change(curve, relative);
    Plot plot{.name = "energy_" + problem,
              .x_label = "time [s]",
              .y_label = relative ? "relative change of energy" : "change of energy [J]",
              .log_x = false,
              .log_y = false,
              .full_width = false,
              .y_low = std::nullopt,
              .y_high = std::nullopt,
              .curves = std::move(curves)};
    if (!any) {
      page.paragraph(
          "Change of kinetic, external and contact energy together since the start, of one run per "
          "method: of the motion and at the step that most methods share, with the softest contact "
          "run there and the settings nearest to the defaults. Exact conservation is a horizontal "
          "line at 0.");
    }
    any = true;
    const bool leaves = set_range(plot, relative);
    page.figure(
        plot,
        fmt::format("{}, dt = {} s{}.{}", found.motion, setting(found.step), compliances_of(chosen),
                    leaves ? " Curves that leave the figure continue beyond it." : ""),
        pages_of(chosen));
  }
  if (!any) page.nothing("No row has an energy history.");
}

}  // namespace impactbench
