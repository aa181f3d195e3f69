#include "benchmarks/program/pinning.hpp"

#include <unistd.h>

#include <cstdlib>

namespace impactbench {

bool pin_settings() {
  // Set by ourselves below: a second start must not loop where a variable cannot be kept.
  if (std::getenv("IMPACTBENCH_PINNED") != nullptr) return false;
  setenv("IMPACTBENCH_PINNED", "1", 1);
  // Cells are the parallelism; sums must not depend on the number of threads.
  setenv("OPENBLAS_NUM_THREADS", "1", 1);
  setenv("OMP_NUM_THREADS", "1", 1);
  // Threads that wait must not spin: on a machine with other work they would wait for each other.
  setenv("OMP_WAIT_POLICY", "passive", 0);
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
    setenv("OPENBLAS_CORETYPE", "Haswell", 0);
  }
#endif
  return true;
}

void pin_environment(char** argv) {
  if (pin_settings()) execv("/proc/self/exe", argv);
  // Without /proc the program continues in the old environment; rows record it.
}

}  // namespace impactbench
