#include "benchmarks/micro/efficiency.hpp"

#include "benchmarks/matrix/machine.hpp"

#include <fmt/format.h>
#include <omp.h>
#include <time.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

namespace impactbench::micro {
namespace {

double seconds(clockid_t clock) {
  timespec t{};
  clock_gettime(clock, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

/// CPU time of each thread so far [s].
std::vector<double> cpu_of(int threads) {
  std::vector<double> out(static_cast<std::size_t>(threads));
#pragma omp parallel num_threads(threads)
  out[static_cast<std::size_t>(omp_get_thread_num())] = seconds(CLOCK_THREAD_CPUTIME_ID);
  return out;
}

/// The shortest run, and the least CPU time of the busiest thread in a run [s].
struct Best {
  double wall{std::numeric_limits<double>::infinity()};
  double busiest{std::numeric_limits<double>::infinity()};

  void time(int threads, const std::function<void()>& work) {
    const std::vector<double> before = cpu_of(threads);
    const double start = seconds(CLOCK_MONOTONIC);
    work();
    wall = std::min(wall, seconds(CLOCK_MONOTONIC) - start);
    const std::vector<double> after = cpu_of(threads);
    double most = 0.0;
    for (std::size_t t = 0; t < after.size(); ++t)
      most = std::max(most, after[t] - before[t]);
    busiest = std::min(busiest, most);
  }
};

void print(const std::string& name, const Best& one, const Best& all, int threads) {
  const double wall = one.wall / all.wall, cpu = one.busiest / all.busiest;
  fmt::print("{:<28} {:>9.3f} {:>9.3f} {:>7.2f} {:>6.2f} {:>9.3f} {:>9.3f} {:>7.2f} {:>6.2f}\n",
             name, 1e3 * one.wall, 1e3 * all.wall, wall, wall / threads, 1e3 * one.busiest,
             1e3 * all.busiest, cpu, cpu / threads);
}

/// a = b + 3 c, shared: the memory bandwidth of so many threads.
void triad(double working_set, int threads, int repeats) {
  const auto n = static_cast<std::int64_t>(working_set / 24.0);
  const auto size = static_cast<std::size_t>(n);
  std::vector<double> a(size, 0.0);
  const std::vector<double> b(size, 1.0), c(size, 2.0);
  const int passes = std::max(1, static_cast<int>(2e8 / working_set));
  const auto pass = [&] {
    double* to = a.data();
    const double *from = b.data(), *add = c.data();
    for (int k = 0; k < passes; ++k) {
#pragma omp parallel for schedule(static)
      for (std::int64_t i = 0; i < n; ++i)
        to[i] = from[i] + 3.0 * add[i];
    }
  };
  Best one, all;
  for (int k = 0; k < 2 * repeats; ++k) {
    omp_set_num_threads(k % 2 == 0 ? 1 : threads);
    k % 2 == 0 ? one.time(1, pass) : all.time(threads, pass);
  }
  print(fmt::format("a = b + 3 c, {:.0f} MB", 1e-6 * working_set), one, all, threads);
}

struct Steps {
  std::string name;
  CellRequest cell;
  int before, steps;  ///< that are not timed, and that are
};

/// Each time both begin from the same start: schemes keep a state.
void steps(const Steps& of, int threads, int repeats) {
  const Cell cell = resolve_cell(of.cell, "default");
  const Problem problem = find_problem(cell.problem).make(cell.problem_parameters);
  Best one, all;
  for (int k = 0; k < 2 * repeats; ++k) {
    const int now = k % 2 == 0 ? 1 : threads;
    omp_set_num_threads(now);
    Machine machine(cell, problem, cell.dt);
    State state = problem.initial;
    (void)machine.scheme->advance(state, of.before);
    const auto work = [&] { (void)machine.scheme->advance(state, of.steps); };
    now == 1 ? one.time(1, work) : all.time(threads, work);
  }
  print(of.name, one, all, threads);
}

std::vector<Steps> cases(std::int64_t n) {
  const ParameterSet touching{{"n", n},
                              {"radius_law", std::string("equal")},
                              {"spacing", 1.0},
                              {"speed", 1.0},
                              {"friction", 0.3}};
  const auto discs = [&](const char* scheme, const char* solver, ParameterSet more) {
    more.insert(touching.begin(), touching.end());
    return CellRequest{"disc_box", scheme, solver, more};
  };
  const ParameterSet springs{{"R", 1e-5}, {"dt", 1e-3}};
  ParameterSet gas{{"n", n}, {"speed", 50.0}, {"friction", 0.3}, {"R", 1e-5}, {"dt", 1e-3}};
  return {
      {"dem", discs("dem", "none", springs), 5, 40},
      {"md", discs("md", "none", springs), 5, 40},
      {"dem, a gas", {"disc_box", "dem", "none", gas}, 5, 40},
      {"nscd, nlgs by colours",
       discs("nscd", "nlgs",
             {{"dt", 1e-3},
              {"warm_start", true},
              {"order", std::string("coloured")},
              {"stop", std::string("natural")},
              {"tolerance", 1e-6},
              {"max_sweeps", std::int64_t{100}}}),
       2, 3},
      {"maury, apgd",
       {"sphere_cluster",
        "maury",
        "apgd",
        {{"n", n}, {"fraction", 0.48}, {"dt", 0.1}, {"reach", 1.5}}},
       2,
       1},
  };
}

}  // namespace

int print_efficiency(int threads, int repeats, int bodies) {
  fmt::print(
      "{} bodies, 1 and {} threads in turn, best of {}; wall time, then CPU time of the busiest "
      "thread [ms]\n",
      bodies, threads, repeats);
  fmt::print("{:<28} {:>9} {:>9} {:>7} {:>6} {:>9} {:>9} {:>7} {:>6}\n", "", "1", threads, "ratio",
             "share", "1", threads, "ratio", "share");
  for (const double bytes : {1e6, 1e8})
    triad(bytes, threads, repeats);
  for (const Steps& of : cases(bodies))
    steps(of, threads, repeats);
  return 0;
}

}  // namespace impactbench::micro
