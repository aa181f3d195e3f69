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

/// The half of W that is not symmetric goes to the right-hand side, W_sym p + (b + skew p_old), and
/// the solve is repeated from p_old until that has settled.
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
    if (file.skew.size() > 0) {
      const std::vector<double> turned = file.skew.times(p);
      for (std::size_t k = 0; k < turned.size(); ++k)
        problem.b[k] = file.problem.b[k] + turned[k];
    }
    out.residual = yardstick(problem, p) / problem.velocity_unit;
    if (file.skew.size() == 0 || !(out.residual > tolerance)) break;
  }
  return out;
}

/// What the child sends back, in one line: claimed, iterations, residual, time.
std::string measured(const ContactFile& file, const SolverEntry& entry,
                     const ParameterSet& settings, double tolerance) {
  const ContactProblem& problem = file.problem;
  const auto solver = std::get<MakeContact>(entry.make)(settings);
  solver->prepare(problem.contacts(),
                  problem.inverse_mass.size() / static_cast<std::size_t>(problem.dofs),
                  problem.rows);
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
  return fmt::format("{} {} {} {}", solved.claimed ? 1 : 0, solved.iterations, solved.residual,
                     spent / runs);
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

}  // namespace

FileSolve solve_file(const FileRequest& request, const Budget& budget) {
  const SolverEntry& entry = find_solver(request.solver);
  if (entry.kind() != SolverKind::contact) {
    throw ConfigurationError(fmt::format(
        "{} is a linear solver; a contact problem takes a contact solver", request.solver));
  }
  const ParameterSet settings = with_tolerance(entry, request);
  const ContactFile file = read_contact_file(request.file);
  const ContactProblem& problem = file.problem;
  FileSolve out;
  out.file = std::filesystem::path(request.file).filename();
  out.contacts = static_cast<int>(problem.contacts());
  out.rows = problem.rows;
  out.bodies =
      static_cast<int>(problem.inverse_mass.size() / static_cast<std::size_t>(problem.dofs));
  out.solver = label(request, settings);
  out.tolerance = request.tolerance;
  if (const auto refusal = entry.refuses({SolverKind::contact, true, problem.rows > 1})) {
    out.status = RowStatus::not_applicable;
    out.reason = *refusal;
    return out;
  }
  constexpr std::string_view refused = "refused: ";
  const auto work = [&]() -> std::string {
    try {
      return measured(file, entry, settings, request.tolerance);
    } catch (const ConfigurationError& refusal) {
      // A setting that only the problem could show to be outside its range.
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
  double residual = 0.0, cpu = 0.0;
  int claimed = 0;
  std::istringstream(ending.text) >> claimed >> out.iterations;
  const std::size_t third = ending.text.find(' ', ending.text.find(' ') + 1);
  const std::size_t fourth = ending.text.find(' ', third + 1);
  residual = std::stod(ending.text.substr(third + 1));  // reads "nan" too
  cpu = std::stod(ending.text.substr(fourth + 1));
  out.claimed = claimed == 1;
  out.cpu = cpu;
  if (std::isfinite(residual)) out.residual = residual;
  const bool met = residual <= request.tolerance;
  out.status = met ? RowStatus::passed : RowStatus::missed;
  out.reason = met                       ? ""
               : std::isfinite(residual) ? fmt::format("residual {:.2e}", residual)
                                         : "the solver broke down";
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
