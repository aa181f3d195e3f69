#include "benchmarks/power/trial.hpp"

#include "benchmarks/matrix/cpu_seconds.hpp"
#include "benchmarks/matrix/run_cell.hpp"
#include "benchmarks/matrix/title.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace impactbench {
namespace {

/// Nothing of a cell that no check depends on but takes time.
Cell bare(Cell cell) {
  cell.frames = 0;
  cell.ensemble = {};
  return cell;
}

const Check* find_check(const Row& row, const std::string& name) {
  const auto it = std::find_if(row.checks.begin(), row.checks.end(),
                               [&](const Check& c) { return c.name == name; });
  return it == row.checks.end() ? nullptr : &*it;
}

}  // namespace

Row run_perturbed(const Cell& cell, const Perturbation& wrong, Observed& observed) {
  const MakeMachine make = [&](const Cell& c, const Problem& right, double h, SolveAudit* audit) {
    std::unique_ptr<const MechanicalSystem> system = perturbed_system(right, wrong);
    State start = perturbed_start(right.initial, wrong);
    Cell other = c;
    other.scheme_parameters = perturbed_settings(c.scheme_parameters, wrong);
    Machine out(other, system ? *system : *right.system, start, perturbed_step(h, wrong), audit);
    out.scheme = std::make_unique<PerturbedScheme>(std::move(out.scheme), right, std::move(system),
                                                   std::move(start), h, wrong, observed);
    return out;
  };
  return run_cell(bare(cell), 0, std::numeric_limits<double>::infinity(), std::nullopt, make);
}

Baseline run_baseline(const Cell& cell, const std::string& key) {
  const double begun = cpu_seconds();
  Observed observed;
  const Row row = run_perturbed(cell, {"none", 0.0}, observed);
  Baseline out{.cell = key,
               .title = title(cell),
               .problem = cell.problem,
               .scheme = cell.scheme,
               .solver = cell.solver,
               .status = row.status,
               .reason = row.reason,
               .contacts = observed.contacts.impulses,
               .cpu = cpu_seconds() - begun};
  if (!out.ended()) return out;
  out.motion = std::move(observed.motion);
  const Row full = cell.ensemble.size > 0 ? run_cell(cell, 0) : row;
  for (const Check& check : row.checks) {
    const Check* there = find_check(full, check.name);
    out.checks.push_back({check.name, check.passed && there != nullptr && there->passed,
                          check.kind != CheckKind::self_report});
  }
  const Problem problem = find_problem(cell.problem).make(cell.problem_parameters);
  const SchemeClaims claims = find_scheme(cell.scheme).make(cell.scheme_parameters)->claims();
  for (const Perturbable& parameter : perturbables()) {
    out.parameters.push_back({std::string(parameter.name),
                              relevance(parameter, cell, problem, claims, observed.contacts)});
  }
  return out;
}

std::vector<std::string> noticed(const Row& row, const Baseline& baseline) {
  std::vector<std::string> out;
  if (row.status == RowStatus::stopped && !is_expected_failure(row)) out.emplace_back(completes);
  for (const Check& check : row.checks) {
    // A check that has become unresolved shows nothing, and an expected failure misses nothing.
    if (check.passed || check.unresolved || check.expected_failure) continue;
    if (check.name == completes) continue;
    const auto known = std::find_if(baseline.checks.begin(), baseline.checks.end(),
                                    [&](const BaselineCheck& c) { return c.name == check.name; });
    // The law of a contact that the right run never closes is judged in the wrong one alone.
    const bool counts =
        known != baseline.checks.end() ? known->counts : check.kind != CheckKind::self_report;
    if (counts) out.push_back(check.name);
  }
  return out;
}

Trial run_trial(const Cell& cell, const Baseline& baseline, const Perturbation& wrong) {
  const double begun = cpu_seconds();
  Observed observed;
  const Row row = run_perturbed(cell, wrong, observed);
  Trial out{.cell = baseline.cell,
            .wrong = wrong,
            .status = row.status,
            .moved = baseline.motion.distance(observed.motion)};
  if (row.status == RowStatus::failed) out.reason = row.reason;
  out.noticed = noticed(row, baseline);
  out.cpu = cpu_seconds() - begun;
  return out;
}

}  // namespace impactbench
