#include "benchmarks/convergence/study.hpp"

#include "benchmarks/matrix/judge_row.hpp"
#include "benchmarks/matrix/judged_by.hpp"
#include "benchmarks/matrix/run_cell.hpp"
#include "benchmarks/matrix/runner.hpp"
#include "benchmarks/store/fingerprint.hpp"
#include "problems/base/error.hpp"
#include "reference/acceptance/scale.hpp"
#include "reference/yardsticks/why_no_truth.hpp"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

namespace impactbench {
namespace {

/// CPU time of all children that have ended [s].
double children_cpu() {
  rusage used{};
  getrusage(RUSAGE_CHILDREN, &used);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  };
  return seconds(used.ru_utime) + seconds(used.ru_stime);
}

/// True where the store's row is of a run that a smaller budget of CPU time [s], or an unknown one,
/// has stopped: the run may end within this one.
bool may_end_within(double budget, const Row& row) {
  if (row.status != RowStatus::timed_out) return false;
  return !row.timing || !row.timing->limit || budget > *row.timing->limit;
}

/// Runs one cell through the machinery of `run`; gives the row and the cost of its process.
std::pair<Row, double> run_one(PlannedCell cell, Store& store, const StudyOptions& options,
                               double budget) {
  Plan plan;
  plan.label = "converge";
  plan.repeats = 0;
  plan.cpu_budget = std::max(budget, 1.0);
  plan.memory_budget = options.memory;
  const std::string key = content_key(cell.cell, revision(), build_id(cell.cell));
  plan.cells.push_back(std::move(cell));
  const std::optional<Row> stored = store.get(key, RowExtent::brief);
  const bool again = stored && may_end_within(plan.cpu_budget, *stored);
  const double before = children_cpu();
  const RunSummary summary =
      run_plan(plan, store, {.jobs = 1, .rerun = options.rerun, .retry = again, .progress = false});
  const std::optional<Row> row = store.get(key);
  if (summary.interrupted || !row) throw ConfigurationError("converge: interrupted");
  return {*row, children_cpu() - before};
}

Rung rung_of(const Row& row, double cpu, const std::vector<Norm>& all) {
  Rung out{row.cell.dt, row.status, row.reason, cpu, ran_to_the_end(row.status), {}};
  for (const Norm& norm : all) {
    const auto it = row.quantities.find(norm.quantity);
    out.errors.push_back(it == row.quantities.end() ? std::numeric_limits<double>::quiet_NaN()
                                                    : it->second);
  }
  return out;
}

NormVerdict verdict_of(const NormOrder& order, double tolerance) {
  if (order.norm.kind == NormKind::supremum) return NormVerdict::not_gated;
  if (!order.claimed) return NormVerdict::no_claim;
  switch (judge_order(order.fit, *order.claimed, tolerance)) {
    case OrderVerdict::as_claimed:
      return NormVerdict::as_claimed;
    case OrderVerdict::too_low:
      return NormVerdict::too_low;
    case OrderVerdict::too_high:
      return NormVerdict::too_high;
    case OrderVerdict::exact:
      return NormVerdict::exact;
    case OrderVerdict::undecided:
      return NormVerdict::undecided;
  }
  return NormVerdict::undecided;
}

/// Why there is nothing to converge to.
std::string no_truth(const CellRequest& request, const Problem& problem, const SchemeClaims& claims,
                     const std::optional<Truth>& truth) {
  std::string out = fmt::format("no reference knows the motion of {} under the contact law of {}",
                                request.problem, request.scheme);
  if (truth) out += fmt::format(" ({} has no more than single numbers)", truth->source);
  for (const std::string& reason : why_no_truth(problem, claims.contact))
    out += "; " + reason;
  return out;
}

/// The settings of the run at step dt: the mesh follows the step, in the ratio that it had at the
/// first run that reached its end.
void refine(CellRequest& wanted, const std::string& key, const Problem& problem, double ratio) {
  const Value& given = problem.parameters.at(key);
  if (const auto* length = std::get_if<double>(&given)) {
    wanted.settings[key] = *length * ratio;
  } else if (const auto* number = std::get_if<std::int64_t>(&given)) {
    wanted.settings[key] = std::llround(static_cast<double>(*number) / ratio);
  }
}

void check_refinement(const std::string& key, const Problem& problem, const Truth& truth) {
  const bool moves = truth.at || !truth.branches.empty();
  if (key.empty()) {
    if (moves) return;
    throw ConfigurationError(fmt::format(
        "converge: the known solution of {} is that of the continuum, and a fixed mesh has an "
        "error of its own: name the parameter that is refined with the step, as in --refine edge",
        problem.name));
  }
  const auto it = problem.parameters.find(key);
  if (it == problem.parameters.end() || (!std::holds_alternative<double>(it->second) &&
                                         !std::holds_alternative<std::int64_t>(it->second))) {
    throw ConfigurationError(
        fmt::format("converge: --refine {}: {} has no number of that name", key, problem.name));
  }
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
    case NormVerdict::exact:
      return "exact";
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
  bool confirmed = false, shows_nothing = false;
  for (const NormOrder& o : orders) {
    if (o.verdict == NormVerdict::too_low || o.verdict == NormVerdict::too_high ||
        o.verdict == NormVerdict::undecided) {
      return false;
    }
    const bool exact = o.verdict == NormVerdict::exact;
    confirmed = confirmed || o.verdict == NormVerdict::as_claimed || (exact && o.claims_exact);
    shows_nothing = shows_nothing || exact;
  }
  return confirmed || !shows_nothing;
}

bool Study::without_claim() const {
  return !refusal && std::all_of(orders.begin(), orders.end(), [](const NormOrder& o) {
    return o.verdict == NormVerdict::no_claim || o.verdict == NormVerdict::not_gated;
  });
}

double coarsest_step(const Cell& cell, const Problem& problem, const Truth& truth) {
  double out = std::min(problem.horizon / 32.0, resolving_step(truth.event_times, problem.horizon));
  const SchemeClaims claims =
      claims_on(find_scheme(cell.scheme).make(cell.scheme_parameters)->claims(), problem.traits);
  const std::map<std::string, double> nothing_measured;
  const JudgedRun run = judged_run(problem, cell, claims, out, nothing_measured);
  if (const auto phase = contact_phase_per_step(run)) out *= std::min(1.0, 0.25 / *phase);
  return out;
}

std::vector<NormOrder> judge_rungs(const std::vector<Rung>& rungs, const std::vector<Norm>& all,
                                   const OrderBasis& basis, double uncertainty) {
  std::vector<NormOrder> out;
  const bool meets =
      basis.motion == MotionClass::one_impact || basis.motion == MotionClass::several_impacts;
  for (std::size_t n = 0; n < all.size(); ++n) {
    const OrderLimits limits = limits_of(all[n], basis, uncertainty);
    NormOrder order{all[n], 0, limits.floor, {}, std::nullopt, {}};
    std::vector<double> steps, errors;
    for (const Rung& rung : rungs) {
      if (!rung.completed || !std::isfinite(rung.errors[n])) continue;
      steps.push_back(rung.dt);
      errors.push_back(rung.errors[n]);
    }
    if (steps.empty()) continue;
    order.measured = static_cast<int>(steps.size());
    order.fit = fit_order(steps, errors, limits);
    order.claimed = claimed_in(order.norm, basis.claimed);
    order.claims_exact = basis.exact;
    order.verdict = verdict_of(order, meets ? 0.1 : 0.05);
    out.push_back(std::move(order));
  }
  return out;
}

bool unsettled(const NormOrder& order) {
  switch (order.verdict) {
    case NormVerdict::too_low:
    case NormVerdict::too_high:
      return true;
    case NormVerdict::undecided:
      return order.fit.at_floor == 0;
    default:
      return false;
  }
}

Study run_study(const CellRequest& request, Store& store, const StudyOptions& options) {
  Study study;
  CellRequest wanted = request;
  study.cell = resolve_cell(wanted, "default");
  const Problem problem = find_problem(request.problem).make(study.cell.problem_parameters);
  const SchemeClaims claims = claims_on(
      find_scheme(request.scheme).make(study.cell.scheme_parameters)->claims(), problem.traits);
  const std::optional<Truth> truth = find_truth(problem, claims.contact);
  if (!truth || (!truth->at && truth->branches.empty() && truth->histories.empty())) {
    study.refusal = no_truth(request, problem, claims, truth);
    return study;
  }
  check_refinement(options.refine, problem, *truth);
  study.source = truth->source;
  study.provenance = truth->provenance;
  study.uncertainty = truth->uncertainty;
  study.norms = norms_of(*truth);
  const double coarsest = options.coarsest.value_or(coarsest_step(study.cell, problem, *truth));
  if (!(coarsest > 0.0 && coarsest <= problem.horizon)) {
    throw ConfigurationError(
        fmt::format("converge: --coarsest {} must be in (0, {}] s", coarsest, problem.horizon));
  }
  LadderOptions steps = options.ladder;
  if (!options.refine.empty()) steps.growth = 3.0;
  Ladder ladder(problem.horizon, coarsest, steps);
  Series contacts;
  std::optional<double> first;  ///< step of the first run that reached its end
  const auto judge_all = [&] {
    const OrderBasis basis = order_basis(problem, claims, *truth, contacts);
    study.motion = basis.motion;
    study.orders = judge_rungs(study.rungs, study.norms, basis, truth->uncertainty);
  };
  constexpr int batch = 4;
  for (int further = 0; further <= LadderOptions::further; further += batch) {
    // Scattered errors need many runs rather than much finer steps.
    if (further > 0) ladder.extend(batch, std::sqrt(options.ladder.ratio));
    while (const auto dt = ladder.next()) {
      wanted.settings["dt"] = *dt;
      if (!options.refine.empty() && first) refine(wanted, options.refine, problem, *dt / *first);
      const auto [row, cpu] = run_one(plan_cell(wanted, "default"), store, options, ladder.left());
      study.cell = row.cell;
      study.rungs.push_back(rung_of(row, cpu, study.norms));
      const bool completed = study.rungs.back().completed;
      ladder.ran(*dt, cpu, completed);
      if (completed && !first) first = *dt;
      if (row.status == RowStatus::timed_out) {
        ladder.end(cpu > 0.0
                       ? fmt::format("the {:.3g} s of CPU time were used up", options.ladder.budget)
                       : fmt::format("an earlier study stopped its last run, which {}: a larger "
                                     "--budget repeats it",
                                     row.reason));
      }
      const auto touching = row.series.find("contacts");
      if (completed && touching != row.series.end()) contacts = touching->second;
    }
    judge_all();
    if (!ladder.reason().empty() ||
        std::none_of(study.orders.begin(), study.orders.end(), unsettled)) {
      break;
    }
  }
  study.ended = ladder.reason();
  if (ladder.completed() == 0) {
    study.refusal = fmt::format("no run reached its end; the last: {} {}",
                                to_text(study.rungs.back().status), study.rungs.back().reason);
  }
  return study;
}

}  // namespace impactbench
