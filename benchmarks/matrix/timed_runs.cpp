#include "benchmarks/matrix/timed_runs.hpp"

#include "benchmarks/matrix/cpu_seconds.hpp"
#include "problems/base/median.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <vector>

namespace impactbench {
namespace {

/// Time of one run. `runs`: how many to try, and did it.
Spent timed_run(const TimeRuns& time, int& runs) {
  static const double ticks = 100.0 * tick_of(run_seconds);
  const double enough = std::max(0.01, ticks), least = std::max(1e-3, ticks);
  constexpr int most = 4096;
  for (;;) {
    const double start = cpu_seconds();
    const Spent spent = time(runs);
    const bool long_enough = spent.cpu >= (cpu_seconds() - start > 10.0 * enough ? least : enough);
    if (long_enough || runs >= most)
      return {spent.cpu / runs, spent.wall / runs, spent.setup / runs};
    // A time that was too short was measured poorly: no more than eight times as many.
    const double factor = spent.cpu > 0.0 ? std::clamp(1.3 * enough / spent.cpu, 1.3, 8.0) : 8.0;
    runs = std::min(most, static_cast<int>(std::ceil(factor * runs)));
  }
}

}  // namespace

double wall_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

void time_repeats(const TimeRuns& time, int repeats, double cpu_budget, Timing& timing) {
  std::vector<Spent> all;
  double wall = std::numeric_limits<double>::infinity();
  double longest = cpu_seconds();  // of one run; the first estimate has the instruments in it
  int runs = 1;
  for (int k = 0; k < repeats && cpu_seconds() + 1.5 * longest < cpu_budget; ++k) {
    const double before = cpu_seconds();
    all.push_back(timed_run(time, runs));
    wall = std::min(wall, all.back().wall);
    longest = cpu_seconds() - before;
  }
  timing.threads = omp_get_max_threads();
  if (all.empty()) return;
  std::sort(all.begin(), all.end(), [](const Spent& a, const Spent& b) { return a.cpu < b.cpu; });
  timing.wall_min = wall;
  timing.repeats = static_cast<int>(all.size());
  timing.cpu_min = all.front().cpu;
  std::vector<double> times;
  for (const Spent& run : all)
    times.push_back(run.cpu);
  timing.cpu_median = median(times);
  timing.cpu_spread = all.back().cpu - all.front().cpu;
  const auto least = std::min_element(
      all.begin(), all.end(), [](const Spent& a, const Spent& b) { return a.setup < b.setup; });
  if (least->setup > 0.0) timing.setup = least->setup;
}

double peak_memory() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024.0;  // Linux counts in KiB
}

}  // namespace impactbench
