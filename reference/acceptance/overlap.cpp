#include "reference/acceptance/add_check.hpp"
#include "reference/acceptance/judges.hpp"
#include "reference/acceptance/scale.hpp"

#include "problems/contact/round_bodies.hpp"
#include "problems/model/generalised_system.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace impactbench {
namespace {

constexpr std::string_view own = "derived in reference/acceptance/judges.hpp";

/// The displacement by which a gap can close in a step, over the scale of overlaps.
double displacement_of_step(const JudgedRun& run) {
  const Problem& problem = run.problem;
  // A driven motion may be faster than its system knows.
  const double known = std::max(top_speed(problem), run.measured("truth_speed").value_or(0.0));
  const double displacement = run.h * run.measured("speed_most").value_or(known);
  const auto* generalised = generalised_system(*problem.system);
  if (generalised != nullptr)
    return displacement * constraint_scale(problem).steepness / generalised->length();
  const RoundBodies bodies = round_bodies(*problem.system);
  const double pairs = bodies.size() > 1 ? 2.0 : 1.0;
  return pairs * displacement /
         (2.0 * *std::max_element(bodies.radius.begin(), bodies.radius.end()));
}

/// k of the most compliant contact by NormalRule::cone, whose w is at most the largest of its
/// inverse masses.
double softest(const JudgedRun& run) {
  const Problem& problem = run.problem;
  const ConeRule& rule = run.step->cone;
  const RoundBodies bodies = round_bodies(*problem.system);
  double turning = 1.0;
  for (std::size_t i = 0; i < bodies.inertia.size(); ++i)
    turning = std::max(
        turning, 1.0 + bodies.mass[i] * bodies.radius[i] * bodies.radius[i] / bodies.inertia[i]);
  const double turns = rule.near_rigid / (2.0 * std::numbers::pi);
  const double w = turning / problem.traits.smallest_reduced_mass;
  const double settles = run.h * (run.h + rule.relaxation);
  return 1.0 / (settles * std::max(turns * turns * w, rule.compliance / settles));
}

/// For ImpedanceRule: bodies that meet with V, twice the largest speed of the run, get no deeper
/// than a free oscillation of the time T zeta, plus the displacement of a step; a resting body
/// bears the weight M g of all with the impedance alone, (1 - d) W M g / (d k d).
double impedance_depth(const JudgedRun& run) {
  const ImpedanceRule& rule = *run.step->cone.impedance;
  const RoundBodies bodies = round_bodies(*run.problem.system);
  const double speed = 2.0 * run.measured("speed_most").value_or(top_speed(run.problem));
  const double d = std::min(rule.least, rule.most);
  const double time = rule.most * rule.time_constant * rule.damping_ratio / d;
  const double weight = gravity_of(run.problem) *
                        std::accumulate(bodies.mass.begin(), bodies.mass.end(), 0.0) /
                        run.problem.traits.smallest_reduced_mass;
  return (time + run.h) * speed + (1.0 - d) * time * time * weight;
}

/// The depth of soft constraints over a length L, V their largest rate. An impedance is limited as
/// that of bodies is, with the acceleration a of constraints by forces and friction. Another rule
/// opens a closed constraint by the share h / (h + tau) of its depth in a step, less h R_n p_n: it
/// gets no deeper than (h + tau) R_n p_n of the largest impulse, and h V of the step that closes
/// it,
///
///   R_n <= max((beta / 2 pi)^2 w, 1 / (k h (h + tau))),  w the larger of W_n and W_t,
///
/// p_n |g| in the metric of M^-1 what the run's contacts are judged in units of (law_impulse).
void judge_soft_constraints(const JudgedRun& run, std::vector<Check>& out) {
  const ConeRule& rule = run.step->cone;
  const ConstraintScale scale = constraint_scale(run.problem);
  const double L = smallest_length(run.problem), V = scale.steepest * top_speed(run.problem);
  LimitNote note{"limit:penetration", CheckKind::law, "", own};
  double limit = 0.0;
  if (const auto& soft = rule.impedance) {
    const double d = std::min(soft->least, soft->most);
    const double time = soft->most * soft->time_constant * soft->damping_ratio / d;
    limit = ((time + run.h) * V + (1.0 - d) * time * time * scale.with_friction) / L;
    note.formula = fmt::format(
        "((T' + h) V + (1 - d) T'^2 a) / L, T' = d_1 T zeta / d = {:.3g} s, V = {:.3g}, a = "
        "{:.3g}: "
        "{:.3g}",
        time, V, scale.with_friction, limit);
  } else {
    const auto largest = run.measured("law_impulse");
    if (!largest) return;
    const double settles = run.h + rule.relaxation;
    const double w = std::max(1.0 / run.problem.traits.smallest_reduced_mass, scale.slipping);
    const double turns = rule.near_rigid / (2.0 * std::numbers::pi);
    const double yields = std::max(turns * turns * w, rule.compliance / (run.h * settles));
    const double impulse = *largest * std::sqrt(scale.heaviest);
    limit = (run.h * V + settles * yields * impulse) / L;
    note.formula = fmt::format(
        "(h V + (h + tau) R_n p_n) / L with V = {:.3g}, R_n <= {:.3g}, p_n <= "
        "{:.3g}: {:.3g}",
        V, yields, impulse, limit);
  }
  add(out, note, run.measured("penetration_relative"), any_low, limit + 1e-9, 1.0);
}

/// The energy of its springs is at most that of the start plus the work of weights while they sink
/// in: k D^2 / 2 <= E_0 + M g D.
void judge_soft(const JudgedRun& run, std::vector<Check>& out) {
  if (generalised_system(*run.problem.system) != nullptr) return judge_soft_constraints(run, out);
  const auto energy = energy_of_start(run);
  const ProblemTraits& traits = run.problem.traits;
  if (!energy || traits.driven || remembers(run.problem)) return;
  const auto radius = round_bodies(*run.problem.system).radius;
  const double diameter = 2.0 * *std::max_element(radius.begin(), radius.end());
  if (run.step->cone.impedance) {
    const double limit = impedance_depth(run) / diameter;
    add(out,
        {"limit:penetration", CheckKind::law,
         fmt::format("((T' + h) V + (1 - d) T'^2 W M g) / 2r, T' = d_1 T zeta / d: {:.3g}", limit),
         own},
        run.measured("penetration_relative"), any_low, limit + 1e-9, 1.0);
    return;
  }
  const auto mass = round_bodies(*run.problem.system).mass;
  const double k = softest(run);
  const double sunk = std::accumulate(mass.begin(), mass.end(), 0.0) * gravity_of(run.problem) / k;
  const double limit = (sunk + std::sqrt(sunk * sunk + 2.0 * *energy / k)) / diameter;
  add(out,
      {"limit:penetration", CheckKind::law,
       fmt::format("(s + sqrt(s^2 + 2 E_0 / k)) over a diameter with k = {:.3g} N/m, s = M g / k: "
                   "{:.3g}",
                   k, limit),
       own},
      run.measured("penetration_relative"), any_low, limit + 1e-9, 1.0);
}

/// A linearised gap does not see how a constraint of coordinates bends inwards within a step: f is
/// off by f'' (h v)^2 / 2, at most half a way squared where it turns within its length. (Gaps of
/// round bodies are convex: linearised, they are underestimated.)
bool linearises_constraints(const JudgedRun& run) {
  if (!run.step || generalised_system(*run.problem.system) == nullptr) return false;
  const NormalRule rule = run.step->normal;
  return rule == NormalRule::cone ||
         (rule == NormalRule::position && run.step->place == ContactPlace::start);
}

/// Nothing gets past a barrier: overlaps are below its inset.
void judge_barrier(const JudgedRun& run, std::vector<Check>& out) {
  const BarrierRule& rule = run.step->barrier;
  double size = 1.0;  // over the length of a generalised system
  if (generalised_system(*run.problem.system) == nullptr) {
    const auto radius = round_bodies(*run.problem.system).radius;
    size = 0.5 * *std::min_element(radius.begin(), radius.end()) /
           *std::max_element(radius.begin(), radius.end());
  }
  const double limit = rule.inset * rule.range * size;
  add(out,
      {"claim:barrier", CheckKind::law,
       fmt::format("inset of the barrier over a diameter: {:.3g}", limit), own},
      run.measured("penetration_relative"), any_low, limit + 1e-13, 1.0);
}

}  // namespace

void judge_overlap(const JudgedRun& run, bool tight, std::vector<Check>& out) {
  if (run.contact || !has_contacts(*run.problem.system)) return;
  if (run.overlap == OverlapBound::elements) return;  // of such bodies: problems/bars.cpp
  if (run.step && run.step->normal == NormalRule::cone && !run.step->cone.hard()) {
    judge_soft(run, out);
    return;
  }
  if (run.step && run.step->normal == NormalRule::barrier) {
    judge_barrier(run, out);
    return;
  }
  const double displacement = displacement_of_step(run);
  if (run.overlap == OverlapBound::none) {
    const bool linearised = linearises_constraints(run);
    const double bend = linearised ? displacement * displacement : 0.0;
    add(out,
        {"claim:feasible", CheckKind::law,
         linearised
             ? fmt::format("tolerance of the solvers and (h V / L)^2 of a bend: {:.3g}", bend)
             : "default tolerance of the solvers",
         "claim"},
        run.measured("penetration_relative"), any_low, (tight ? 1e-9 : 1e-6) + bend, 1.0);
    return;
  }
  if (run.overlap == OverlapBound::half_step) {
    const double ahead = run.step ? run.step->ahead : 0.5;
    const double theta = run.motion && run.motion->path == PathRule::mean ? run.motion->theta : 0.5;
    // A contact without rebound goes on by the share of v^n in the displacement to the next place.
    const double left = 1.0 - theta - ahead;
    const double between = (std::abs(left) + theta + ahead + std::max(0.0, left)) * displacement;
    add(out,
        {"limit:penetration", CheckKind::law,
         fmt::format("displacement between places where gaps are evaluated, over a diameter, "
                     "{:.3g}",
                     between),
         own},
        run.measured("penetration_midpoint_relative"), any_low,
        (tight ? 0.5 : 1.0) * between + 1e-9, 1.0);
    return;
  }
  const double e = run.problem.traits.restitution;
  const auto* generalised = generalised_system(*run.problem.system);
  const bool curved = generalised != nullptr && !generalised->convex();
  const double bend = curved ? 2.0 * e * (1.0 + e) * displacement * displacement : 0.0;
  const double limit = 2.0 * e / (1.0 + e) * displacement + bend + (tight ? 1e-9 : 1e-6);
  add(out,
      {"limit:penetration", CheckKind::law,
       fmt::format("2 e / (1 + e) of the displacement of a step and its bend: {:.3g}", limit), own},
      run.measured("penetration_relative"), any_low, limit, 1.0);
}

}  // namespace impactbench
