#include "benchmarks/micro/kernels.hpp"
#include "benchmarks/micro/packing.hpp"
#include "schemes/solvers/api/solver_entry.hpp"

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace impactbench::micro {
namespace {

/// Factor and solve of one implicit step, from x = 0.
void newton_solve(benchmark::State& state, const SolverEntry* entry, const ParameterSet& settings,
                  int n) {
  const BlockMatrix matrix = step_matrix(n);
  const auto solver = std::get<MakeLinear>(entry->make)(settings);
  solver->prepare(static_cast<std::size_t>(n), matrix.pairs(), matrix.block);
  const std::vector<double> b(matrix.rows(), 1.0);
  std::vector<double> x(matrix.rows(), 0.0);
  for (auto _ : state) {
    std::fill(x.begin(), x.end(), 0.0);
    if (solver->factor(matrix).status != SolveStatus::converged ||
        solver->solve(b, x).status != SolveStatus::converged) {
      state.SkipWithError("the solver broke down");
      return;
    }
    benchmark::DoNotOptimize(x.data());
  }
  state.SetItemsProcessed(state.iterations() * n);
  // The least any solver moves: the blocks and their indices, b and x, each once.
  const auto numbers = matrix.diagonal.size() + 2 * matrix.upper.size() + 2 * matrix.rows();
  state.SetBytesProcessed(state.iterations() *
                          static_cast<std::int64_t>(8 * numbers + 8 * matrix.pairs()));
}

/// Least memory traffic of a sweep, each array once: per contact two bodies, the Jacobians, b, the
/// diagonal of W and p (read and written), per body inverse mass and velocity (likewise).
std::int64_t sweep_bytes(const ContactProblem& problem) {
  const std::size_t per_contact = (problem.rows > 1 ? 16 : 8) * problem.contacts();
  const std::size_t jacobians = problem.jacobian_a.size() + problem.jacobian_b.size();
  return static_cast<std::int64_t>(per_contact + 8 * jacobians + 8 * 4 * problem.size() +
                                   8 * 3 * problem.inverse_mass.size());
}

/// Sweeps from rest, 50 a solve, so that the fixed cost of a solve is a small share.
void sweep(benchmark::State& state, const SolverEntry* entry, int n, int rows) {
  const ContactProblem problem = push_problem(n, rows);
  const auto solver =
      std::get<MakeContact>(entry->make)({{"max_sweeps", std::int64_t{50}}, {"tolerance", 1e-300}});
  solver->prepare(problem.contacts(), static_cast<std::size_t>(n), problem.rows);
  std::vector<double> p(problem.size(), 0.0);
  std::int64_t sweeps = 0;
  for (auto _ : state) {
    std::fill(p.begin(), p.end(), 0.0);
    const SolveReport report = solver->solve(problem, p);
    if (report.status == SolveStatus::breakdown) {
      state.SkipWithError("the solver broke down");
      return;
    }
    sweeps += report.iterations;
    benchmark::DoNotOptimize(p.data());
  }
  const auto contacts = static_cast<std::int64_t>(problem.contacts());
  state.SetItemsProcessed(sweeps * contacts);
  state.SetBytesProcessed(sweeps * sweep_bytes(problem));
  state.counters["sweep"] = benchmark::Counter(
      static_cast<double>(sweeps), benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

void register_newton_solves(const SolverEntry& entry) {
  const auto add = [&](const std::string& name, const ParameterSet& settings, int n) {
    benchmark::RegisterBenchmark(fmt::format("linear/{}/{}", name, n).c_str(), newton_solve, &entry,
                                 settings, n)
        ->Unit(n >= 1000 ? benchmark::kMillisecond : benchmark::kMicrosecond);
  };
  const bool two_assemblies = entry.parameters.resolve({}, entry.name).contains("assembly");
  for (const int n : {25, 100, 529, 1225, 10000, 100000}) {
    // A dense matrix has (2 n)^2 doubles, and its factors cost 16/3 n^3 flops.
    const bool small = n <= 1225;
    if (small || !entry.name.starts_with("lapack")) add(std::string(entry.name), {}, n);
    if (small && two_assemblies) {
      add(fmt::format("{}_dense", entry.name), {{"assembly", std::string("dense")}}, n);
    }
  }
}

}  // namespace

void register_solver_kernels() {
  for (const SolverEntry& entry : solver_catalogue()) {
    if (entry.kind() == SolverKind::linear) {
      register_newton_solves(entry);
      continue;
    }
    if (!entry.parameters.resolve({}, entry.name).contains("max_sweeps")) continue;
    for (const int n : {4, 100, 1000, 10000, 100000}) {
      benchmark::RegisterBenchmark(fmt::format("sweep/{}/{}", entry.name, n).c_str(), sweep, &entry,
                                   n, 1);
      benchmark::RegisterBenchmark(fmt::format("sweep_with_friction/{}/{}", entry.name, n).c_str(),
                                   sweep, &entry, n, 2);
    }
  }
}

}  // namespace impactbench::micro
