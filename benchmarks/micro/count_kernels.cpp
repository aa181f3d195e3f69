#include "benchmarks/micro/count_kernels.hpp"

#include "benchmarks/matrix/machine.hpp"
#include "benchmarks/micro/hot_kernels.hpp"
#include "benchmarks/store/fingerprint.hpp"

#include <fmt/format.h>
#include <omp.h>

#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>
#define IMPACTBENCH_COUNTS 1
#else
#define IMPACTBENCH_COUNTS 0
#endif

namespace impactbench::micro {
namespace {

[[maybe_unused]] int built_without() {
  fmt::print("built without valgrind/callgrind.h: install valgrind and build again\n");
  return 77;
}

}  // namespace

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
  return built_without();
#endif
}

int count_threads(const CellRequest& request, int threads) {
#if IMPACTBENCH_COUNTS
  const Cell cell = resolve_cell(request, "default");
  const Problem problem = find_problem(cell.problem).make(cell.problem_parameters);
  omp_set_num_threads(threads);
  Machine machine(cell, problem, cell.dt);
  State state = problem.initial;
  (void)machine.scheme->advance(state, 2);  // threads are made, lists and arrays have their sizes
  CALLGRIND_START_INSTRUMENTATION;
  CALLGRIND_ZERO_STATS;
  (void)machine.scheme->advance(state, 2);
  CALLGRIND_DUMP_STATS_AT("steps");
  CALLGRIND_STOP_INSTRUMENTATION;
  return 0;
#else
  (void)request, (void)threads;
  return built_without();
#endif
}

}  // namespace impactbench::micro
