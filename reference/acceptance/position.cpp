#include "problems/model/round_system.hpp"
#include "reference/acceptance/add_check.hpp"
#include "reference/acceptance/judges.hpp"
#include "reference/acceptance/problems/limits_of_problems.hpp"
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
  const double V = top_speed(run.problem);
  // Where begins and ends are not counted, each impact of the truth is one of both.
  const auto events = run.measured("event_count");
  const double n = events ? 0.5 * *events : value(run, "truth_impacts");
  const double each = run.rebound_takes_a_step ? 4.0 : 2.0;
  const double steps = std::max(10.0, each * n) * value(run, "truth_growth", 1.0);
  const double limit = steps * run.h * V;
  const double U = value(run, "truth_uncertainty"), D = bars::distance_of_contacts(run);
  const std::string unsure = (U > 0.0 ? fmt::format(" + U of the truth, {:.3g}", U) : "") +
                             (D > 0.0 ? fmt::format(" + D of elements, {:.3g}", D) : "");
  add(out,
      {"truth:position", CheckKind::truth,
       fmt::format("{:.3g} h V = {:.3g} with V = {:.3g}{}", steps, limit, V, unsure), own},
      run.measured("position_error_sup"), any_low,
      (tight ? 0.3 : 1.0) * limit + U + D + rounding_of_places(run),
      displacement_of_truth(run).value_or(no_scale));
}

/// What a located motion is off by grows as any error does; the truth is known to U.
void judge_located(const JudgedRun& run, bool tight, std::vector<Check>& out) {
  const double V = std::max(top_speed(run.problem), value(run, "truth_speed"));
  const double L = smallest_length(run.problem), U = value(run, "truth_uncertainty");
  const double share = located_error(run), growth = value(run, "truth_growth", 1.0);
  const double limit = share * (L + V * run.problem.horizon) * growth;
  add(out,
      {"truth:position", CheckKind::truth,
       fmt::format(
           "eps (L + V T) growth = {:.3g} with eps = {:.3g}, L = {:.3g}, V = {:.3g}, growth "
           "= {:.3g}{}",
           limit, share, L, V, growth, U > 0.0 ? fmt::format(" + U of the truth, {:.3g}", U) : ""),
       own},
      run.measured("position_error_sup"), any_low,
      (tight ? 0.3 : 1.0) * limit + U + rounding_of_places(run),
      displacement_of_truth(run).value_or(no_scale));
}

/// What one body with friction is off by along its walls, over h [m/s]; `J`: of its jumps.
double along_walls(const JudgedRun& run, double N, double J) {
  const ProblemTraits& traits = run.problem.traits;
  const double e = traits.restitution;
  const RoundSystem* system = round_system(*run.problem.system);
  if (system == nullptr || traits.body_count != 1 || !traits.friction || !(e > 0.0) || !(N > 1.0))
    return 0.0;
  double mu = 0.0;
  for (const ContactLaw& law : system->laws().table())
    mu = std::max(mu, law.friction);
  // J adds the largest components of jumps: a normal one is below sqrt(d) times that.
  const double most = std::min(1.0, mu * std::sqrt(static_cast<double>(system->dimension()))) * J;
  return (1.0 + 1.0 / e) * (N - 1.0) * std::min(2.0 * value(run, "truth_speed"), most);
}

void judge_rigid(const JudgedRun& run, bool tight, std::vector<Check>& out) {
  const double e = run.problem.traits.restitution, T = run.problem.horizon;
  const double steps = run.rebound_takes_a_step ? 2.0 : 1.0;
  const double N = value(run, "truth_impacts"), J = value(run, "truth_jump");
  const double left = value(run, "truth_exposure");
  const double a = std::max(value(run, "truth_acceleration"), gravity_of(run.problem));
  const double V0 = run.problem.traits.first_order ? value(run, "truth_speed") : 0.0;
  const double growth = value(run, "truth_growth", 1.0);
  const double F = along_walls(run, N, J);
  const double limit =
      steps * run.h * (J + F + (1.0 + e) * (a * (T + left) + (1.0 + N) * V0)) * growth;
  add(out,
      {"truth:position", CheckKind::truth,
       fmt::format(
           "{:g} h (J{} + (1 + e) (a (T + T_left) + (1 + N) V0)) growth = {:.3g} m with J = "
           "{:.3g} m/s{}, a = {:.3g} m/s2, T_left = {:.3g} s, N = {:g}, V0 = {:.3g} m/s, "
           "growth = {:.3g}",
           steps, F > 0.0 ? " + F" : "", limit, J,
           F > 0.0 ? fmt::format(", F = {:.3g} m/s", F) : "", a, left, N, V0, growth),
       own},
      run.measured("position_error_sup"), any_low,
      (tight ? 0.3 : 1.0) * limit + rounding_of_places(run),
      displacement_of_truth(run).value_or(no_scale));
}

/// Sticking by a viscosity c that acts on the mean slip velocity of a step multiplies what is left
/// of slip by rho = (1 - x / 2) / (1 + x / 2), x = h c W_t: where x is large it changes its sign
/// and stays. Left by the last step that slips: at most what that step changes, mu h F W_t with F
/// <= w m v, in the first part of a contact F <= sqrt(2 mu w^2 m u / W_t) / mu, u <= v. Over W_t m
/// v, and after half a contact, of pi / (2 phi) steps.
double slip_left(const JudgedRun& run, double phase) {
  if (!run.step || run.step->slip != SlipRule::viscous_mean) return 0.0;
  const RoundBodies bodies = round_bodies(*run.problem.system);
  const double mu = bodies.law.friction;
  if (!(mu > 0.0) || bodies.inertia.empty()) return 0.0;
  double turning = 1.0, mobility = 0.0;  // m W_t and W_t
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const double m = bodies.mass[i], r = bodies.radius[i];
    const double of = 1.0 + m * r * r / bodies.inertia[i];
    turning = std::max(turning, of);
    mobility = std::max(mobility, of / m);
  }
  const double x = run.h * run.step->stick * mobility;
  const double rho = std::abs(1.0 - 0.5 * x) / (1.0 + 0.5 * x);
  return std::min(mu, std::sqrt(2.0 * mu / turning)) * phase *
         std::pow(rho, 0.5 * std::numbers::pi / phase);
}

void judge_compliant(const JudgedRun& run, double phase, bool tight, std::vector<Check>& out) {
  const double p = run.claimed_order.value_or(1.0), share = std::pow(phase, p);
  const double V = value(run, "truth_speed"), N = std::max(1.0, value(run, "truth_impacts"));
  const double slip = slip_left(run, phase);
  const double limit = 0.25 * std::numbers::pi * N * (share + slip) * V * run.problem.horizon +
                       1e3 * rounding_of_motion(run);
  const std::string formula =
      slip > 0.0 ? fmt::format(
                       "(pi/4) N (phi^{:g} + s) V T = {:.3g} m with N = {:g}, phi = {:.3g}, s = "
                       "{:.3g}, V = {:.3g} m/s",
                       p, limit, N, phase, slip, V)
                 : fmt::format(
                       "(pi/4) N phi^{:g} V T = {:.3g} m with N = {:g}, phi = {:.3g}, V = {:.3g} "
                       "m/s",
                       p, limit, N, phase, V);
  add(out, {"truth:position", CheckKind::truth, formula, own}, run.measured("position_error_sup"),
      any_low, (tight ? 0.1 : 1.0) * limit + rounding_of_places(run),
      displacement_of_truth(run).value_or(no_scale));
}

}  // namespace

void judge_position(const JudgedRun& run, bool tight, std::vector<Check>& out) {
  const auto phase = contact_phase_per_step(run);
  const bool known = run.quantities.contains("position_error_sup") && trajectory_judged(run);
  if (known && phase) {
    judge_compliant(run, *phase, tight, out);
  } else if (known && run.located) {
    judge_located(run, tight, out);
  } else if (known && run.problem.traits.bodies == BodyKind::generalised) {
    judge_generalised(run, tight, out);
  } else if (known) {
    judge_rigid(run, tight, out);
  }
  const auto depth = run.measured("penetration_relative_error_relative");
  if (!phase || !depth) return;
  const double p = run.claimed_order.value_or(1.0);
  const double growth = growth_left(run);
  const double limit = 5.0 * std::pow(*phase, p) + growth + 1e-9;
  add(out,
      {"truth:penetration", CheckKind::truth,
       fmt::format("5 phi^{:g} + G with phi = {:.3g}, G = {:.3g}", p, *phase, growth), own},
      depth, any_low, (tight ? 0.1 : 1.0) * limit, 1.0);
}

}  // namespace impactbench
