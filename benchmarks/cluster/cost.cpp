#include "benchmarks/cluster/cost.hpp"

#include "benchmarks/matrix/run_cell.hpp"
#include "benchmarks/matrix/shard.hpp"
#include "problems/base/error.hpp"
#include "problems/base/median.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace impactbench {
namespace {

/// CPU time of the process of a row [s], where it is known.
std::optional<double> cpu_of(const Row& row) {
  if (!row.timing) return std::nullopt;
  if (row.timing->cpu_cell) return row.timing->cpu_cell;
  // The run with instruments takes about as long as two without.
  if (row.timing->repeats > 0) return (row.timing->repeats + 2) * row.timing->cpu_median;
  return std::nullopt;
}

struct Size {
  double steps, dofs;
};

Size size_of(const Cell& cell) {
  const ProblemOutline problem = find_problem(cell.problem).outline(cell.problem_parameters);
  const auto steps = step_count(problem.horizon, cell.dt, cell.dt_precision).steps;
  return {std::max(static_cast<double>(steps), 1.0),
          std::max(static_cast<double>(problem.dofs), 1.0)};
}

std::string names(const Cell& cell) {
  return cell.problem + '/' + cell.scheme + '/' + cell.solver;
}

std::map<std::string, double> medians(const std::map<std::string, std::vector<double>>& values) {
  std::map<std::string, double> out;
  for (const auto& [name, list] : values)
    out[name] = median(list);
  return out;
}

}  // namespace

std::string_view to_text(CostSource source) {
  switch (source) {
    case CostSource::cell:
      return "rows of the same cell";
    case CostSource::ladder:
      return "rows with another step";
    case CostSource::solver:
      return "rows of the same problem, scheme and solver";
    case CostSource::scheme:
      return "rows of the same scheme";
    default:
      return "their budget, as there are no rows";
  }
}

CostModel::CostModel(std::span<const Row> earlier) {
  std::map<std::string, std::vector<double>> per_step, per_step_and_dof;
  for (const Row& row : earlier) {
    const bool too_long = row.status == RowStatus::timed_out;
    const std::optional<double> cpu =
        too_long ? std::numeric_limits<double>::infinity() : cpu_of(row);
    if (!cpu) continue;
    const auto memory = row.timing ? row.timing->peak_memory : std::nullopt;
    ladders_[ladder_of(row.cell)][row.cell.dt] = {row.cell.dt, *cpu, memory};
    if (memory) {
      double& largest = memory_[names(row.cell)];
      largest = std::max(largest, *memory);
    }
    if (too_long) continue;
    try {
      const Size size = size_of(row.cell);
      per_step[names(row.cell)].push_back(*cpu / size.steps);
      per_step_and_dof[row.cell.scheme].push_back(*cpu / size.steps / size.dofs);
    } catch (const ConfigurationError&) {
      // a problem that this program does not have, or that had other parameters then
    }
  }
  per_step_ = medians(per_step);
  per_step_and_dof_ = medians(per_step_and_dof);
}

std::optional<CostModel::Known> CostModel::nearest_rung(const Cell& cell) const {
  const auto ladder = ladders_.find(ladder_of(cell));
  if (ladder == ladders_.end()) return std::nullopt;
  const auto distance = [&](const auto& rung) { return std::abs(std::log(rung.first / cell.dt)); };
  return std::min_element(ladder->second.begin(), ladder->second.end(),
                          [&](const auto& a, const auto& b) { return distance(a) < distance(b); })
      ->second;
}

Cost CostModel::operator()(const PlannedCell& planned, const Plan& plan) const {
  const Cell& cell = planned.cell;
  Cost out{.cpu = plan.cpu_budget};
  if (planned.refusal) return {0.0, 0.0, CostSource::cell};
  if (const auto rung = nearest_rung(cell)) {
    out.source = rung->dt == cell.dt ? CostSource::cell : CostSource::ladder;
    out.cpu = rung->cpu * rung->dt / cell.dt;
    out.memory = rung->memory;
  } else if (const auto same = per_step_.find(names(cell)); same != per_step_.end()) {
    out.source = CostSource::solver;
    out.cpu = same->second * size_of(cell).steps;
  } else if (const auto like = per_step_and_dof_.find(cell.scheme);
             like != per_step_and_dof_.end()) {
    const Size size = size_of(cell);
    out.source = CostSource::scheme;
    out.cpu = like->second * size.steps * size.dofs;
  }
  if (!out.memory) {
    if (const auto known = memory_.find(names(cell)); known != memory_.end())
      out.memory = known->second;
  }
  out.cpu = std::min(out.cpu, plan.cpu_budget);
  return out;
}

}  // namespace impactbench
