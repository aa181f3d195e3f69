#include "benchmarks/matrix/solve_cell.hpp"

#include "benchmarks/contact_problems/contact_file.hpp"
#include "benchmarks/contact_problems/factor_delassus.hpp"
#include "benchmarks/matrix/contact_cell.hpp"
#include "benchmarks/matrix/cpu_seconds.hpp"
#include "benchmarks/matrix/plan.hpp"
#include "benchmarks/matrix/run_cell.hpp"
#include "benchmarks/matrix/slot.hpp"
#include "benchmarks/matrix/timed_runs.hpp"
#include "benchmarks/store/row_json.hpp"
#include "problems/base/error.hpp"
#include "reference/acceptance/contact_solve.hpp"
#include "reference/yardsticks/existence.hpp"
#include "reference/yardsticks/residual.hpp"
#include "schemes/solvers/api/sparse_delassus.hpp"
#include "schemes/solvers/api/takes_matrix.hpp"

#include <fmt/format.h>

#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>

namespace impactbench {
namespace {

/// Tenfold steps of a solver's own tolerance.
constexpr int most_looser = 2, most_tighter = 4;

/// The outcome of one solve.
struct Solved {
  bool claimed{false};  ///< whether the solver called itself converged
  int iterations{0};
  double residual{std::nan("")}, cone{std::nan("")};  ///< in velocity units
};

/// Solves of one contact problem by one solver with given settings.
class Attempt {
 public:
  Attempt(ContactFile& file, const Cell& cell)
      : file_(file),
        make_(std::get<MakeContact>(find_solver(cell.solver).make)),
        settings_(cell.solver_parameters),
        wanted_(wanted_residual(cell)) {
    const double begin = run_seconds();
    make_factors(file_);
    if (!file_.factors) factoring_ = run_seconds() - begin;
  }

  [[nodiscard]] const ContactProblem& problem() const { return file_.problem; }
  [[nodiscard]] std::size_t bodies() const {
    return problem().inverse_mass.size() / static_cast<std::size_t>(problem().dofs);
  }
  /// The share of its diagonal that was added to W to factor it; solvers that take its entries
  /// need none.
  [[nodiscard]] double shift() const { return takes_ ? 0.0 : file_.shift; }

  /// From zero impulses, by a new solver.
  Solved solve(Spent& spent) {
    const auto solver = make_(settings_);
    auto* const takes = dynamic_cast<TakesMatrix*>(solver.get());
    takes_ = takes != nullptr;
    if (takes_ && entries_.size() == 0) {
      entries_ = file_.factors
                     ? sparse_delassus(problem(), static_cast<std::size_t>(problem().rows))
                     : file_.entries;
    }
    const double start = run_seconds();
    solver->prepare(problem().contacts(), bodies(), problem().rows);
    if (takes_) takes->take_matrix(problem(), entries_);
    spent.setup += run_seconds() - start + (takes_ ? 0.0 : factoring());
    return solve_with(*solver, spent);
  }

 private:
  /// Solves the problem of the factors, with what the rest of the file's W adds at the impulses of
  /// the round before in b, for as long as that brings the residual down.
  Solved solve_with(ContactSolver& solver, Spent& spent) {
    constexpr int most_idle = 20;
    ContactProblem problem = file_.problem;
    std::vector<double> p(problem.size(), 0.0);
    std::optional<std::vector<double>> best;
    ResidualYardstick residual;
    Solved out;
    const double start = run_seconds(), wall = wall_seconds();
    double least = std::numeric_limits<double>::infinity();
    for (int idle = 0; idle < most_idle; ++idle) {
      const SolveReport report = solver.solve(problem, p);
      out.iterations += report.iterations;
      if (report.status == SolveStatus::breakdown) break;
      const bool whole = takes_ || file_.rest.size() == 0;
      bring_over(p, problem);
      const double now = whole ? 0.0 : residual(problem, p) / problem.velocity_unit;
      if (!best || now < least) {
        if (!(now > 0.99 * least)) idle = -1;
        best = p;
        // If rounds do not come together, the solver has not claimed a solution of the whole.
        out.claimed = report.status == SolveStatus::converged && !(now > wanted_);
        least = now;
      }
      if (!(now > wanted_)) break;
    }
    spent.cpu += run_seconds() - start;
    spent.wall += wall_seconds() - wall;
    if (!best) return out;
    bring_over(*best, problem);
    out.residual = residual(problem, *best) / problem.velocity_unit;
    out.cone = ConeResidual()(problem, *best) / problem.velocity_unit;
    return out;
  }

  /// CPU time of factoring W [s]: of the first time, whose factors are kept, then of another.
  double factoring() {
    if (factoring_) return *std::exchange(factoring_, std::nullopt);
    if (file_.factors) return 0.0;
    const double begin = run_seconds();
    (void)factor_delassus(file_.entries, problem().rows);
    return run_seconds() - begin;
  }

  /// b of the factors' problem for which u is that of the file's W at p.
  void bring_over(const std::vector<double>& p, ContactProblem& problem) const {
    if (file_.rest.size() == 0) return;
    const std::vector<double> added = file_.rest.times(p);
    for (std::size_t k = 0; k < added.size(); ++k)
      problem.b[k] = file_.problem.b[k] + added[k];
  }

  ContactFile& file_;
  MakeContact make_;
  ParameterSet settings_;
  double wanted_;
  std::optional<double> factoring_{};
  bool takes_{false};
  SparseMatrix entries_{};
};

/// Sets checks, status and the sentence.
void judge_solve(Row& row, const Attempt& attempt) {
  row.checks = judge_contact_solve(wanted_residual(row.cell), row.quantities.to_map());
  row.status = RowStatus::passed;
  const auto say = [&](const std::string& text) {
    row.reason += (row.reason.empty() ? "" : "; ") + text;
  };
  for (const Check& c : row.checks) {
    if (c.passed) continue;
    row.status = RowStatus::missed;
    say(c.value ? fmt::format("{} = {:.2e} > {:g}", c.name, *c.value, c.high)
                : c.name + " is not a number: the solver broke down");
  }
  if (attempt.shift() == 0.0) return;
  say(
      fmt::format("W has a negative eigenvalue: factored with {} of its diagonal added, which the "
                  "right-hand side subtracts",
                  attempt.shift()));
}

/// One attempt, in this process. The first solve is a timed one, too: it has no instruments.
Row attempted(ContactFile& file, const Cell& cell, int repeats, double cpu_budget) {
  Row row;
  row.cell = cell;
  try {
    Attempt attempt(file, cell);
    Spent first;
    const Solved solved = attempt.solve(first);
    auto& q = row.quantities;
    if (std::isfinite(solved.residual)) q["solve_residual"] = solved.residual;
    if (std::isfinite(solved.cone)) q["cone_residual"] = solved.cone;
    q["newton_iterations"] = solved.iterations;
    q["solves"] = 1.0;
    q["solves_claimed"] = solved.claimed ? 1.0 : 0.0;
    q["contact_bodies"] = static_cast<double>(attempt.bodies());
    const auto own = cell.solver_parameters.find("tolerance");
    if (own != cell.solver_parameters.end()) q["own_tolerance"] = std::get<double>(own->second);
    judge_solve(row, attempt);
    row.timing = Timing{1, first.cpu, first.cpu, 0.0, {}, peak_memory()};
    row.timing->wall_min = first.wall;
    row.timing->setup = first.setup;
    if (row.status != RowStatus::passed || repeats == 0) return row;
    const TimeRuns time = [&](int runs) {
      Spent spent;
      for (int k = 0; k < runs; ++k)
        (void)attempt.solve(spent);
      return spent;
    };
    time_repeats(time, repeats, cpu_budget, *row.timing);
  } catch (const ConfigurationError& refusal) {
    // A setting that only the problem could show to be outside its range, or W without factors.
    row.status = RowStatus::not_applicable;
    row.reason = refusal.what();
  }
  return row;
}

/// Makes the same attempt in a process of its own.
Row attempted_apart(ContactFile& file, const Cell& cell, int repeats, const Budget& budget) {
  const Ending ending = run_in_child(
      [&] { return to_json(attempted(file, cell, repeats, budget.cpu), RowExtent::brief); },
      budget);
  if (ending.status == RowStatus::passed) return row_from_json(ending.text);
  Row row;
  row.cell = cell;
  row.status = ending.status;
  row.reason = ending.text;
  return row;
}

Cell with_tolerance(Cell cell, double own) {
  cell.solver_parameters["tolerance"] = own;
  return cell;
}

/// The attempt that counts, before it is repeated: tighter while it misses, else looser while it
/// still meets.
Row swept(ContactFile& file, const Cell& cell, const Budget& budget) {
  Row out = attempted_apart(file, cell, 0, budget);
  const bool met = out.status == RowStatus::passed;
  const bool sweeps = std::get<bool>(cell.scheme_parameters.at("sweep"));
  if (!sweeps || (!met && out.status != RowStatus::missed)) return out;
  double own = std::get<double>(cell.solver_parameters.at("tolerance"));
  for (int k = 0; k < (met ? most_looser : most_tighter); ++k) {
    own *= met ? 10.0 : 0.1;
    Row next = attempted_apart(file, with_tolerance(cell, own), 0, budget);
    const bool passed = next.status == RowStatus::passed;
    const bool missed = next.status == RowStatus::missed;
    if (met && !passed) break;
    if (passed || missed) {
      // Its claim counts for the tolerance of the request.
      next.quantities["solves_claimed"] = out.quantities["solves_claimed"];
      out = std::move(next);
    }
    if (!met && !missed) break;
  }
  return out;
}

/// The contact that closes fastest among those that no impulse moves (W_nn = 0, and with it, as W
/// has no negative eigenvalue, all of its row): with it there is no solution.
std::optional<std::size_t> jammed_contact(const ContactProblem& problem) {
  const auto rows = static_cast<std::size_t>(problem.rows),
             dofs = static_cast<std::size_t>(problem.dofs);
  std::optional<std::size_t> out;
  for (std::size_t c = 0; c < problem.contacts(); ++c) {
    const auto moves = [&](int body, const std::vector<double>& jacobian) {
      if (body == ContactProblem::fixed) return false;
      const double* light = problem.inverse_mass.data() + static_cast<std::size_t>(body) * dofs;
      const double* row = jacobian.data() + c * rows * dofs;
      return std::inner_product(row, row + dofs, light, 0.0, std::plus<>(),
                                [](double j, double m) { return j * j * m; }) != 0.0;
    };
    const double closes = out ? problem.b[*out * rows] : 0.0;
    if (problem.b[c * rows] < closes && !moves(problem.body_a[c], problem.jacobian_a) &&
        !moves(problem.body_b[c], problem.jacobian_b))
      out = c;
  }
  return out;
}

/// Says of a solve that failed whether its problem has a solution. Of one that ran out of time
/// where the file has no factors nothing: making them may have been what took it.
void add_existence(Row& row, ContactFile& file) {
  if (row.status == RowStatus::timed_out && !file.factors) return;
  make_factors(file);
  if (file.rest.size() > 0) {
    row.reason += "; W is not symmetric and positive: whether a solution exists is not known";
    return;
  }
  const std::optional<std::size_t> jammed = jammed_contact(file.problem);
  if (jammed) {
    const double u = file.problem.b[*jammed * static_cast<std::size_t>(file.problem.rows)];
    if (-u > wanted_residual(row.cell) * file.problem.velocity_unit) {
      row.reason += fmt::format(
          "; no solution exists: contact {}, counted from 0, closes with u_n = "
          "{:.6g}, which no impulse changes (W_nn = 0)",
          *jammed, u);
      return;
    }
  }
  const double opening = opening_of(file.problem);
  if (!std::isfinite(opening)) return;
  row.quantities["solve_opening"] = opening;
  row.reason += opening > 0.0
                    ? "; a solution exists: all contacts can open faster than they slide"
                    : "; whether a solution exists is not known: no velocity was found at which "
                      "all contacts open faster than they slide";
}

Row solve_in_time(const Cell& cell, int repeats, const Budget& budget) {
  expect_same_files(cell);
  const auto text = [&](const char* key) {
    return std::get<std::string>(cell.problem_parameters.at(key));
  };
  const bool delassus = text("data") == "delassus";
  ContactFile file =
      read_contact_entries(text("file"), delassus ? GivenMatrix::delassus : GivenMatrix::factors);
  expect_same_files(cell);  // also while it was read
  const int rows = file.problem.rows;
  if (const auto refusal =
          find_solver(cell.solver).refuses({SolverKind::contact, true, rows > 1, rows == 5}))
    throw ConfigurationError(*refusal);
  Row out = swept(file, cell, budget);
  if (out.status == RowStatus::missed || out.status == RowStatus::timed_out) {
    add_existence(out, file);
  } else if (out.status == RowStatus::passed && repeats > 0) {
    Row timed = attempted_apart(file, out.cell, repeats, budget);
    if (timed.status == RowStatus::passed) out.timing = timed.timing;
  }
  out.cell = cell;
  out.quantities["contacts"] = static_cast<double>(file.problem.friction.size());
  out.quantities["contact_rows"] = rows;
  return out;
}

}  // namespace

Budget budget_of_all_attempts(const Budget& one) {
  // The last repeats the one that counts; to read a file takes no longer than to solve it.
  constexpr double attempts = 1.0 + most_tighter + 1.0 + 1.0;
  Budget out = one;
  out.cpu = attempts * one.cpu + 10.0;
  out.memory = 2.0 * one.memory;
  return out;
}

Row solve_cell(const Cell& cell, int repeats, const Budget& budget) {
  Row out = row_or_reason(cell, [&] { return solve_in_time(cell, repeats, budget); });
  if (!out.timing) out.timing.emplace();
  out.timing->limit = budget.cpu;
  return out;
}

}  // namespace impactbench
