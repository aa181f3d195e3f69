#pragma once

#include "benchmarks/store/row.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace impactbench {

/// One run of a contact solver on an instance: a problem, its settings and those of the scheme, or
/// a contact problem in a file.
struct SolverRun {
  const Row* row;
  std::string instance;  ///< equal texts: the same contact problems to solve
  std::string solver;    ///< "apgd", "uzawa, step maury", "siconos:nsgs"
  double tolerance;      ///< that it was given [-]
  double iterations;     ///< over all steps; 0 where the run did not end
  /// Natural residual, recomputed, in the scheme's velocity unit (smallest radius over step), the
  /// unit of the tolerance; absent if the run did not end.
  std::optional<double> residual;
  std::optional<double> cpu;  ///< of the run without instruments [s]; absent if its time ran out
  std::optional<double> setup{};  ///< of a file: CPU time before a solve [s]
  bool verified{true};            ///< by a second measure, where there is one
  /// Whether the recomputed residual is within the tolerance, regardless of the solver's claim; a
  /// tenth more is allowed for the difference of its own measure.
  [[nodiscard]] bool solved() const { return verified && residual && *residual <= 1.1 * tolerance; }
};

/// Runs of the scheme maury on round bodies with a solver that has a tolerance.
[[nodiscard]] std::vector<SolverRun> solver_runs(std::span<const Row> rows);

/// Solves of contact problems in files, but those that were refused.
[[nodiscard]] std::vector<SolverRun> file_runs(std::span<const Row> rows);

/// The runs of the instance with the most tolerances, at least three; else none.
[[nodiscard]] std::vector<SolverRun> tolerance_study(const std::vector<SolverRun>& runs);

/// Dolan and More: for each solver the share of instances that it solves within `limit` [s] and
/// within tau times the time of the fastest solver.
struct PerformanceProfile {
  double tolerance;
  std::size_t instances;
  struct Line {
    std::string solver;
    std::vector<double> ratios;  ///< to the fastest, of the instances solved, growing
    std::size_t solved, fastest;
  };
  std::vector<Line> lines;  ///< by solver name
};

/// The profile at the tolerance with the most instances; over those run with more than two solvers,
/// and the solvers run on all of these. An instance that no solver solves counts. Nothing without
/// an instance.
[[nodiscard]] std::optional<PerformanceProfile> performance_profile(
    const std::vector<SolverRun>& runs, double limit);

/// Runs that differ in the number of bodies alone, over a decade at least, by increasing number;
/// means over runs that differ in the seed of the problem.
struct SizeFamily {
  std::string solver;
  double tolerance;
  int dimension;
  std::vector<double> n, iterations;
  std::optional<double> exponent;    ///< of iterations against n, least squares in logarithms
  std::optional<double> half_width;  ///< of its 95 % confidence interval
};

/// Families of solved runs, at least three of a problem with parameter n.
[[nodiscard]] std::vector<SizeFamily> size_families(const std::vector<SolverRun>& runs);

}  // namespace impactbench
