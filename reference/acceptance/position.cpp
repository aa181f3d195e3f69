#include "reference/acceptance/add_check.hpp"
#include "reference/acceptance/judges.hpp"
#include "reference/acceptance/scale.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace impactbench {
namespace {

constexpr std::string_view own = "derived in reference/acceptance/judges.hpp";

double value(const JudgedRun& run, const char* name, double absent = 0.0) {
  return run.measured(name).value_or(absent);
}

/// In any coordinates, whose accelerations and turning walls are of any size.
void judge_generalised(const JudgedRun& run, bool tight, std::vector<Check>& out) {
  const double V = top_speed(run.problem), limit = 10.0 * run.h * V;
  add(out,
      {"truth:position", CheckKind::truth, fmt::format("10 h V = {:.3g} with V = {:.3g}", limit, V),
       own},
      run.measured("position_error_sup"), any_low, (tight ? 0.3 : 1.0) * limit + 1e-12,
      way_of_truth(run).value_or(no_scale));
}

void judge_rigid(const JudgedRun& run, bool tight, std::vector<Check>& out) {
  const double e = run.problem.traits.restitution, T = run.problem.horizon;
  const double steps = run.rebound_takes_a_step ? 2.0 : 1.0;
  const double N = value(run, "truth_impacts"), J = value(run, "truth_jump");
  const double left = value(run, "truth_exposure");
  const double a = std::max(value(run, "truth_acceleration"), gravity_of(run.problem));
  const double V0 = run.problem.traits.first_order ? value(run, "truth_speed") : 0.0;
  const double growth = value(run, "truth_growth", 1.0);
  const double limit =
      steps * run.h * (J + (1.0 + e) * (a * (T + left) + (1.0 + N) * V0)) * growth + 1e-12;
  add(out,
      {"truth:position", CheckKind::truth,
       fmt::format("{:g} h (J + (1 + e) (a (T + T_left) + (1 + N) V0)) growth = {:.3g} m with J = "
                   "{:.3g} m/s, a = {:.3g} m/s2, T_left = {:.3g} s, N = {:g}, V0 = {:.3g} m/s, "
                   "growth = {:.3g}",
                   steps, limit, J, a, left, N, V0, growth),
       own},
      run.measured("position_error_sup"), any_low, (tight ? 0.3 : 1.0) * limit,
      way_of_truth(run).value_or(no_scale));
}

void judge_compliant(const JudgedRun& run, double phase, bool tight, std::vector<Check>& out) {
  const double p = run.claimed_order.value_or(1.0), share = std::pow(phase, p);
  const double V = value(run, "truth_speed"), N = std::max(1.0, value(run, "truth_impacts"));
  const double limit = 0.25 * std::numbers::pi * N * share * V * run.problem.horizon + 1e-9;
  add(out,
      {"truth:position", CheckKind::truth,
       fmt::format("(pi/4) N phi^{:g} V T = {:.3g} m with N = {:g}, phi = {:.3g}, V = {:.3g} m/s",
                   p, limit, N, phase, V),
       own},
      run.measured("position_error_sup"), any_low, (tight ? 0.1 : 1.0) * limit,
      way_of_truth(run).value_or(no_scale));
}

}  // namespace

void judge_position(const JudgedRun& run, bool tight, std::vector<Check>& out) {
  const auto phase = contact_phase_per_step(run);
  const bool known = run.quantities.contains("position_error_sup") && trajectory_judged(run);
  if (known && phase) {
    judge_compliant(run, *phase, tight, out);
  } else if (known && run.problem.traits.bodies == BodyKind::generalised) {
    judge_generalised(run, tight, out);
  } else if (known) {
    judge_rigid(run, tight, out);
  }
  const auto depth = run.measured("penetration_relative_error_relative");
  if (!phase || !depth) return;
  const double p = run.claimed_order.value_or(1.0);
  const double limit = 5.0 * std::pow(*phase, p) + 1e-9;
  add(out,
      {"truth:penetration", CheckKind::truth,
       fmt::format("5 phi^{:g} with phi = {:.3g}", p, *phase), own},
      depth, any_low, (tight ? 0.1 : 1.0) * limit, 1.0);
}

}  // namespace impactbench
