#include "reference/acceptance/add_check.hpp"
#include "reference/acceptance/judges.hpp"
#include "reference/acceptance/problems/limits_of_problems.hpp"
#include "reference/acceptance/scale.hpp"
#include "reference/yardsticks/contact_scan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace impactbench {
namespace {

void judge_rigid(const JudgedRun& run, double distance, bool tight, std::vector<Check>& out) {
  const auto value = [&](const char* name, double absent) {
    return run.measured(name).value_or(absent);
  };
  const double T = run.problem.horizon, V = value("truth_speed", 0.0);
  const double steps = run.rebound_takes_a_step ? 2.0 : 1.0;
  // Without inertia there are no impacts: velocities follow forces, and may jump as these do.
  // Over V; where nothing moves without bound, and of nothing no number: no size, no limit.
  const auto over_speed = [&](double x) {
    using Limits = std::numeric_limits<double>;
    return V > 0.0 ? x / V : x > 0.0 ? Limits::infinity() : Limits::quiet_NaN();
  };
  const double jumps = run.problem.traits.first_order ? 0.0 : over_speed(value("truth_jump", 0.0));
  const double n = std::max(value("truth_impacts", 0.0), jumps);
  const double a = std::max(value("truth_acceleration", 0.0), gravity_of(run.problem));
  // Errors of a located motion grow; the distance of its graph from what steps show of it does not.
  const double any = value("truth_growth", 1.0), growth = run.located ? 1.0 : any;
  const double off = run.located ? located_error(run) * any : 0.0;
  const double e = run.problem.traits.restitution, d = e > 0.0 ? 1.0 / e : 1.0;
  const double limit =
      growth * steps * run.h * ((2.0 + (1.0 + d) * n) / T + over_speed((1.0 + d * n) * a)) + off +
      1e-9;
  add(out,
      {"truth:velocity", CheckKind::truth,
       fmt::format(
           "{:g} h ((2 + (1 + d) n) / T + (1 + d n) a / V) growth = {:.3g} with d = {:.3g}, "
           "n = {:.3g}, a = {:.3g} m/s2, V = {:.3g} m/s, growth = {:.3g}{}",
           steps, limit, d, n, a, V, growth,
           run.located ? fmt::format(" + eps growth = {:.3g}", off) : ""),
       "derived in reference/acceptance/judges.hpp"},
      distance, any_low, (tight ? 0.3 : 1.0) * limit, 1.0);
}

}  // namespace

void judge_velocity(const JudgedRun& run, bool tight, std::vector<Check>& out) {
  const auto distance = run.measured("velocity_error_hausdorff");
  if (!distance || !trajectory_judged(run)) return;
  const bool generalised = run.problem.traits.bodies == BodyKind::generalised;
  const bool in_elements =
      run.measured("truth_uncertainty") || run.measured("contact_impulse_error");
  // Elements oscillate behind a front, each treatment of the nodes that meet in its own way.
  if ((generalised && in_elements) || bars::own_contact_of_elements(run)) return;
  const auto phase = contact_phase_per_step(run);
  if (!phase) {
    judge_rigid(run, *distance, tight, out);
    return;
  }
  // Where a dashpot or friction sets in within a step, the graph has a corner that the ends of
  // steps cut by O(h), whatever the order.
  const ProblemTraits& traits = run.problem.traits;
  const double order = run.claimed_order.value_or(1.0);
  const double p = traits.friction || traits.restitution < 1.0 ? std::min(order, 1.0) : order;
  const double N = std::max(1.0, run.measured("truth_impacts").value_or(1.0));
  // The speed of an oscillation with the speed of approach, plus that of a weight about its static
  // depth, plus that of a depth at the start.
  ContactScan start(*run.problem.system, run.problem.initial.q, run.contact);
  const double swing = run.measured("law_approach").value_or(0.0) +
                       gravity_of(run.problem) * run.h / *phase +
                       start.at(run.problem.initial.q).deepest * *phase / run.h;
  const double V = run.measured("truth_speed").value_or(0.0);
  const double growth = V > 0.0 ? change_in_contact(run) * std::min(1.0, swing / V) : 0.0;
  const double limit = 3.0 * N * std::pow(*phase, p) + growth + 1e-9;
  add(out,
      {"truth:velocity", CheckKind::truth,
       fmt::format("3 N phi^{:g} + G u / V with N = {:g}, phi = {:.3g}, G u / V = {:.3g}", p, N,
                   *phase, growth),
       "order claimed in contact"},
      distance, any_low, (tight ? 0.1 : 1.0) * limit, 1.0);
}

}  // namespace impactbench
