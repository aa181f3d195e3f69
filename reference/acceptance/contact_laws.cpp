#include "problems/contact/round_bodies.hpp"
#include "reference/acceptance/add_check.hpp"
#include "reference/acceptance/judges.hpp"
#include "reference/acceptance/scale.hpp"
#include "reference/support/damping_ratio.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <string>

namespace impactbench {
namespace {

constexpr std::string_view own = "derived in reference/acceptance/contact_laws.cpp";

/// Rounding of an impulse, over the largest.
constexpr double rounding = 1e-9;
/// Where a law is wrong altogether.
constexpr double whole = 1.0;

/// A limit with the formula that it was made by.
struct Bound {
  double value;
  std::string formula;
};

/// The residual that the solve of a step may leave in its laws, over the largest impulse P.
struct Left {
  Bound normal, slip;
};

/// What rounding leaves of a rate at a contact, a sum of two or four velocities [m/s]; where a rule
/// binds gaps, of those too, which are those of places, over a step.
double rounding_of_rates(const JudgedRun& run, const ContactStep& step) {
  constexpr double eps = std::numeric_limits<double>::epsilon();
  const bool gaps = step.normal == NormalRule::position || step.normal == NormalRule::glue ||
                    step.normal == NormalRule::cone;
  return 4.0 * eps * (largest_speed(run) + (gaps ? farthest_place(run) / run.h : 0.0));
}

/// The stiffness of a spring at a depth D, and of its dashpot over a step, with a reduced mass m.
double largest_stiffness(const JudgedRun& run, const ContactStep& step, double m, double D) {
  const double alpha = step.spring.exponent, c = step.spring.coefficient;
  double k = alpha * (alpha - 1.0) * c * std::pow(D, alpha - 2.0);
  if (run.problem.traits.restitution < 1.0)
    k += 0.5 * alpha * std::sqrt(8.0 * c * m) * std::pow(D, 0.5 * alpha - 1.0) / run.h;
  return k;
}

/// Newton's method takes the forces that it ends with from its last linearisation, and moves on by
/// less than tol from there: a spring of the largest stiffness k = alpha (alpha - 1) c D^(alpha-2),
/// or of the dashpot's, is off by h k tol at most (where it opens; elsewhere by the square of tol),
/// its normal turns by tol / L, L the least distance of two centres, and a slip velocity is off by
/// 2 tol / h, of the impulse 2 m tol / h. Of a pair tol is sqrt(2) times the scheme's, which is the
/// 2-norm of a move: both bodies may move by tol / sqrt(2) each.
Left left_by_newton(const JudgedRun& run, const ContactStep& step, double m, double P) {
  const RoundBodies bodies = round_bodies(*run.problem.system);
  const double widest = 2.0 * *std::max_element(bodies.radius.begin(), bodies.radius.end());
  const double D = std::max(run.measured("penetration_relative").value_or(0.0), 1e-12) * widest;
  const double k = largest_stiffness(run, step, m, D);
  const double tol = (bodies.size() > 1 ? std::numbers::sqrt2 : 1.0) * step.tolerance;
  const double L = std::max(2.0 * smallest_length(run.problem) - D, tol);
  const double rounded = rounding + m * rounding_of_rates(run, step) / P;
  const double spring = run.h * k * tol / P + tol / L;
  const double slip = spring + 2.0 * m * tol / (run.h * P);
  const std::string sizes =
      fmt::format("k = {:.3g} N/m, tol = {:.3g} m, m = {:.3g} kg, L = {:.3g} m, P = {:.3g} N s", k,
                  tol, m, L, P);
  return {{rounded + spring, fmt::format("h k tol / P + tol / L + {:.3g} with {}", rounded, sizes)},
          {rounded + slip,
           fmt::format("(h k + 2 m / h) tol / P + tol / L + {:.3g} with {}", rounded, sizes)}};
}

/// A contact problem that is left with a residual of u [m/s], recomputed from the problem that the
/// scheme posed (and judged by limit:complementarity), is off by the impulse m u, 4 times where
/// bodies have several contacts. A film: gaps to tol smallest radii r, of the impulse m tol r / h.
/// Rates are rounded, and so is what they are compared with.
Left left_by_solve(const JudgedRun& run, const ContactStep& step) {
  const auto mass = round_bodies(*run.problem.system).mass;
  const double m = *std::max_element(mass.begin(), mass.end());
  const double P = run.measured("law_impulse").value_or(0.0);
  const double r = P > 0.0 ? m * rounding_of_rates(run, step) / P : 0.0;
  const Bound rounded{rounding + r, fmt::format("rounding, {:.3g}", rounding + r)};
  if (!(P > 0.0)) return {rounded, rounded};
  if (is_spring(step.normal))
    return step.tolerance > 0.0 ? left_by_newton(run, step, m, P) : Left{rounded, rounded};
  double u = run.measured("complementarity_residual").value_or(0.0);
  if (step.normal == NormalRule::cone) {
    const double speed = run.measured("speed_most").value_or(top_speed(run.problem));
    u = step.cone.tolerance * (speed + run.h * gravity_of(run.problem)) +
        step.cone.play * smallest_length(run.problem) / run.h;
  }
  if (step.normal == NormalRule::barrier) {
    const double speed = run.measured("speed_most").value_or(top_speed(run.problem));
    u = step.barrier.tolerance * (speed + run.h * gravity_of(run.problem));
  }
  if (step.normal == NormalRule::film) u = step.tolerance * smallest_length(run.problem) / run.h;
  const Bound left{
      rounded.value + 4.0 * m * u / P,
      fmt::format("4 m u / P + {:.3g} with m = {:.3g} kg, u = {:.3g} m/s, P = {:.3g} N s",
                  rounded.value, m, u, P)};
  return {left, left};
}

/// The same of constraints, in the metric of M^-1, where an impulse of a reduced mass m that is off
/// by a speed u is off by sqrt(m) u: a nearest point is found to 1e-8 of the impulse that it takes;
/// rates are rounded; Newton's method moves on by tol, of a gap steepness tol; a barrier is left
/// with its tolerance of the largest momentum.
Bound left_of_constraints(const JudgedRun& run, const ContactStep& step) {
  constexpr double projected = 1e-8;
  const Bound nearest{projected, fmt::format("error of the projection, {:g}", projected)};
  const double P = run.measured("law_impulse").value_or(0.0);
  if (!(P > 0.0)) return nearest;
  const ConstraintScale scale = constraint_scale(run.problem);
  if (!is_spring(step.normal)) {
    double u = run.measured("complementarity_residual").value_or(0.0);
    if (step.normal == NormalRule::barrier) {
      const double speed = top_speed(run.problem) * scale.steepness + run.h * scale.acceleration;
      u = step.barrier.tolerance * speed;
    }
    const double root = std::sqrt(scale.heaviest);
    const double rounded = projected + root * scale.steepness * rounding_of_rates(run, step) / P;
    return {rounded + 4.0 * root * u / P,
            fmt::format("4 sqrt(m) u / P + {:.3g} with u = {:.3g}, P = {:.3g}", rounded, u, P)};
  }
  if (!(step.tolerance > 0.0)) return {rounding, fmt::format("rounding, {:g}", rounding)};
  const double tol = scale.steepness * step.tolerance;
  const double length = smallest_length(run.problem);
  const double D = std::max(run.measured("penetration_relative").value_or(0.0), 1e-12) * length;
  const double k = largest_stiffness(run, step, scale.heaviest, D);
  // Velocities are differences of places over h, which are rounded.
  const double rounded =
      std::numeric_limits<double>::epsilon() * length * std::sqrt(scale.heaviest) / (run.h * P);
  const double left = run.h * k * tol / (std::sqrt(run.problem.traits.smallest_reduced_mass) * P) +
                      tol / length + rounded;
  return {rounding + left,
          fmt::format("h k tol / (sqrt(m) P) + tol / L + 2e-16 sqrt(m) L / (h P) + {:g} with k = "
                      "{:.3g}, tol = {:.3g}, P = {:.3g}",
                      rounding, k, tol, P)};
}

/// The change by the turning of the line of centres, over v, of a pair that approaches with v along
/// it and slides by with v_t. The bodies draw apart with a = v_t^2 / L besides, L the least
/// distance. In a linear contact of frequency w and damping ratio zeta a steady a moves the overlap
/// at the end by (1 + e) a / w^2 and its rate not at all; the contact ends earlier by that over e
/// v, where the dashpot slows with 2 zeta w e v: dv = 2 zeta (1 + e) a / w. What friction changes a
/// by, from v_t on at most 2 v_t mu (1 + e) v / L, adds at most int |cos w t| dt = 2 / w of it. The
/// overlap is D = v / w exp(-zeta / s atan(s / zeta)), s = sqrt(1 - zeta^2).
double turned(const JudgedRun& run, double v) {
  const RoundBodies bodies = round_bodies(*run.problem.system);
  if (bodies.size() < 2) return 0.0;
  const double e = run.problem.traits.restitution, mu = bodies.law.friction;
  const double widest = 2.0 * *std::max_element(bodies.radius.begin(), bodies.radius.end());
  const double D = run.measured("penetration_relative").value_or(0.0) * widest;
  const double C = std::max(closing_speed(run.problem) / v, 1.0);
  const double slide = C * C - 1.0;  // (v_t / v)^2
  const double zeta = std::min(static_cast<double>(damping_ratio(e, run.contact->end)), 1.0 - 1e-9);
  const double s = std::sqrt(1.0 - zeta * zeta);
  const double way = D * std::exp(zeta / s * std::atan2(s, zeta));  // v / w
  const double slowed = std::min(slide, 2.0 * std::sqrt(slide) * mu * (1.0 + e));
  const double steady = 2.0 * zeta * (1.0 + e);
  return (steady * slide + (2.0 + steady) * slowed) * way /
         std::max(2.0 * smallest_length(run.problem) - D, D);
}

/// Realised restitution, over the largest speed of approach v. Newton's law holds in the step
/// itself. A spring gives e back but for what the steps leave of the phase phi that one covers of a
/// contact: of order 1 half of the energy (pi / 2) phi that an impact changes by, and entry and
/// exit inside of a step; but for gravity and a field while it lasts, g T / v; and but for the
/// turning of the line of centres. Of other forces nothing is known. A scheme that projects
/// positions realises e over the steps around an impact, not in one: it is not judged so.
std::optional<Bound> restitution_bound(const JudgedRun& run) {
  const double v = run.measured("law_approach").value_or(0.0);
  if (!(v > 0.0)) return std::nullopt;
  if (!run.contact) {
    if (!run.step) {
      if (!run.problem.system->constant_force()) return std::nullopt;
      // Velocities are those at the ends of the step: the weight of a step is in them.
      const double e = run.problem.traits.restitution;
      const double weight = (1.0 + e) * gravity_of(run.problem) * run.h / v;
      return Bound{0.02 + weight,
                   fmt::format("0.02 + (1 + e) g h / v for a scheme that does not state its step, "
                               "(1 + e) g h / v = {:.3g}",
                               weight)};
    }
    if (run.step->normal != NormalRule::velocity) return std::nullopt;
    const double u = run.measured("complementarity_residual").value_or(0.0);
    return Bound{rounding + 4.0 * u / v,
                 fmt::format("4 u / v + {:g}, u = {:.3g} m/s", rounding, u)};
  }
  const auto phase = contact_phase_per_step(run);
  if (!phase) return std::nullopt;
  // A dashpot sets in within a step: its dissipation is known to O(h), for any order.
  const double order = run.claimed_order.value_or(1.0);
  const double p = run.problem.traits.restitution < 1.0 ? std::min(order, 1.0) : order;
  const double duration = std::numbers::pi * run.h / *phase;
  const auto a = largest_acceleration(run.problem, duration);
  if (!a) return std::nullopt;
  const double sag = *a * duration / v;
  if (sag > 0.25) return std::nullopt;  // what touches so slowly rests
  const double turn = turned(run, v);
  return Bound{2.0 * std::pow(*phase, p) + 2.0 * sag + turn,
               fmt::format("2 phi^{:g} + 2 g T / v + s with phi = {:.3g}, g T / v = {:.3g}, s = "
                           "{:.3g} by the turning of lines of centres",
                           p, *phase, sag, turn)};
}

/// The same of constraints by a scheme that does not state its step, where forces are known: rates
/// beside an impact change by a h, a what these accelerate a constraint by.
std::optional<Bound> constraint_restitution_bound(const JudgedRun& run) {
  const double v = run.measured("law_approach").value_or(0.0);
  const GeneralisedSystem& system = *generalised_system(*run.problem.system);
  if (!(v > 0.0) || !system.constant_force() || !system.constant_mass()) return std::nullopt;
  const double e = run.problem.traits.restitution;
  const double forced = (1.0 + e) * constraint_scale(run.problem).acceleration * run.h / v;
  return Bound{0.02 + forced,
               fmt::format("0.02 + (1 + e) a h / v for a scheme that does not state its step, "
                           "(1 + e) a h / v = {:.3g}",
                           forced)};
}

/// The way u h / 2 of two bodies in half of a step over their least distance 2 r: up to the angle
/// by which a line of centres turns on it, less than a right angle below 1.
double turn_in_half_a_step(const JudgedRun& run) {
  return 0.25 * run.h * closing_speed(run.problem) / smallest_length(run.problem);
}

/// Impulses act along a line of centres that may turn by this in half of a step that is not stated;
/// twice, where a body has two in a step.
Bound turned_in_half_a_step(const JudgedRun& run, double times) {
  const double turn = times * turn_in_half_a_step(run);
  return {std::max(0.01, turn),
          fmt::format("0.01 or {} h u / (4 r) = {:.3g} for a scheme that does not state its step",
                      times, turn)};
}

/// Bodies that may pass each other in half of a step may have the opposite normal in its middle,
/// and a pressing impulse the opposite sign along it: then no limit (above the largest impulse at
/// either tolerance). The normal of a half-space is the same everywhere.
Bound pull_in_the_middle(const JudgedRun& run) {
  const RoundBodies bodies = round_bodies(*run.problem.system);
  const bool turns =
      bodies.size() > 1 || std::any_of(bodies.obstacles.begin(), bodies.obstacles.end(),
                                       [](const Obstacle& o) { return !o.flat(); });
  const double turn = turns ? turn_in_half_a_step(run) : 0.0;
  return {turn < 1.0 ? 0.01 : 10.0,
          fmt::format("0.01 for a scheme that does not state its step, none where bodies may pass "
                      "each other in half of it, h u / (4 r) >= 1: {:.3g}",
                      turn)};
}

}  // namespace

void judge_contact_laws(const JudgedRun& run, bool tight, std::vector<Check>& out) {
  if (!(run.measured("law_contacts").value_or(0.0) > 0.0)) return;
  const double share = tight ? 0.1 : 1.0;
  const auto check = [&](const char* law, const Bound& bound) {
    const std::string name(law);
    add(out, {"law:" + name, CheckKind::law, bound.formula, own}, run.measured("law_" + name),
        any_low, share * bound.value, whole);
  };
  if (run.problem.traits.bodies == BodyKind::generalised) {
    if (!run.step) {
      const Bound rounded{rounding, fmt::format("rounding, {:g}", rounding)};
      check("pull", rounded);
      if (run.problem.traits.friction) check("cone", rounded);
      if (const auto bound = constraint_restitution_bound(run)) check("restitution", *bound);
      return;
    }
    const Bound left = left_of_constraints(run, *run.step);
    for (const char* law : {"pull", "distance", "normal"})
      check(law, left);
    if (run.motion || run.step->normal != NormalRule::velocity) check("momentum", left);
    if (!run.problem.traits.friction) return;
    for (const char* law : {"cone", "slip"})
      check(law, left);
    return;
  }
  // If a scheme does not state its step, the gap and the normal are those of its middle.
  const Bound middle{1e-2, "0.01 for a scheme that does not state its step"};
  const Bound rounded{rounding, fmt::format("rounding, {:g}", rounding)};
  const Left left = run.step ? left_by_solve(run, *run.step) : Left{middle, middle};
  check("pull", run.step ? left.normal : pull_in_the_middle(run));
  check("distance", left.normal);
  check("cone", run.step ? left.normal : turned_in_half_a_step(run, 1.0));
  check("reaction", rounded);
  if (run.step) check("normal", left.normal);
  if (run.quantities.contains("law_momentum"))
    check("momentum", run.step ? left.normal : turned_in_half_a_step(run, 2.0));
  if (run.problem.traits.friction) {
    check("lever", run.step ? rounded : turned_in_half_a_step(run, 1.0));
    // Where contacts that stick turn their slip round in each step, whose slip it is must be known.
    const Bound mean{0.05, "0.05 for a scheme that does not state its step"};
    const bool turns = round_bodies(*run.problem.system).law.tangential_restitution != 0.0;
    if (run.step || !turns) check("slip", run.step ? left.slip : mean);
  }
  if (const auto bound = restitution_bound(run)) check("restitution", *bound);
}

}  // namespace impactbench
