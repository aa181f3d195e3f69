#include "benchmarks/library/solve_file.hpp"

#include "benchmarks/library/timed_solve.hpp"
#include "benchmarks/matrix/plan.hpp"
#include "problems/model/error.hpp"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>

namespace impactbench {
namespace {

/// Solutions are verified by another measure, at so many times the tolerance.
constexpr double verified_within = 10.0;
/// Tenfold steps of a solver's own tolerance.
constexpr int most_looser = 2, most_tighter = 4;

ParameterSet with_tolerance(const SolverEntry& entry, const FileRequest& request, double own) {
  ParameterSet out = request.settings;
  out.try_emplace("tolerance", own);
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

void take_measured(const TimedSolve& s, double tolerance, FileSolve& out) {
  out.iterations = s.iterations;
  out.bodies = s.bodies;
  out.setup = s.setup;
  out.cpu = s.solve;
  if (std::isfinite(s.residual)) out.residual = s.residual;
  if (std::isfinite(s.cone)) out.cone = s.cone;
  const bool met = s.residual <= tolerance, verified = s.cone <= verified_within * tolerance;
  out.status = met && verified ? RowStatus::passed : RowStatus::missed;
  out.reason = !std::isfinite(s.residual) ? "the solver broke down"
               : !met                     ? fmt::format("residual {:.2e}", s.residual)
               : !verified
                   ? fmt::format("residual {:.2e}, but {:.2e} by the cones", s.residual, s.cone)
                   : "";
  if (s.shift == 0.0) return;
  out.reason += fmt::format(
      "{}W has a negative eigenvalue: factored with {} of its diagonal added, "
      "which the right-hand side takes back",
      out.reason.empty() ? "" : "; ", s.shift);
}

/// One attempt with an own tolerance of the solver, in a process of its own. False where a setting
/// was refused.
bool attempt(ContactFile& file, const SolverEntry& entry, const FileRequest& request, double own,
             const Budget& budget, FileSolve& out) {
  constexpr std::string_view refused = "refused: ";
  const auto work = [&]() -> std::string {
    try {
      return to_line(
          timed_solve(file, entry, with_tolerance(entry, request, own), request.tolerance));
    } catch (const ConfigurationError& refusal) {
      // A setting that only the problem could show to be outside its range, or W without factors.
      return std::string(refused) + refusal.what();
    }
  };
  const Ending ending = run_in_child(work, budget);
  out.status = ending.status;
  out.reason = ending.text;
  out.own_tolerance = own;
  if (ending.status != RowStatus::passed) return true;
  if (ending.text.starts_with(refused)) {
    out.status = RowStatus::not_applicable;
    out.reason = ending.text.substr(refused.size());
    return false;
  }
  const TimedSolve solve = timed_solve_of(ending.text);
  // Its word counts for the tolerance that was asked for.
  if (own == request.tolerance || request.settings.contains("tolerance"))
    out.claimed = solve.claimed;
  take_measured(solve, request.tolerance, out);
  return true;
}

}  // namespace

FileSolve solve_file(const FileRequest& request, const Budget& budget) {
  const SolverEntry& entry = find_solver(request.solver);
  if (entry.kind() != SolverKind::contact) {
    throw ConfigurationError(fmt::format(
        "{} is a linear solver; a contact problem takes a contact solver", request.solver));
  }
  FileSolve out;
  out.file = std::filesystem::path(request.file).filename();
  out.solver = label(request, with_tolerance(entry, request, request.tolerance));
  out.tolerance = out.own_tolerance = request.tolerance;
  out.limit = budget.cpu;
  ContactFile file;
  try {
    file = read_contact_entries(request.file, request.given);
  } catch (const ConfigurationError& refusal) {
    out.status = RowStatus::not_applicable;
    out.reason = refusal.what();
    return out;
  }
  out.data = file.factors ? GivenMatrix::factors : GivenMatrix::delassus;
  const ContactProblem& problem = file.problem;
  out.contacts = static_cast<int>(problem.friction.size());
  out.rows = problem.rows;
  if (const auto refusal =
          entry.refuses({SolverKind::contact, true, problem.rows > 1, problem.rows == 5})) {
    out.status = RowStatus::not_applicable;
    out.reason = *refusal;
    return out;
  }
  (void)attempt(file, entry, request, request.tolerance, budget, out);
  if (request.settings.contains("tolerance")) return out;
  // Tighter while it misses, else looser while it still meets: the loosest counts.
  const bool met = out.status == RowStatus::passed;
  if (!met && out.status != RowStatus::missed) return out;
  double own = request.tolerance;
  for (int k = 0; k < (met ? most_looser : most_tighter); ++k) {
    own *= met ? 10.0 : 0.1;
    FileSolve next = out;
    if (!attempt(file, entry, request, own, budget, next)) break;
    if (met && next.status != RowStatus::passed) break;
    if (met || next.status == RowStatus::passed || next.status == RowStatus::missed) out = next;
    if (!met && next.status != RowStatus::missed) break;
  }
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
