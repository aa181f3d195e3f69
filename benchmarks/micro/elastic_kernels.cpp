#include "benchmarks/matrix/plan.hpp"
#include "benchmarks/micro/kernels.hpp"
#include "problems/model/problem.hpp"

#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <omp.h>

#include <cstdint>
#include <string>
#include <vector>

namespace impactbench::micro {
namespace {

/// `steps` steps in a row of an elastic body; its rate counts cells and steps.
void cells(benchmark::State& state, const CellRequest& request, int steps, int threads) {
  const Cell cell = resolve_cell(request, "default");
  const Problem problem = find_problem(cell.problem).make(cell.problem_parameters);
  omp_set_num_threads(threads);
  const auto scheme = find_scheme(cell.scheme)
                          .make(cell.scheme_parameters)
                          ->instance(*problem.system, problem.initial, cell.dt, {});
  State now = problem.initial;
  for (auto _ : state)
    (void)scheme->advance(now, steps);
  omp_set_num_threads(1);
  const double done = static_cast<double>(state.iterations()) * steps * problem.traits.body_count;
  state.counters["cell_steps"] = benchmark::Counter(done, benchmark::Counter::kIsRate);
}

/// x = x / 2 + 1 over n cells of six numbers, in place: the 96 bytes a cell that one sweep of the
/// linear kernel moves. Its bytes per second are the bandwidth that the kernel has.
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

/// By the CPU time of one thread; by the clock where several share the work.
void add(const std::string& name, const CellRequest& request, int steps, int threads) {
  auto* added = benchmark::RegisterBenchmark(fmt::format("{}/threads:{}", name, threads).c_str(),
                                             cells, request, steps, threads);
  if (threads > 1) added->MeasureProcessCPUTime()->UseRealTime();
}

}  // namespace

void register_elastic_kernels() {
  for (const int threads : {1, 2}) {
    for (const double edge : {5.0, 2.5, 1.25}) {
      for (const int block : {1, 8}) {
        add(fmt::format("mka3d_linear/edge:{}/block:{}", edge, block),
            {"lamb",
             "mka3d_linear",
             "none",
             {{"edge", edge}, {"block", std::int64_t{block}}, {"dt", 1e-4}}},
            64, threads);
      }
    }
    for (const int around : {50, 200}) {
      add(fmt::format("mka3d/around:{}", around),
          {"pinched_cylinder",
           "mka3d",
           "none",
           {{"around", std::int64_t{around}},
            {"along", std::int64_t{2 * around / 5}},
            {"force", 0.0},
            {"thickness", 0.05},
            {"dt", 1e-6}}},
          20, threads);
    }
  }
  benchmark::RegisterBenchmark("memory/in_place/435000", in_place, 435000);
}

}  // namespace impactbench::micro
