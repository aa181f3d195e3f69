#include "benchmarks/convergence/study.hpp"

#include "benchmarks/matrix/judge_row.hpp"
#include "benchmarks/matrix/run_cell.hpp"
#include "benchmarks/matrix/runner.hpp"
#include "benchmarks/store/fingerprint.hpp"
#include "problems/model/error.hpp"
#include "reference/acceptance/scale.hpp"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

namespace impactbench {
namespace {

/// Of all children that have ended [s].
double children_cpu() {
  rusage used{};
  getrusage(RUSAGE_CHILDREN, &used);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  };
  return seconds(used.ru_utime) + seconds(used.ru_stime);
}

/// One cell through the machinery of `run`; the row and what its process cost.
std::pair<Row, double> run_one(PlannedCell cell, Store& store, const StudyOptions& options,
                               double budget) {
  Plan plan;
  plan.label = "converge";
  plan.repeats = 0;
  plan.cpu_budget = std::max(budget, 1.0);
  plan.memory_budget = options.memory;
  const std::string key = content_key(cell.cell, revision(), build_id(cell.cell));
  plan.cells.push_back(std::move(cell));
  const double before = children_cpu();
  const RunSummary summary =
      run_plan(plan, store, {.jobs = 1, .rerun = options.rerun, .progress = false});
  const std::optional<Row> row = store.get(key);
  if (summary.interrupted || !row) throw ConfigurationError("converge: interrupted");
  return {*row, children_cpu() - before};
}

Rung rung_of(const Row& row, double cpu) {
  Rung out{row.cell.dt, row.status, row.reason, cpu, ran_to_the_end(row.status), {}};
  for (const Norm& norm : norms()) {
    const auto it = row.quantities.find(std::string(norm.quantity));
    out.errors.push_back(it == row.quantities.end() ? std::numeric_limits<double>::quiet_NaN()
                                                    : it->second);
  }
  return out;
}

NormVerdict verdict_of(const NormOrder& order, double tolerance) {
  constexpr std::size_t least_points = 5;
  if (order.norm.kind == NormKind::supremum) return NormVerdict::not_gated;
  if (!order.claimed) return NormVerdict::no_claim;
  switch (judge_order(order.fit, *order.claimed, tolerance, least_points)) {
    case OrderVerdict::as_claimed:
      return NormVerdict::as_claimed;
    case OrderVerdict::too_low:
      return NormVerdict::too_low;
    case OrderVerdict::too_high:
      return NormVerdict::too_high;
    case OrderVerdict::undecided:
      return NormVerdict::undecided;
  }
  return NormVerdict::undecided;
}

}  // namespace

std::string_view to_text(NormVerdict v) {
  switch (v) {
    case NormVerdict::as_claimed:
      return "as_claimed";
    case NormVerdict::too_low:
      return "too_low";
    case NormVerdict::too_high:
      return "too_high";
    case NormVerdict::undecided:
      return "undecided";
    case NormVerdict::no_claim:
      return "no_claim";
    case NormVerdict::not_gated:
      return "not_gated";
  }
  return "";
}

bool Study::passed() const {
  if (refusal || orders.empty()) return false;
  return std::none_of(orders.begin(), orders.end(), [](const NormOrder& o) {
    return o.verdict == NormVerdict::too_low || o.verdict == NormVerdict::too_high ||
           o.verdict == NormVerdict::undecided;
  });
}

std::optional<double> claimed_order(const SchemeClaims& claims, MotionClass motion,
                                    const Norm& norm) {
  if (norm.kind == NormKind::supremum) return std::nullopt;
  const bool position = norm.kind == NormKind::position;
  switch (motion) {
    case MotionClass::smooth:
      return position ? claims.order_free : claims.velocity.free;
    case MotionClass::persistent_contact:
      return position ? claims.order_contact : claims.velocity.contact;
    case MotionClass::one_impact:
    case MotionClass::several_impacts:
      return position ? claims.order_impact : claims.velocity.impact;
    case MotionClass::accumulation:
      break;
  }
  return std::nullopt;
}

double coarsest_step(const Cell& cell, const Problem& problem) {
  double out = problem.horizon / 32.0;
  const SchemeClaims claims =
      claims_on(find_scheme(cell.scheme).claims(cell.scheme_parameters), problem.traits);
  const std::map<std::string, double> nothing_measured;
  const JudgedRun run = judged_run(problem, cell, claims, out, nothing_measured);
  if (const auto phase = contact_phase_per_step(run)) out *= std::min(1.0, 0.25 / *phase);
  return out;
}

std::vector<NormOrder> judge_rungs(const std::vector<Rung>& rungs, const SchemeClaims& claims,
                                   MotionClass motion, const Truth& truth) {
  std::vector<NormOrder> out;
  const bool meets = motion == MotionClass::one_impact || motion == MotionClass::several_impacts;
  for (std::size_t n = 0; n < norms().size(); ++n) {
    NormOrder order{norms()[n], 0, floor_of(norms()[n], truth), {}, std::nullopt, {}};
    std::vector<double> steps, errors;
    for (const Rung& rung : rungs) {
      if (!rung.completed || !std::isfinite(rung.errors[n])) continue;
      steps.push_back(rung.dt);
      errors.push_back(rung.errors[n]);
    }
    if (steps.empty()) continue;
    order.measured = static_cast<int>(steps.size());
    order.fit = fit_order(steps, errors, order.floor);
    order.claimed = claimed_order(claims, motion, order.norm);
    order.verdict = verdict_of(order, meets ? 0.1 : 0.05);
    out.push_back(std::move(order));
  }
  return out;
}

Study run_study(const CellRequest& request, Store& store, const StudyOptions& options) {
  Study study;
  CellRequest wanted = request;
  study.cell = resolve_cell(wanted, "default");
  const Problem problem = find_problem(request.problem).make(study.cell.problem_parameters);
  const SchemeClaims claims =
      claims_on(find_scheme(request.scheme).claims(study.cell.scheme_parameters), problem.traits);
  const std::optional<Truth> truth = find_truth(problem, claims.contact);
  if (!truth || !truth->at) {
    study.refusal = fmt::format("no reference knows the motion of {} under the contact law of {}",
                                request.problem, request.scheme);
    return study;
  }
  study.source = truth->source;
  study.provenance = truth->provenance;
  study.uncertainty = truth->uncertainty;
  const double coarsest = options.coarsest.value_or(coarsest_step(study.cell, problem));
  if (!(coarsest > 0.0 && coarsest <= problem.horizon)) {
    throw ConfigurationError(
        fmt::format("converge: --coarsest {} must be in (0, {}] s", coarsest, problem.horizon));
  }
  Ladder ladder(problem.horizon, coarsest, options.ladder);
  Series contacts;
  while (const auto dt = ladder.next()) {
    wanted.settings["dt"] = *dt;
    const auto [row, cpu] = run_one(plan_cell(wanted, "default"), store, options, ladder.left());
    study.cell = row.cell;
    study.rungs.push_back(rung_of(row, cpu));
    ladder.ran(*dt, cpu, study.rungs.back().completed);
    if (row.status == RowStatus::timed_out) {
      ladder.end(fmt::format("the {:.3g} s of CPU time were used up", options.ladder.budget));
    }
    const auto touching = row.series.find("contacts");
    if (study.rungs.back().completed && touching != row.series.end()) contacts = touching->second;
  }
  study.ended = ladder.reason();
  if (ladder.completed() == 0) {
    study.refusal = fmt::format("no run reached its end; the last: {} {}",
                                to_text(study.rungs.back().status), study.rungs.back().reason);
    return study;
  }
  study.motion = motion_class(truth->event_times, problem.horizon, contacts);
  study.orders = judge_rungs(study.rungs, claims, study.motion, *truth);
  return study;
}

}  // namespace impactbench
