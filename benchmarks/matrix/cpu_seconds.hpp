#pragma once

#include <omp.h>
#include <time.h>

namespace impactbench {

[[nodiscard]] inline double seconds_of(clockid_t clock) {
  timespec t{};
  clock_gettime(clock, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

/// CPU time of this process so far [s]. If a limit on it is set, as in a cell, Linux advances it by
/// ticks of the scheduler, some milliseconds.
[[nodiscard]] inline double cpu_seconds() {
  return seconds_of(CLOCK_PROCESS_CPUTIME_ID);
}

/// The same for timed work: the clock of this thread, which has no ticks, if there is no other
/// thread.
[[nodiscard]] inline double run_seconds() {
  return omp_get_max_threads() == 1 ? seconds_of(CLOCK_THREAD_CPUTIME_ID) : cpu_seconds();
}

/// Smallest of ten advances of a clock [s].
[[nodiscard]] inline double tick_of(double (*clock)()) {
  double least = 1.0;
  double last = clock();
  for (int changes = 0; changes < 10;) {
    const double now = clock();
    if (now == last) continue;
    least = now - last < least ? now - last : least;
    last = now;
    ++changes;
  }
  return least;
}

}  // namespace impactbench
