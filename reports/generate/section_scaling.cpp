#include "benchmarks/matrix/run_cell.hpp"
#include "reference/yardsticks/log_slope.hpp"
#include "reports/generate/links.hpp"
#include "reports/generate/sections.hpp"
#include "reports/plots/slope_marks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace impactbench {
namespace {

struct Point {
  double n;         ///< number of bodies
  double per_step;  ///< CPU time [s]
  double memory;    ///< [MiB]; 0 where it was not measured
};

/// Timed runs that differ in the number of bodies alone, by growing number.
struct SizedRuns {
  const Row* first;
  std::vector<Point> points;
};

/// Families of one problem that reach over a decade of sizes at least.
std::vector<SizedRuns> families_of(const std::vector<const Row*>& rows) {
  std::map<std::string, SizedRuns> found;
  for (const Row* row : rows) {
    const auto n = number(row->cell.problem_parameters, "n");
    const auto horizon = number(row->cell.problem_parameters, "horizon");
    if (!n || !horizon || !row->timing || !(row->timing->cpu_min > 0.0)) continue;
    Cell others = row->cell;
    others.problem_parameters.erase("n");
    const auto count = step_count(*horizon, row->cell.dt, row->cell.dt_precision);
    SizedRuns& f =
        found.try_emplace(canonical_text(others, row->revision, row->build), SizedRuns{row, {}})
            .first->second;
    f.points.push_back({*n, row->timing->cpu_min / static_cast<double>(count.steps),
                        row->timing->peak_memory.value_or(0.0)});
  }
  std::vector<SizedRuns> out;
  for (auto& [key, f] : found) {
    std::sort(f.points.begin(), f.points.end(),
              [](const Point& a, const Point& b) { return a.n < b.n; });
    if (f.points.size() >= 3 && f.points.back().n >= 10.0 * f.points.front().n) {
      out.push_back(std::move(f));
    }
  }
  return out;
}

/// Slope of log y against log n by least squares, over the points from `least` bodies on.
template <class Y>
std::optional<double> slope(const std::vector<Point>& points, double least, Y&& y) {
  std::vector<std::pair<double, double>> large;
  for (const Point& p : points) {
    if (p.n >= least && y(p) > 0.0) large.emplace_back(p.n, y(p));
  }
  return log_slope(large);
}

/// Memory per additional body at the largest sizes [bytes]: the program's own memory cancels.
std::optional<double> bytes_per_body(const std::vector<Point>& points) {
  const Point& a = points[points.size() - 2];
  const Point& b = points.back();
  if (!(a.memory > 0.0) || !(b.memory > a.memory)) return std::nullopt;
  return (b.memory - a.memory) * 1024.0 * 1024.0 / (b.n - a.n);
}

std::string name_of(const SizedRuns& f) {
  const std::string& solver = f.first->cell.solver;
  return method_name(*f.first) + (solver == "none" ? "" : " / " + solver);
}

template <class Y>
Plot plot_of(const std::string& name, const char* y_label, const std::vector<SizedRuns>& families,
             const Styles& styles, Y&& y) {
  Plot plot{.name = name,
            .x_label = "number of discs",
            .y_label = y_label,
            .log_x = true,
            .log_y = true,
            .full_width = false,
            .y_low = std::nullopt,
            .y_high = std::nullopt,
            .curves = {}};
  Looks looks(styles);  // of several solvers of one method too
  for (const SizedRuns& f : families) {
    Curve curve{name_of(f), {}, {}, looks.of(*f.first), Stroke::line_and_marks};
    for (const Point& p : f.points) {
      curve.x.push_back(p.n);
      curve.y.push_back(y(p));
    }
    plot.curves.push_back(std::move(curve));
  }
  for (const SizedRuns& f : families)
    plot.x_high = std::max(plot.x_high.value_or(0.0), 4.0 * f.points.back().n);  // for the text
  add_slope_marks(plot, {{1.0, "slope 1"}}, Side::right);
  return plot;
}

std::string text(std::optional<double> x, const char* format) {
  return x ? fmt::format(fmt::runtime(format), *x) : "–";
}

}  // namespace

void add_scaling_section(const Content& content, Page& page) {
  page.section("Cost and memory against N");
  Table table{"scaling",
              "Slope of CPU time per step against the number of discs N (double logarithmic, least "
              "squares over all sizes, and from 1000 discs on), CPU time per step and disc at the "
              "smallest and the largest size, slope of memory from 30000 discs on, and memory that "
              "one disc more takes at the largest sizes.",
              {"problem", "method", "N", "slope", "slope, N ≥ 1000", "ns at least N",
               "ns at most N", "memory slope", "bytes / disc"},
              {},
              {false, false, false, true, true, true, true, true, true}};
  const auto time = [](const Point& p) { return p.per_step; };
  const auto memory = [](const Point& p) { return p.memory; };
  for (const auto& [problem, rows] : completed_by_problem(content.rows)) {
    const auto families = families_of(rows);
    if (families.empty()) continue;
    if (table.rows.empty()) {
      page.paragraph(
          "Runs that differ in the number of discs alone: least CPU time of a step without "
          "instruments, and the largest resident memory of the process with them. The work of a "
          "step is proportional to the number of discs and of the iterations of its solver. Slopes "
          "above 1 come from cache misses, which the ns per disc show from one size to the "
          "next, and from iterations that grow with N, which the rows count.");
    }
    std::set<std::string> schemes;
    for (const SizedRuns& f : families) {
      schemes.insert(f.first->cell.scheme);
      const Point& least = f.points.front();
      const Point& most = f.points.back();
      table.add(
          {problem, name_of(f), fmt::format("{:g} to {:g}", least.n, most.n),
           text(slope(f.points, 0.0, time), "{:.2f}"),
           text(slope(f.points, 1000.0, time), "{:.2f}"),
           fmt::format("{:.3g}", 1e9 * least.per_step / least.n),
           fmt::format("{:.3g}", 1e9 * most.per_step / most.n),
           text(slope(f.points, 3e4, memory), "{:.2f}"), text(bytes_per_body(f.points), "{:.0f}")},
          cells_with(problem + " " + f.first->cell.scheme + " " + f.first->cell.solver));
    }
    const std::vector<PageLink> runs = runs_of(problem, schemes);
    page.figure(
        plot_of("scaling_" + problem, "CPU time of a step [s]", families, content.styles, time),
        problem + ": CPU time of a step.", runs);
    page.figure(plot_of("memory_" + problem, "peak memory [MiB]", families, content.styles, memory),
                problem + ": memory of the process, instruments included.", runs);
  }
  if (table.rows.empty()) {
    page.nothing("No method was timed over a decade of sizes.");
  } else {
    page.table(table);
  }
}

}  // namespace impactbench
