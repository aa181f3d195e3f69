#include "reports/generate/solver_means.hpp"

#include "reports/generate/naming.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace impactbench {
namespace {

constexpr double shift = 0.01;  // [s]
constexpr double charge = 3.0;  // times the limit

/// Times of one solver at one tolerance, failures as they are charged.
struct Times {
  std::vector<double> solve, both;
  int solved{0}, refused{0};

  void add(const FileSolve& s) {
    const bool good = s.status == RowStatus::passed && s.cpu && s.setup;
    solved += good ? 1 : 0;
    refused += s.status == RowStatus::not_applicable ? 1 : 0;
    solve.push_back(good ? *s.cpu : charge * s.limit);
    both.push_back(good ? *s.cpu + *s.setup : charge * s.limit);
  }
};

double shifted_mean(const std::vector<double>& times) {
  double sum = 0.0;
  for (const double t : times)
    sum += std::log(t + shift);
  return std::exp(sum / static_cast<double>(times.size())) - shift;
}

}  // namespace

Table solver_means(const std::vector<FileSolve>& solves, const std::string& name) {
  Table table{
      name + "_means",
      fmt::format("Shifted geometric means of CPU times over all problems (shift {} s); one "
                  "that a solver did not solve, or refused, counts {} times the limit.",
                  shift, charge),
      {"tolerance", "solver", "problems", "solved", "solve [s]", "set-up and solve [s]"},
      {},
      {true, false, true, true, true, true}};
  std::map<double, std::map<std::string, Times>> by_tolerance;
  for (const FileSolve& s : solves)
    by_tolerance[s.tolerance][s.solver].add(s);
  for (const auto& [tolerance, solvers] : by_tolerance) {
    std::vector<std::pair<double, std::string>> order;
    for (const auto& [solver, times] : solvers) {
      if (times.refused < static_cast<int>(times.solve.size()))
        order.emplace_back(shifted_mean(times.both), solver);
    }
    std::sort(order.begin(), order.end());
    for (const auto& [mean, solver] : order) {
      const Times& times = solvers.at(solver);
      table.rows.push_back({setting(tolerance), solver, std::to_string(times.solve.size()),
                            std::to_string(times.solved), shown(shifted_mean(times.solve)),
                            shown(mean)});
    }
  }
  return table;
}

}  // namespace impactbench
