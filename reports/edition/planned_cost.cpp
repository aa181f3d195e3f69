#include "reports/edition/planned_cost.hpp"

#include "benchmarks/matrix/title.hpp"
#include "reports/paper/rows_by_cell.hpp"
#include "reports/paper/source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace impactbench {

PlannedCost::PlannedCost(const std::vector<Row>& earlier) {
  for (const std::string& source : source_names()) {
    for (const auto& [run, cpu] : find_source(source).long_runs)
      known_[run] = cpu;
  }
  for (const Row& row : earlier) {
    if (row.timing && row.timing->cpu_cell) known_[title(row.cell)] = *row.timing->cpu_cell;
  }
}

double PlannedCost::operator()(const std::string& title) const {
  auto it = known_.find(title);
  if (it == known_.end()) it = known_.find(title.substr(0, title.find(' ')));
  return it == known_.end() ? usual : it->second;
}

double PlannedCost::missing(const ManifestItem& item) const {
  double out = 0.0;
  for (const ManifestCell& cell : item.cells)
    out += cell.row.empty() ? (*this)(cell.title) : 0.0;
  return out;
}

void cheapest_first(Plan& plan, const PlannedCost& cost) {
  std::vector<std::pair<double, std::size_t>> order;
  for (std::size_t k = 0; k < plan.cells.size(); ++k)
    order.emplace_back(cost(title(plan.cells[k].cell)), k);
  std::sort(order.begin(), order.end());
  std::vector<PlannedCell> sorted;
  for (const auto& [seconds, k] : order)
    sorted.push_back(std::move(plan.cells[k]));
  plan.cells = std::move(sorted);
}

Plan without_rows(Plan plan, const std::vector<Row>& rows) {
  std::map<std::string, bool> timed;
  for (const Row& row : rows)
    timed[cell_text(row.cell)] |= row.timing && row.timing->repeats > 0;
  std::erase_if(plan.cells, [&](const PlannedCell& cell) {
    const auto it = timed.find(cell_text(cell.cell));
    return it != timed.end() && (it->second || cell.repeats.value_or(plan.repeats) == 0);
  });
  return plan;
}

std::string duration_text(double seconds) {
  if (seconds < 100.0) return fmt::format("{:.0f} s", seconds);
  if (seconds < 5400.0) return fmt::format("{:.0f} min", seconds / 60.0);
  return fmt::format("{:.1f} h", seconds / 3600.0);
}

}  // namespace impactbench
