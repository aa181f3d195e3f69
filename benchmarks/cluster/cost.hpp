#pragma once

#include "benchmarks/matrix/plan.hpp"

#include <map>
#include <optional>
#include <span>
#include <string>

namespace impactbench {

/// The sources of the CPU time estimated for a cell, the best first.
enum class CostSource {
  cell,    ///< an earlier row of the same cell, of any revision and build
  ladder,  ///< one that differs in its step alone: as many times the steps, as many times the time
  solver,  ///< rows of the same problem, scheme and solver: median time per step
  scheme,  ///< rows of the same scheme: median time per step and degree of freedom
  budget,  ///< nothing is known: all that it may use
};
[[nodiscard]] std::string_view to_text(CostSource source);

struct Cost {
  double cpu{0.0};                 ///< [s], at most the budget of the cell
  std::optional<double> memory{};  ///< [MiB]; absent: nothing is known
  CostSource source{CostSource::budget};
};

/// Estimates the cost of cells from earlier ones. A cell that timed out costs its budget.
class CostModel {
 public:
  explicit CostModel(std::span<const Row> earlier);
  [[nodiscard]] Cost operator()(const PlannedCell& planned, const Plan& plan) const;

 private:
  struct Known {
    double dt, cpu;
    std::optional<double> memory;
  };
  [[nodiscard]] std::optional<Known> nearest_rung(const Cell& cell) const;

  std::map<std::string, std::map<double, Known>> ladders_;  ///< by ladder_of, then by step
  std::map<std::string, double> per_step_, per_step_and_dof_;
  std::map<std::string, double> memory_;  ///< largest, of the same names as per_step_
};

}  // namespace impactbench
