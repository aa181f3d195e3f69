#include "reference/acceptance/add_check.hpp"
#include "reference/acceptance/judges.hpp"
#include "reference/acceptance/scale.hpp"

#include "problems/model/generalised_system.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace impactbench {
namespace {

constexpr std::string_view own = "derived in reference/acceptance/judges.hpp";

/// The steps by which a contact that acts a step late may delay what follows.
double late_steps(const JudgedRun& run) {
  const GeneralisedSystem* system = generalised_system(*run.problem.system);
  double most = 1.0;
  for (Eigen::Index a = 0; system != nullptr && a < system->constraints(); ++a) {
    const double e = system->law(a).restitution;
    if (e > 0.0) most = std::max(most, 1.0 + 1.0 / e);
  }
  return (run.rebound_takes_a_step ? 2.0 : 1.0) * most;
}

/// Independent of the growth of errors of a step: a motion that settles to a cycle forgets them.
void judge_cycle(const JudgedRun& run, bool tight, std::vector<Check>& out) {
  const auto impacts = run.measured("truth_impacts");
  if (!run.measured("truth_cycle_period") || !impacts || relaxed(run)) return;
  const double n = std::max(1.0, *impacts), steps = late_steps(run);
  const double limit = 2.0 * n * steps * run.h / run.problem.horizon + 1e-9;
  add(out,
      {"truth:cycle_period", CheckKind::truth,
       fmt::format("2 n k h / T = {:.3g} with n = {:g}, k = {:g}", limit, n, steps), own},
      run.measured("cycle_period_error_relative"), any_low, (tight ? 0.3 : 1.0) * limit, 1.0);
}

/// A located event is seen at the end of its step, and off by what the motion is off by.
double located_limit(const JudgedRun& run, double growth) {
  return run.h + (located_error(run) * growth + 1e-9) * run.problem.horizon;
}

}  // namespace

void judge_events(const JudgedRun& run, bool tight, std::vector<Check>& out) {
  judge_cycle(run, tight, out);
  const auto missing = run.measured("event_count_error");
  if (!missing || !trajectory_judged(run)) return;
  const double n = std::max(1.0, 0.5 * run.measured("event_count").value_or(0.0));
  const double growth = run.measured("truth_growth").value_or(1.0);
  const double steps = late_steps(run);
  const auto phase = contact_phase_per_step(run);
  const double p = run.claimed_order.value_or(1.0);
  const double contact = phase ? 0.25 * std::numbers::pi * std::pow(*phase, p) : 0.0;
  const double limit = run.located ? located_limit(run, growth)
                                   : growth * (n * steps * run.h + contact * run.problem.horizon) +
                                         1e-9 * run.problem.horizon;
  // Nearer to one of the exact events than to any other.
  const double apart = 0.5 * run.measured("events_apart").value_or(no_scale);
  const bool resolved = limit < apart;
  // Such late events may be over before they are detected, or come after the end, in one of both
  // motions alone.
  const double tail = 3.0 * run.h + limit;
  const bool late = run.measured("events_lone").value_or(no_scale) <= tail;
  add(out,
      {"truth:event_count", CheckKind::truth,
       fmt::format("none missing, none too many but in the last {:.3g} s", tail), own},
      late && *missing >= 0.0 ? 0.0 : missing, any_low, resolved ? 0.0 : no_scale,
      resolved ? no_scale : 1.0);
  if (!run.quantities.contains("event_time_error")) return;
  add(out,
      {"truth:events", CheckKind::truth,
       run.located ? fmt::format("h + eps growth T = {:.3g} s with growth = {:.3g}", limit, growth)
                   : fmt::format("growth (n k h + (pi/4) phi^p T) = {:.3g} s with n = {:g}, "
                                 "growth = {:.3g}, k = {:g}, (pi/4) phi^p = {:.3g}",
                                 limit, n, growth, steps, contact),
       own},
      run.measured("event_time_error"), any_low, resolved ? (tight ? 0.3 : 1.0) * limit : no_scale,
      resolved ? apart : 1.0);
}

}  // namespace impactbench
