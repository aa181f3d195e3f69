#include "reports/paper/figure.hpp"

#include "problems/base/error.hpp"
#include "reports/paper/rows_by_cell.hpp"
#include "reports/paper/source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace impactbench {

namespace {

/// Collects the runs behind sources of curves.
struct RunCollector {
  std::vector<CellRequest> runs;

  void operator()(const CellRequest& run) { runs.push_back(run); }
  void operator()(const RunFamily& family) {
    runs.insert(runs.end(), family.runs.begin(), family.runs.end());
  }
  void operator()(const ExactSolution&) {}
  void operator()(const PrintedTable&) {}
  template <class... Sources>
  void operator()(const std::variant<Sources...>& source) {
    std::visit(*this, source);
  }
};

}  // namespace

std::vector<CellRequest> runs_of(const FigurePanel& panel) {
  RunCollector out;
  std::visit(
      [&](const auto& kind) {
        for (const auto& curve : kind.curves)
          out(curve.source);
      },
      panel.kind);
  return std::move(out.runs);
}

Plan figure_plan(const Figure& figure) {
  Plan plan;
  plan.label = "figure " + figure.number;
  plan.repeats = 0;
  plan.cpu_budget = 3600.0;
  std::set<std::string> seen;
  for (const FigurePanel& panel : figure.panels) {
    for (const CellRequest& run : runs_of(panel)) {
      PlannedCell cell = plan_cell(run, "default");
      if (seen.insert(cell_text(cell.cell)).second) plan.cells.push_back(std::move(cell));
    }
  }
  return plan;
}

const Figure& find_figure(const std::string& source, const std::string& number) {
  const Source& from = find_source(source);
  std::string known;
  for (const Figure& figure : from.figures) {
    if (figure.number == number) return figure;
    known += (known.empty() ? "" : ", ") + figure.number;
  }
  const auto& drawings = from.sketches;
  const bool diagram = std::find(drawings.begin(), drawings.end(), number) != drawings.end();
  throw ConfigurationError(fmt::format(
      "{} '{}' of {}; known: {}",
      diagram ? "there is nothing to compute in the sketch, figure" : "there is no figure", number,
      source, known));
}

}  // namespace impactbench
