#include "benchmarks/matrix/judge_row.hpp"

#include "benchmarks/matrix/run_cell.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace impactbench {
namespace {

std::string miss(const Check& c) {
  const std::string value = c.value ? fmt::format("{:.6g}", *c.value) : "not measured";
  if (std::isinf(c.low)) return fmt::format("{} = {} > {:.6g}", c.name, value, c.high);
  return fmt::format("{} = {} outside [{:.6g}, {:.6g}]", c.name, value, c.low, c.high);
}

/// Why no check could have failed for wrong physics.
std::string why_unjudged(const Row& row, const Problem& problem) {
  if (!row.truth) {
    return fmt::format(
        "no reference knows the motion of {} under the contact law of {}, and no law could be "
        "checked from the recorded impulses",
        problem.name, row.cell.scheme);
  }
  return "the reference solution and the run have no quantity in common that has a limit";
}

void add_sentence(Row& row, const std::string& sentence) {
  row.reason += (row.reason.empty() ? "" : "; ") + sentence;
}

}  // namespace

JudgedRun judged_run(const Problem& problem, const Cell& cell, const SchemeClaims& claims, double h,
                     const std::map<std::string, double>& quantities) {
  return {.problem = problem,
          .scheme = cell.scheme,
          .solver = cell.solver,
          .scheme_parameters = cell.scheme_parameters,
          .solver_parameters = cell.solver_parameters,
          .h = h,
          .claimed_energy = claims.energy,
          .contact = claims.contact,
          .claimed_order = claims.order_contact,
          .quantities = quantities,
          .overlap = claims.overlap,
          .contact_energy = claims.contact_energy,
          .rebound_takes_a_step = claims.rebound_takes_a_step,
          .jumps_within = claims.jumps_within,
          .step = claims.step,
          .motion = claims.motion,
          .set = claims.set,
          .located = claims.located};
}

void judge_row(Row& row, const Problem& problem, const SchemeClaims& claims,
               std::optional<double> reached) {
  const double h = step_count(problem.horizon, row.cell.dt, row.cell.dt_precision).h;
  const std::map<std::string, double> quantities = row.quantities.to_map();
  const JudgedRun run = judged_run(problem, row.cell, claims, h, quantities);
  if (reached) {
    row.checks = {judge_stop(run, *reached, problem.horizon)};
    return;
  }
  row.checks = judge(run, row.cell.tolerance_set);
  row.status = RowStatus::passed;
  for (const Check& c : row.checks) {
    if (c.passed) row.unexpected_pass = row.unexpected_pass || c.expected_failure.has_value();
    if (c.passed || c.unresolved) continue;
    row.status = RowStatus::missed;
    add_sentence(row, miss(c));
  }
  if (row.status == RowStatus::missed) return;
  for (const Check& c : row.checks) {
    if (!c.unresolved) continue;
    row.status = RowStatus::unresolved;
    add_sentence(row, fmt::format("{} shows nothing at this step: {}", c.name, c.formula));
  }
  if (row.status == RowStatus::unresolved || judges_physics(row.checks)) return;
  row.status = RowStatus::unjudged;
  add_sentence(row, why_unjudged(row, problem));
}

}  // namespace impactbench
