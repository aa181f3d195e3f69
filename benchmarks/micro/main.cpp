// Every hot kernel with its share of the machine's limit (hot/..), and beside them: kernels: gap
// and normal, detection by grid and by all pairs, one Newton solve per linear solver, one sweep of
// each contact solver, whole solves without friction, steps of elastic cells, and the memory
// bandwidth for comparison. Sizes are numbers of discs unless they say otherwise.

#include "benchmarks/micro/count_kernels.hpp"
#include "benchmarks/micro/efficiency.hpp"
#include "benchmarks/micro/kernels.hpp"
#include "benchmarks/program/pinning.hpp"
#include "benchmarks/store/fingerprint.hpp"

#include <benchmark/benchmark.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>

int main(int argc, char** argv) {
  if (argc > 1 && std::strcmp(argv[1], "--count") == 0)
    return impactbench::micro::count_kernels(argc > 2 ? argv[2] : "");
  // --threads N SCHEME SOLVER BODIES: a gas with friction.
  if (argc > 5 && std::strcmp(argv[1], "--threads") == 0)
    return impactbench::micro::count_threads({"disc_box",
                                              argv[3],
                                              argv[4],
                                              {{"n", std::int64_t{std::atoi(argv[5])}},
                                               {"speed", 50.0},
                                               {"friction", 0.3},
                                               {"dt", 1e-3}}},
                                             std::atoi(argv[2]));
  // As in impactbench itself: with BLAS's own threads a small dense solve costs ten times as much.
  impactbench::pin_environment(argv);
  // --efficiency THREADS [REPEATS [BODIES]]
  if (argc > 2 && std::strcmp(argv[1], "--efficiency") == 0)
    return impactbench::micro::print_efficiency(std::atoi(argv[2]),
                                                argc > 3 ? std::atoi(argv[3]) : 5,
                                                argc > 4 ? std::atoi(argv[4]) : 50'000);
  for (const auto& [key, value] : impactbench::environment())
    benchmark::AddCustomContext(key, value);
  benchmark::AddCustomContext("revision", impactbench::revision());
  impactbench::micro::register_hot_kernels();
  impactbench::micro::register_memory_kernels();
  impactbench::micro::register_geometry_kernels();
  impactbench::micro::register_solver_kernels();
  impactbench::micro::register_cluster_kernels();
  impactbench::micro::register_elastic_kernels();
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
