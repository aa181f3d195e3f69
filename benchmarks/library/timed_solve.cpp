#include "benchmarks/library/timed_solve.hpp"

#include "benchmarks/matrix/cpu_seconds.hpp"
#include "reference/yardsticks/residual.hpp"
#include "schemes/solvers/api/sparse_delassus.hpp"
#include "schemes/solvers/api/takes_matrix.hpp"

#include <fmt/format.h>

#include <cmath>
#include <sstream>

namespace impactbench {
namespace {

int bodies(const ContactProblem& problem) {
  return static_cast<int>(problem.inverse_mass.size() / static_cast<std::size_t>(problem.dofs));
}

/// b of the factors' problem for which u is that of the file's W at p.
void bring_over(const ContactFile& file, const std::vector<double>& p, ContactProblem& problem) {
  if (file.rest.size() == 0) return;
  const std::vector<double> added = file.rest.times(p);
  for (std::size_t k = 0; k < added.size(); ++k)
    problem.b[k] = file.problem.b[k] + added[k];
}

/// `whole`: the solver has all of W.
void solve_once(const ContactFile& file, ContactSolver& solver, bool whole, double tolerance,
                TimedSolve& out) {
  constexpr int most_rounds = 100;
  ContactProblem problem = file.problem;
  std::vector<double> p(problem.size(), 0.0);
  ResidualYardstick residual;
  out.iterations = 0;
  out.residual = out.cone = std::nan("");
  const double start = run_seconds();
  for (int round = 0; round < most_rounds; ++round) {
    const SolveReport report = solver.solve(problem, p);
    out.iterations += report.iterations;
    out.claimed = report.status == SolveStatus::converged;
    if (report.status == SolveStatus::breakdown) return;
    bring_over(file, p, problem);
    if (whole || file.rest.size() == 0) break;
    out.residual = residual(problem, p) / problem.velocity_unit;
    if (!(out.residual > tolerance)) break;
  }
  out.solve += run_seconds() - start;
  out.residual = residual(problem, p) / problem.velocity_unit;
  out.cone = ConeResidual()(problem, p) / problem.velocity_unit;
}

}  // namespace

TimedSolve timed_solve(ContactFile& file, const SolverEntry& entry, const ParameterSet& settings,
                       double tolerance) {
  const double begin = run_seconds();
  make_factors(file);
  const double factoring = file.factors ? 0.0 : run_seconds() - begin;
  const ContactProblem& problem = file.problem;
  SparseMatrix entries;
  TimedSolve out;
  out.bodies = bodies(problem);
  // A short time is noise: solves are repeated to fill this [s].
  constexpr double least = 0.03;
  int runs = 0;
  do {
    const auto solver = std::get<MakeContact>(entry.make)(settings);
    auto* const takes = dynamic_cast<TakesMatrix*>(solver.get());
    if (takes != nullptr && entries.size() == 0) {
      entries = file.factors ? sparse_delassus(problem, static_cast<std::size_t>(problem.rows))
                             : file.entries;
    }
    const double start = run_seconds();
    solver->prepare(problem.contacts(), static_cast<std::size_t>(out.bodies), problem.rows);
    if (takes != nullptr) takes->take_matrix(problem, entries);
    out.shift = takes != nullptr ? 0.0 : file.shift;
    out.setup += run_seconds() - start + (takes == nullptr ? factoring : 0.0);
    solve_once(file, *solver, takes != nullptr, tolerance, out);
    ++runs;
  } while (out.residual <= tolerance && out.solve < least && runs < 10000);
  out.setup /= runs;
  out.solve /= runs;
  return out;
}

std::string to_line(const TimedSolve& s) {
  return fmt::format("{} {} {} {} {} {} {} {}", s.claimed ? 1 : 0, s.iterations, s.bodies, s.shift,
                     s.residual, s.cone, s.setup, s.solve);
}

TimedSolve timed_solve_of(const std::string& line) {
  std::istringstream in(line);
  TimedSolve out;
  std::string shift, residual, cone, setup, solve;
  int claimed = 0;
  in >> claimed >> out.iterations >> out.bodies >> shift >> residual >> cone >> setup >> solve;
  out.claimed = claimed == 1;
  // std::stod reads "nan" too.
  out.shift = std::stod(shift), out.residual = std::stod(residual), out.cone = std::stod(cone);
  out.setup = std::stod(setup), out.solve = std::stod(solve);
  return out;
}

}  // namespace impactbench
