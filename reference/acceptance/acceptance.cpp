#include "reference/acceptance/acceptance.hpp"

#include "problems/base/error.hpp"
#include "reference/acceptance/add_check.hpp"
#include "reference/acceptance/after_impacts.hpp"
#include "reference/acceptance/balances.hpp"
#include "reference/acceptance/energy.hpp"
#include "reference/acceptance/ensemble_of_runs.hpp"
#include "reference/acceptance/judges.hpp"
#include "reference/acceptance/problems/limits_of_problems.hpp"
#include "reference/acceptance/scale.hpp"
#include "reference/acceptance/statistics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>

namespace impactbench {
namespace {

/// An upper limit on one quantity, wherever it was measured.
struct Limit {
  std::string_view check, quantity;
  CheckKind kind;
  double normal, tight;  ///< by tolerance set
  std::string_view formula, source;
};

constexpr std::array limits{
    // Over the sum of the momenta of all cells; it grows as a random walk.
    Limit{"limit:momentum", "momentum_drift_relative", CheckKind::law, 1e-12, 1e-13,
          "random walk of rounding", "rounding"},
    Limit{"limit:rotation", "rotation_error", CheckKind::self_report, 1e-13, 1e-14, "rounding",
          "rounding"},
    // A solver that calls itself converged is, by the residual of every solve.
    Limit{"limit:solver_honesty", "claims_false", CheckKind::self_report, 0.0, 0.0, "none",
          "counted"},
    Limit{"limit:convergence", "unconverged_steps", CheckKind::self_report, 0.0, 0.0, "none",
          "counted"},
};

/// Limits of motions, not judged where perturbed runs diverge, nor impact by impact where the error
/// of a step grows more than tenfold.
constexpr std::array motion_limits{
    Limit{"truth:impacts", "impact_count_error", CheckKind::truth, 0.0, 0.0, "none", "counted"},
};

/// A solver stops at 1e-8 of the unit in which the scheme states its problem: 1 m/s where contacts
/// bind velocities, of order 1 to 10 m/s; where they bind gaps D + h G.u, which a residual u leaves
/// wrong by h u, the smallest length L a step. The unit is at least 1 m/s: in
/// long steps L / h is smaller, and solvers do not stop there. Where no body is faster than the
/// limit such a solver need not stop any of them: it resolves nothing.
void judge_residual(const JudgedRun& run, bool tight, std::vector<Check>& out) {
  const auto residual = run.measured("complementarity_residual");
  if (!residual) return;
  const double share = tight ? 1e-10 : 1e-8, unit = unit_of_residuals(run);
  const double V = largest_speed(run);
  add(out,
      {"limit:complementarity", CheckKind::self_report,
       unit == 1.0 ? fmt::format("{:g} m/s", share)
                   : fmt::format("{:g} L / h = {:.3g} m/s", share, share * unit),
       "default tolerance of the solvers"},
      residual, any_low, share * unit, V > 0.0 ? V : no_scale);
}

/// Rounding of velocities. A step rounds each of them in up to two sums, by eps |v| / 2, and the
/// sum over N bodies is rounded as often: (n + N) eps of sum m |v| <= M V, as sum m |v| <= sqrt(2 M
/// E) and E <= M V^2 / 2. A contact rounds the velocities of two bodies alone, eps m V with the
/// largest mass m. At least 1e-12 of M V, for sums inside of solvers.
void judge_momentum(const JudgedRun& run, bool tight, std::vector<Check>& out) {
  const auto drift = run.measured("momentum_drift");
  if (!drift) return;
  const std::span<const double> mass = round_bodies(*run.problem.system).mass;
  const double M = std::accumulate(mass.begin(), mass.end(), 0.0);
  const double V = largest_speed(run);
  const double most = *std::max_element(mass.begin(), mass.end());
  const double sums = run.problem.horizon / run.h + static_cast<double>(mass.size()) +
                      run.measured("contacts").value_or(0.0) * most / M;
  const double share = std::max(1e-12, sums * std::numeric_limits<double>::epsilon());
  add(out,
      {"limit:momentum", CheckKind::law,
       fmt::format("{:.3g} M V with M = {:.3g} kg, V = {:.3g} m/s", share, M, V), "rounding"},
      drift, any_low, (tight ? 0.1 : 1.0) * share * M * V);
}

/// Judges the drift of sum m x cross v over sum m |x| |v|. Free flight rounds a place by eps |x| /
/// 2 a step, always the same way.
void judge_angular_momentum(const JudgedRun& run, bool tight, std::vector<Check>& out) {
  const auto drift = run.measured("angular_momentum_drift_relative");
  if (!drift) return;
  const double steps = run.problem.horizon / run.h;
  const double places = steps * std::numeric_limits<double>::epsilon();
  add(out,
      {"limit:angular_momentum", CheckKind::law,
       fmt::format("random walk of rounding, or n eps of places = {:.3g}", places), "rounding"},
      drift, any_low, std::max(tight ? 1e-12 : 1e-11, places));
}

void judge_limit(const JudgedRun& run, const Limit& limit, bool tight, std::vector<Check>& out) {
  const auto value = run.measured(limit.quantity);
  if (!value) return;
  add(out, {limit.check, limit.kind, std::string(limit.formula), limit.source}, value, any_low,
      tight ? limit.tight : limit.normal);
}

/// A run must be near one of several solutions.
void judge_branch(const JudgedRun& run, bool tight, std::vector<Check>& out) {
  const auto error = run.measured("branch_error");
  if (!error || !trajectory_judged(run)) return;
  const double apart = run.measured("branch_apart").value_or(0.0);
  const double share = tight ? 1.0 / 30.0 : 1.0 / 3.0;
  // Solutions that have not parted yet tell nothing from each other.
  add(out,
      {"truth:branch", CheckKind::truth,
       fmt::format("{:.2g} of the distance to the next solution, {:.3g} m", share, apart),
       "nearer to one solution than to any other by far"},
      error, any_low, apart > 0.0 ? share * apart : no_scale, apart > 0.0 ? apart : 1.0);
}

void look_up(const JudgedRun& run, Check& check) {
  for (const ExpectedFailure& known : expected_failures()) {
    const bool here = (known.problem == "*" || known.problem == run.problem.name) &&
                      (known.scheme == "*" || known.scheme == run.scheme) &&
                      known.check == check.name;
    if (!here || !known.applies(run)) continue;
    // A passed check is reported as passed, however small its value.
    if (check.passed || known.range(run).holds(check.value))
      check.expected_failure = std::string(known.reason);
  }
}

}  // namespace

std::vector<Check> judge(const JudgedRun& run, std::string_view tolerance_set) {
  const auto sets = tolerance_sets();
  if (std::find(sets.begin(), sets.end(), tolerance_set) == sets.end()) {
    throw ConfigurationError("there is no tolerance set '" + std::string(tolerance_set) +
                             "'; known: default, tight");
  }
  const bool tight = tolerance_set == "tight";
  std::vector<Check> out;
  judge_energy(run, tight, out);
  judge_residual(run, tight, out);
  judge_momentum(run, tight, out);
  judge_angular_momentum(run, tight, out);
  for (const Limit& limit : limits)
    judge_limit(run, limit, tight, out);
  for (const Limit& limit : motion_limits) {
    // The step determines how often a compliant contact is distinguished from the next.
    const bool rigid_only = limit.quantity == "impact_count_error" && run.contact;
    if (trajectory_judged(run) && !rigid_only) judge_limit(run, limit, tight, out);
  }
  judge_branch(run, tight, out);
  if (run.problem.traits.bodies == BodyKind::sweeping) {
    judge_sweeping(run, tight, out);
  } else {
    judge_overlap(run, tight, out);
    judge_position(run, tight, out);
    judge_velocity(run, tight, out);
    judge_events(run, tight, out);
  }
  judge_balances(run, tight, out);
  judge_after_impacts(run, tight, out);
  judge_contact_laws(run, tight, out);
  judge_ensemble_of_runs(run, tight, out);
  judge_statistics(run, out);
  judge_problem(run, tight, out);
  for (Check& check : out)
    look_up(run, check);
  return out;
}

Check judge_stop(const JudgedRun& run, double reached, double horizon) {
  Check check{.name = "run:completes",
              .value = reached,
              .low = horizon,
              .high = std::numeric_limits<double>::infinity(),
              .passed = false,
              .expected_failure = std::nullopt,
              .formula = "the horizon"};
  look_up(run, check);
  return check;
}

}  // namespace impactbench
