#pragma once

#include "benchmarks/store/row.hpp"

#include <functional>

namespace impactbench {

/// Time of some runs, and of their preparation separately [s].
struct Spent {
  double cpu{0.0}, wall{0.0}, setup{0.0};
};

[[nodiscard]] double wall_seconds();

/// Makes `runs` runs, each with machines of its own, and returns their time; the time of the set-up
/// only if a row shows it.
using TimeRuns = std::function<Spent(int runs)>;

/// Makes `repeats` timed runs, or as many as `cpu_budget` [s] of this process allows: a result must
/// not be lost to its stopwatch. Each is the mean of as many runs as fill 10 ms, or 1 ms if
/// preparing them takes long, and a hundred ticks of the clock.
void time_repeats(const TimeRuns& time, int repeats, double cpu_budget, Timing& timing);

/// Largest resident memory of this process so far [MiB].
[[nodiscard]] double peak_memory();

}  // namespace impactbench
