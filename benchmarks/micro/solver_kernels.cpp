#include "benchmarks/micro/kernels.hpp"
#include "benchmarks/micro/packing.hpp"
#include "schemes/solvers/api/solver_entry.hpp"

#include <benchmark/benchmark.h>
#include <fmt/format.h>

namespace impactbench::micro {
namespace {

/// Factor and solve of one implicit step.
void newton_solve(benchmark::State& state, const SolverEntry* entry, int n) {
  const BlockMatrix matrix = step_matrix(n);
  const auto solver = std::get<MakeLinear>(entry->make)({});
  solver->prepare(static_cast<std::size_t>(n), matrix.pairs(), matrix.block);
  const std::vector<double> b(matrix.rows(), 1.0);
  std::vector<double> x(matrix.rows(), 0.0);
  for (auto _ : state) {
    if (solver->factor(matrix).status != SolveStatus::converged ||
        solver->solve(b, x).status != SolveStatus::converged) {
      state.SkipWithError("the solver broke down");
      return;
    }
    benchmark::DoNotOptimize(x.data());
  }
  state.SetItemsProcessed(state.iterations() * n);
}

/// One sweep: Jacobians, impulse and velocities of two bodies, some 200 bytes a contact.
void sweep(benchmark::State& state, const SolverEntry* entry, int n) {
  const ContactProblem problem = push_problem(n);
  const auto solver = std::get<MakeContact>(entry->make)({{"max_sweeps", std::int64_t{1}}});
  solver->prepare(problem.contacts(), static_cast<std::size_t>(n), problem.rows);
  std::vector<double> p(problem.size(), 0.0);
  for (auto _ : state) {
    benchmark::DoNotOptimize(solver->solve(problem, p));
  }
  const auto contacts = static_cast<std::int64_t>(problem.contacts());
  state.SetItemsProcessed(state.iterations() * contacts);
  state.SetBytesProcessed(state.iterations() * contacts * 200);
}

}  // namespace

void register_solver_kernels() {
  for (const SolverEntry& entry : solver_catalogue()) {
    for (const int n : {4, 100, 1000, 10000, 100000}) {
      if (entry.kind() == SolverKind::contact) {
        benchmark::RegisterBenchmark(fmt::format("sweep/{}/{}", entry.name, n).c_str(), sweep,
                                     &entry, n);
        continue;
      }
      // Dense solvers need (2 n)^2 doubles and 16/3 n^3 flops.
      const bool dense = entry.name.starts_with("lapack");
      if (dense && n > 1000) continue;
      benchmark::RegisterBenchmark(fmt::format("linear/{}/{}", entry.name, n).c_str(), newton_solve,
                                   &entry, n)
          ->Unit(n >= 1000 ? benchmark::kMillisecond : benchmark::kMicrosecond);
    }
  }
}

}  // namespace impactbench::micro
