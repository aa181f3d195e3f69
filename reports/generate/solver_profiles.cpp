#include "reports/generate/solver_profiles.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace impactbench {

SolverStyles styles_of(const std::vector<SolverRun>& runs) {
  SolverStyles out;
  for (const SolverRun& run : runs)
    out.emplace(run.solver, 0);
  int next = 0;
  for (auto& [solver, style] : out)
    style = next++;
  return out;
}

Plot profile_plot(const PerformanceProfile& profile, const std::string& name,
                  const SolverStyles& styles) {
  Plot plot;
  plot.name = name;
  plot.x_label = "time / time of the fastest";
  plot.y_label = "share of instances solved";
  plot.log_x = true;
  plot.y_low = 0.0, plot.y_high = 1.02;
  double last = 10.0;
  for (const auto& line : profile.lines) {
    if (!line.ratios.empty()) last = std::max(last, 1.2 * line.ratios.back());
  }
  plot.x_low = 0.9, plot.x_high = last;  // a step at 1 would hide in the axis
  for (const auto& line : profile.lines) {
    Curve curve{line.solver, {}, {}, styles.at(line.solver), Stroke::line};
    double share = 0.0;
    const auto add = [&](double x, double y) {
      curve.x.push_back(x);
      curve.y.push_back(y);
    };
    add(1.0, 0.0);
    for (const double ratio : line.ratios) {
      add(ratio, share);
      share += 1.0 / static_cast<double>(profile.instances);
      add(ratio, share);
    }
    add(last, share);
    plot.curves.push_back(std::move(curve));
  }
  return plot;
}

void add_profiles(const std::vector<SolverRun>& runs, std::span<const double> limits,
                  const std::string& name, const SolverStyles& styles, Page& page) {
  std::map<std::string, std::vector<std::string>> lines;
  Table table{name + "_profiles",
              "Instances solved within a limit of CPU time, and of these those where the solver is "
              "the fastest.",
              {"solver"},
              {},
              {false}};
  for (const double limit : limits) {
    const auto profile = performance_profile(runs, limit);
    if (!profile || profile->lines.empty()) return;
    const bool enough = profile->instances >= fewest_instances;
    if (enough && limit == limits[0]) {
      page.paragraph(fmt::format(
          "Performance profiles (Dolan and Moré) over {} instances at a tolerance of {:g}: the "
          "share that a solver solves within a multiple of the fastest one's time. A run that did "
          "not end, or whose residual, recomputed, is above the tolerance, has failed, whatever "
          "its solver says; so has one above the limit of time, and the second figure and the "
          "table "
          "show what that limit decides. Solvers that were not run on all instances are left out.",
          profile->instances, profile->tolerance));
    }
    if (enough && limit > limits.back()) {
      std::vector<PageLink> pages;
      for (const auto& line : profile->lines)
        pages.push_back({cells_of_method(line.solver), line.solver});
      page.figure(
          profile_plot(*profile, fmt::format("{}_profile_{:.0f}ms", name, 1000.0 * limit), styles),
          fmt::format("Performance profile, limit {:g} s.", limit), pages);
    }
    table.header.push_back(fmt::format("solved in {:g} s", limit));
    table.header.push_back("fastest");
    for (const auto& line : profile->lines) {
      auto& cells = lines[line.solver];
      cells.push_back(fmt::format("{} of {}", line.solved, profile->instances));
      cells.push_back(std::to_string(line.fastest));
    }
  }
  table.numeric.resize(table.header.size(), true);
  for (auto& [solver, cells] : lines) {
    cells.insert(cells.begin(), solver);
    table.add(std::move(cells), cells_of_method(solver));
  }
  page.table(table);
}

}  // namespace impactbench
