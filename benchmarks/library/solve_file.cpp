#include "benchmarks/library/solve_file.hpp"

#include "benchmarks/library/contact_file.hpp"
#include "benchmarks/matrix/cpu_seconds.hpp"
#include "benchmarks/matrix/plan.hpp"
#include "problems/model/error.hpp"
#include "reference/yardsticks/residual.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <sstream>

namespace impactbench {
namespace {

/// A solve with what was found.
struct Solved {
  bool claimed{false};
  int iterations{0};
  double residual{std::numeric_limits<double>::quiet_NaN()};
};

/// What the factors leave of W goes to the right-hand side, L L^T p + (b + rest p_old), and the
/// solve is repeated from p_old until that has settled.
Solved solve_once(const ContactFile& file, ContactSolver& solver, double tolerance) {
  constexpr int most_rounds = 100;
  ContactProblem problem = file.problem;
  std::vector<double> p(problem.size(), 0.0);
  ResidualYardstick yardstick;
  Solved out;
  for (int round = 0; round < most_rounds; ++round) {
    const SolveReport report = solver.solve(problem, p);
    out.iterations += report.iterations;
    out.claimed = report.status == SolveStatus::converged;
    if (report.status == SolveStatus::breakdown) return {false, out.iterations, std::nan("")};
    if (file.rest.size() > 0) {
      const std::vector<double> added = file.rest.times(p);
      for (std::size_t k = 0; k < added.size(); ++k)
        problem.b[k] = file.problem.b[k] + added[k];
    }
    out.residual = yardstick(problem, p) / problem.velocity_unit;
    if (file.rest.size() == 0 || !(out.residual > tolerance)) break;
  }
  return out;
}

std::size_t bodies(const ContactProblem& problem) {
  return problem.inverse_mass.size() / static_cast<std::size_t>(problem.dofs);
}

/// What the child sends back, in one line: claimed, iterations, bodies, shift, residual, time.
/// Factors that the file does not have are made within the time, once.
std::string measured(ContactFile& file, const SolverEntry& entry, const ParameterSet& settings,
                     double tolerance) {
  const double begin = cpu_seconds();
  make_factors(file);
  const double factoring = file.factors ? 0.0 : cpu_seconds() - begin;
  const ContactProblem& problem = file.problem;
  const auto solver = std::get<MakeContact>(entry.make)(settings);
  solver->prepare(problem.contacts(), bodies(problem), problem.rows);
  // The clock may advance in ticks of milliseconds: short solves are repeated to fill some.
  constexpr double least = 0.03;
  Solved solved;
  int runs = 0;
  const double start = cpu_seconds();
  double spent = 0.0;
  do {
    solved = solve_once(file, *solver, tolerance);
    spent = cpu_seconds() - start;
    ++runs;
  } while (spent < least && runs < 10000);
  return fmt::format("{} {} {} {} {} {}", solved.claimed ? 1 : 0, solved.iterations,
                     bodies(problem), file.shift, solved.residual, factoring + spent / runs);
}

ParameterSet with_tolerance(const SolverEntry& entry, const FileRequest& request) {
  ParameterSet out = request.settings;
  out.try_emplace("tolerance", request.tolerance);
  const ParameterSet fields = entry.parameters.resolve({}, entry.name);
  if (fields.contains("stop")) out.try_emplace("stop", std::string("natural"));
  // Where an iteration is a pass over the rows, time is the limit; of factorisations a default of
  // some hundreds is one of the method's own.
  constexpr std::int64_t cheap = 10000;
  for (const char* limit : {"max_iterations", "max_sweeps"}) {
    const auto found = fields.find(limit);
    if (found != fields.end() && std::get<std::int64_t>(found->second) >= cheap)
      out.try_emplace(limit, std::int64_t{1'000'000'000});
  }
  return entry.parameters.resolve(out, fmt::format("solver {}", entry.name));
}

/// "apgd jacobi=false"; a method of a library is always written, as "siconos:nsgs".
std::string label(const FileRequest& request, const ParameterSet& settings) {
  std::string out = request.solver;
  if (const auto method = settings.find("method"); method != settings.end())
    out += ":" + to_text(method->second);
  for (const auto& [key, value] : request.settings) {
    if (key != "method") out += fmt::format(" {}={}", key, to_text(value));
  }
  return out;
}

/// Of what measured() has sent.
void take_measured(const std::string& text, double tolerance, FileSolve& out) {
  std::istringstream in(text);
  std::string shift, residual, cpu;
  int claimed = 0;
  in >> claimed >> out.iterations >> out.bodies >> shift >> residual >> cpu;
  out.claimed = claimed == 1;
  out.cpu = std::stod(cpu);
  const double found = std::stod(residual);  // reads "nan" too
  if (std::isfinite(found)) out.residual = found;
  out.status = found <= tolerance ? RowStatus::passed : RowStatus::missed;
  out.reason = found <= tolerance     ? ""
               : std::isfinite(found) ? fmt::format("residual {:.2e}", found)
                                      : "the solver broke down";
  if (shift == "0") return;
  out.reason += fmt::format(
      "{}W has a negative eigenvalue: factored with {} of its diagonal added, "
      "which the right-hand side takes back",
      out.reason.empty() ? "" : "; ", shift);
}

}  // namespace

FileSolve solve_file(const FileRequest& request, const Budget& budget) {
  const SolverEntry& entry = find_solver(request.solver);
  if (entry.kind() != SolverKind::contact) {
    throw ConfigurationError(fmt::format(
        "{} is a linear solver; a contact problem takes a contact solver", request.solver));
  }
  const ParameterSet settings = with_tolerance(entry, request);
  FileSolve out;
  out.file = std::filesystem::path(request.file).filename();
  out.solver = label(request, settings);
  out.tolerance = request.tolerance;
  ContactFile file;
  try {
    file = read_contact_entries(request.file);
  } catch (const ConfigurationError& refusal) {
    out.status = RowStatus::not_applicable;
    out.reason = refusal.what();
    return out;
  }
  const ContactProblem& problem = file.problem;
  out.contacts = static_cast<int>(problem.friction.size());
  out.rows = problem.rows;
  if (const auto refusal =
          entry.refuses({SolverKind::contact, true, problem.rows > 1, problem.rows == 5})) {
    out.status = RowStatus::not_applicable;
    out.reason = *refusal;
    return out;
  }
  constexpr std::string_view refused = "refused: ";
  const auto work = [&]() -> std::string {
    try {
      return measured(file, entry, settings, request.tolerance);
    } catch (const ConfigurationError& refusal) {
      // A setting that only the problem could show to be outside its range, or W without factors.
      return std::string(refused) + refusal.what();
    }
  };
  const Ending ending = run_in_child(work, budget);
  out.status = ending.status;
  out.reason = ending.text;
  if (ending.status != RowStatus::passed) return out;
  if (ending.text.starts_with(refused)) {
    out.status = RowStatus::not_applicable;
    out.reason = ending.text.substr(refused.size());
    return out;
  }
  take_measured(ending.text, request.tolerance, out);
  return out;
}

std::vector<std::pair<std::string, ParameterSet>> all_contact_solvers() {
  // Of siconos those that its users choose most, and one of each kind of storage.
  std::vector<std::pair<std::string, ParameterSet>> out;
  for (const SolverEntry& entry : solver_catalogue()) {
    if (entry.kind() != SolverKind::contact) continue;
    if (entry.name != "siconos") {
      out.emplace_back(entry.name, ParameterSet{});
      continue;
    }
    for (const char* method : {"nsgs", "lemke", "cpg", "nsn_ac", "admm", "vi_eg"})
      out.emplace_back(entry.name, ParameterSet{{"method", std::string(method)}});
  }
  return out;
}

}  // namespace impactbench
