#include "benchmarks/micro/cluster.hpp"
#include "benchmarks/micro/kernels.hpp"
#include "schemes/solvers/api/solver_entry.hpp"

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace impactbench::micro {
namespace {

/// 1000 iterations of a gradient method: one product W p and the updates each.
void iterate(benchmark::State& state, const SolverEntry* entry, ParameterSet settings, int n) {
  const ContactProblem problem = cluster_problem(n);
  settings["tolerance"] = 1e-300;
  settings["max_iterations"] = std::int64_t{1000};
  const auto solver = std::get<MakeContact>(entry->make)(settings);
  solver->prepare(problem.contacts(), problem.inverse_mass.size() / 3, 1);
  std::vector<double> p(problem.size());
  double rows = 0.0;
  for (auto _ : state) {
    std::fill(p.begin(), p.end(), 0.0);
    const SolveReport report = solver->solve(problem, p);
    if (report.status == SolveStatus::breakdown) {
      state.SkipWithError("the solver broke down");
      return;
    }
    rows += static_cast<double>(report.iterations) * static_cast<double>(problem.contacts());
    benchmark::DoNotOptimize(p.data());
  }
  state.counters["row"] =
      benchmark::Counter(rows, benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

/// A whole solve from zero to a relative overlap, with its iterations and active rows.
void solve(benchmark::State& state, const SolverEntry* entry, ParameterSet settings, int n,
           double overlap) {
  const ContactProblem problem = cluster_problem(n);
  settings["tolerance"] = overlap;
  const auto solver = std::get<MakeContact>(entry->make)(settings);
  solver->prepare(problem.contacts(), problem.inverse_mass.size() / 3, 1);
  std::vector<double> p(problem.size());
  SolveReport report;
  for (auto _ : state) {
    std::fill(p.begin(), p.end(), 0.0);
    report = solver->solve(problem, p);
    if (report.status != SolveStatus::converged) {
      state.SkipWithError(std::string(to_text(report.status)).c_str());
      return;
    }
    benchmark::DoNotOptimize(p.data());
  }
  state.counters["iterations"] = report.iterations;
  state.counters["rows"] = static_cast<double>(problem.contacts());
  state.counters["active"] =
      static_cast<double>(std::count_if(p.begin(), p.end(), [](double x) { return x > 0.0; }));
}

void add(const SolverEntry& entry, const std::string& name, const ParameterSet& settings) {
  // Uzawa and Gauss-Seidel need minutes where others need milliseconds, and the augmented
  // Lagrangian seconds for each large factorised cluster.
  const bool slow = entry.name == "uzawa" || entry.name == "nlgs";
  for (const double overlap : {1e-3, 1e-6}) {
    if (slow && overlap < 1e-3) continue;
    for (const int n : {2000, 8000}) {
      if ((slow || entry.name == "alm_newton") && n > 2000) continue;
      benchmark::RegisterBenchmark(fmt::format("cluster/{}/{:.0e}/{}", name, overlap, n).c_str(),
                                   solve, &entry, settings, n, overlap)
          ->Unit(benchmark::kMillisecond);
    }
  }
}

}  // namespace

void register_cluster_kernels() {
  for (const SolverEntry& entry : solver_catalogue()) {
    if (entry.kind() != SolverKind::contact || entry.name == "pava") continue;
    const ParameterSet fields = entry.parameters.resolve({}, entry.name);
    const std::string name(entry.name);
    if (fields.contains("stop")) {
      add(entry, name, {{"stop", std::string("natural")}, {"max_sweeps", std::int64_t{1000000}}});
      continue;
    }
    add(entry, name, {});
    if (name == "apgd" || name == "mprgp" || name == "uzawa") {
      for (const int n : {2000, 20000}) {
        benchmark::RegisterBenchmark(fmt::format("cluster_iterations/{}/{}", name, n).c_str(),
                                     iterate, &entry, ParameterSet{}, n)
            ->Unit(benchmark::kMillisecond);
      }
    }
    if (name == "apgd") add(entry, "apgd_power", {{"step", std::string("power")}});
    if (name == "uzawa") add(entry, "uzawa_maury", {{"step", std::string("maury")}});
  }
}

}  // namespace impactbench::micro
