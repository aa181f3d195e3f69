#pragma once

#include "benchmarks/store/row.hpp"

#include <cstdint>
#include <limits>

namespace impactbench {

/// Step size and number of steps of a cell: h = dt, or dt rounded to single precision, and
/// floor(T / h (1 + 1e-9)) steps (nguyen2024's INT(T/dt) is one step short for dt = 1e-3 single).
struct StepCount {
  double h;
  std::int64_t steps;
};
[[nodiscard]] StepCount step_count(double horizon, double dt, std::string_view dt_precision);

/// Runs one cell in this process: one instrumented run judged by the yardsticks, then `repeats`
/// timed runs without instruments, or as many of them as `cpu_budget` [s] leaves time for: a result
/// must not be lost to its stopwatch. Never throws on numerical trouble; that is a status. A step
/// that did not converge is counted (unconverged_steps) and judged; only a breakdown or an energy
/// blow-up stops the run. What can only be refused while running (ConfigurationError: a start that
/// cannot be computed, a step beyond the stability limit, a setting that a solver refuses once it
/// sees the contact problems) makes the cell not_applicable with its sentence.
/// Key, plan, revision, build and environment are left for the caller.
[[nodiscard]] Row run_cell(const Cell& cell, int repeats,
                           double cpu_budget = std::numeric_limits<double>::infinity());

}  // namespace impactbench
