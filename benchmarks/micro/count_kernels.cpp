#include "benchmarks/micro/count_kernels.hpp"

#include "benchmarks/micro/hot_kernels.hpp"
#include "benchmarks/store/fingerprint.hpp"

#include <fmt/format.h>

#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>
#define IMPACTBENCH_COUNTS 1
#else
#define IMPACTBENCH_COUNTS 0
#endif

namespace impactbench::micro {

int count_kernels(const char* twice) {
#if IMPACTBENCH_COUNTS
  fmt::print("compiler {}\n", environment().at("compiler"));
  fmt::print("flags {} {}\n", environment().at("build_type"), environment().at("flags"));
#if defined(__x86_64__)
  // Some loops are compiled for several kinds of processors, and the loader chooses.
  fmt::print("cpu x86_64{}{}\n", __builtin_cpu_supports("avx2") ? " avx2" : "",
             __builtin_cpu_supports("avx512f") ? " avx512f" : "");
#else
  fmt::print("cpu {}\n", environment().at("machine"));
#endif
  for (const HotKernel& kernel : hot_kernels(1000)) {
    kernel.pass();  // what a first pass allocates is not counted
    CALLGRIND_START_INSTRUMENTATION;
    CALLGRIND_ZERO_STATS;
    kernel.pass();
    if (kernel.name == twice) kernel.pass();
    CALLGRIND_DUMP_STATS_AT(kernel.name.c_str());
    CALLGRIND_STOP_INSTRUMENTATION;
    fmt::print("kernel {} {}\n", kernel.name, kernel.elements);
  }
  return 0;
#else
  (void)twice;
  fmt::print("built without valgrind/callgrind.h: install valgrind and build again\n");
  return 77;
#endif
}

}  // namespace impactbench::micro
