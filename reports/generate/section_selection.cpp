#include "problems/base/median.hpp"
#include "reports/generate/links.hpp"
#include "reports/generate/sections.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace impactbench {
namespace {

/// A run that is further than this from every known solution has selected none [m]; A and B are
/// 0.63 m apart.
constexpr double settled = 0.1;

/// Solutions in the order of the reference, and none of them.
constexpr std::array names{"A", "B", "third", "none"};
constexpr std::array styles{0, 1, 2, 7};
constexpr std::size_t none = 3;

struct Selection {
  double h, alpha;
  std::size_t solution;  ///< index into names
  double error;          ///< distance from the nearest [m]
  std::string truth;     ///< provenance of the reference
};

std::optional<Selection> selection_of(const Row& row) {
  const auto branch = quantity(row, "branch");
  const auto error = quantity(row, "branch_error");
  const auto alpha = number(row.cell.problem_parameters, "alpha");
  if (!branch || !error || !alpha || !(*branch >= 1.0 && *branch <= 3.0)) return std::nullopt;
  const std::size_t solution = *error <= settled ? static_cast<std::size_t>(*branch) - 1 : none;
  return Selection{row.cell.dt, *alpha, solution, *error, truth_text(row)};
}

std::string name_of(const Row& row) {
  const auto R = number(row.cell.scheme_parameters, "R");
  return method_name(row) + (R ? ", R = " + setting(*R) : "");
}

Plot plot_of(const std::string& method, const std::vector<Selection>& runs) {
  Plot plot;
  plot.name = "selection_" + file_name(method);
  plot.x_label = "log_{2}(1/h)";
  plot.y_label = "α of the force [m/s^{2}]";
  for (std::size_t k = 0; k < names.size(); ++k) {
    Curve curve{names[k], {}, {}, styles[k], Stroke::marks};
    for (const Selection& run : runs) {
      if (run.solution != k) continue;
      curve.x.push_back(-std::log2(run.h));
      curve.y.push_back(run.alpha);
    }
    plot.curves.push_back(std::move(curve));
  }
  const auto by_h = [](const Selection& a, const Selection& b) { return a.h < b.h; };
  const auto by_alpha = [](const Selection& a, const Selection& b) { return a.alpha < b.alpha; };
  const auto [least, most] = std::minmax_element(runs.begin(), runs.end(), by_h);
  const auto [low, high] = std::minmax_element(runs.begin(), runs.end(), by_alpha);
  plot.x_low = -std::log2(most->h) - 0.1, plot.x_high = -std::log2(least->h) + 0.1;
  plot.y_low = low->alpha - 0.02, plot.y_high = high->alpha + 0.02;
  return plot;
}

std::vector<std::string> line_of(const std::string& method, std::vector<Selection> runs) {
  std::vector<std::string> out{method, std::to_string(runs.size())};
  for (std::size_t k = 0; k < names.size(); ++k) {
    out.push_back(std::to_string(std::count_if(
        runs.begin(), runs.end(), [k](const Selection& run) { return run.solution == k; })));
  }
  std::vector<double> errors;
  for (const Selection& run : runs)
    errors.push_back(run.error);
  out.push_back(shown(median(errors)));
  const auto middle = runs.begin() + static_cast<std::ptrdiff_t>(runs.size() / 2);
  std::nth_element(runs.begin(), middle, runs.end(),
                   [](const Selection& a, const Selection& b) { return a.error < b.error; });
  out.push_back(middle->truth);
  return out;
}

}  // namespace

void add_selection_section(const Content& content, Page& page) {
  page.section("Which solution is selected");
  std::map<std::string, std::vector<Selection>> methods;
  for (const Row& row : content.rows) {
    if (const auto run = selection_of(row)) methods[name_of(row)].push_back(*run);
  }
  if (methods.empty()) {
    page.nothing(
        "No row of non_uniqueness has a known solution to compare with; "
        "benchmarks/plans/non_uniqueness.toml makes them.");
    return;
  }
  page.paragraph(fmt::format(
      "non_uniqueness has infinitely many solutions. Three have closed forms: A takes off at 4^n, "
      "B at 2 4^n, the third at s* 2^n. A run belongs to the nearest, in the largest distance over "
      "all steps, or to none where that is above {:g} m; A and B are 0.63 m apart (α = 1.8).",
      settled));
  Table table{"selection",
              "Runs per solution, and the median distance from the nearest solution.",
              {"method", "runs", "A", "B", "third", "none", "median distance [m]", "reference"},
              {},
              {false, true, true, true, true, true, true, false}};
  for (const auto& [method, runs] : methods) {
    const std::string its_runs = cells_of_method(method, "non_uniqueness");
    if (runs.size() >= 3) {
      page.figure(plot_of(method, runs), method + ": the solution that it selects.",
                  {{its_runs, method}});
    }
    table.add(line_of(method, runs), its_runs);
  }
  page.table(table);
}

}  // namespace impactbench
