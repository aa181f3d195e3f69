#pragma once

#include "benchmarks/store/row.hpp"

#include <cstdint>

namespace impactbench {

/// Step size and number of steps of a cell: h = dt, or dt rounded to single precision, and
/// floor(T / h (1 + 1e-9)) steps (nguyen2024's INT(T/dt) is one step short for dt = 1e-3 single).
struct StepCount {
  double h;
  std::int64_t steps;
};
[[nodiscard]] StepCount step_count(double horizon, double dt, std::string_view dt_precision);

/// Runs one cell in this process: refusals, one instrumented run judged by the yardsticks, then
/// `repeats` timed runs without instruments. Never throws on numerical trouble; that is a status.
/// Key, plan, revision, build and environment are left for the caller.
[[nodiscard]] Row run_cell(const Cell& cell, int repeats);

}  // namespace impactbench
