#pragma once

#include <time.h>

namespace impactbench {

/// CPU time of this process so far [s].
[[nodiscard]] inline double cpu_seconds() {
  timespec t{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

}  // namespace impactbench
