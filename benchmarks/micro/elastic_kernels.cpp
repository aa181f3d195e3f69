#include "benchmarks/matrix/plan.hpp"
#include "benchmarks/micro/kernels.hpp"
#include "problems/model/problem.hpp"

#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <omp.h>

#include <cstdint>
#include <vector>

namespace impactbench::micro {
namespace {

/// `steps` steps in a row of an elastic body, per cell and step; wall clock, since threads share
/// it.
void cells(benchmark::State& state, const CellRequest& request, int steps, int threads) {
  const Cell cell = resolve_cell(request, "default");
  const Problem problem = find_problem(cell.problem).make(cell.problem_parameters);
  const auto scheme = find_scheme(cell.scheme).make(cell.scheme_parameters);
  omp_set_num_threads(threads);
  scheme->prepare(*problem.system, problem.initial, cell.dt, {});
  State now = problem.initial;
  for (auto _ : state)
    (void)scheme->advance(now, steps);
  omp_set_num_threads(1);
  const double done = static_cast<double>(state.iterations()) * steps * problem.traits.body_count;
  state.counters["cell_steps"] = benchmark::Counter(done, benchmark::Counter::kIsRate);
}

/// b += a over n cells of six numbers, in place: the 96 bytes a cell that one sweep of the linear
/// kernel moves without blocks. Its bytes per second are the bandwidth that the kernel has.
void in_place(benchmark::State& state, std::int64_t n) {
  std::vector<double> field(6 * static_cast<std::size_t>(n), 1.0);
  for (auto _ : state) {
    for (double& x : field)
      x = 0.5 * x + 1.0;
    benchmark::DoNotOptimize(field.data());
    benchmark::ClobberMemory();
  }
  state.SetBytesProcessed(state.iterations() * n * 96);
}

}  // namespace

void register_elastic_kernels() {
  for (const double edge : {5.0, 2.5, 1.25}) {
    for (const int block : {1, 8}) {
      for (const int threads : {1, 2}) {
        const CellRequest run{"lamb",
                              "mka3d_linear",
                              "none",
                              {{"edge", edge}, {"block", std::int64_t{block}}, {"dt", 1e-4}}};
        benchmark::RegisterBenchmark(
            fmt::format("mka3d_linear/edge:{}/block:{}/threads:{}", edge, block, threads).c_str(),
            cells, run, 64, threads)
            ->UseRealTime();
      }
    }
  }
  benchmark::RegisterBenchmark("memory/in_place/435000", in_place, 435000);
  for (const int around : {50, 200}) {
    for (const int threads : {1, 2}) {
      const CellRequest run{"pinched_cylinder",
                            "mka3d",
                            "none",
                            {{"around", std::int64_t{around}},
                             {"along", std::int64_t{2 * around / 5}},
                             {"force", 0.0},
                             {"thickness", 0.05},
                             {"dt", 1e-6}}};
      benchmark::RegisterBenchmark(
          fmt::format("mka3d/around:{}/threads:{}", around, threads).c_str(), cells, run, 20,
          threads)
          ->UseRealTime();
    }
  }
}

}  // namespace impactbench::micro
