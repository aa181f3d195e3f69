#include "reference/acceptance/scale.hpp"

#include "problems/contact/round_bodies.hpp"
#include "problems/model/coordinate_arms.hpp"
#include "reference/yardsticks/run_scales.hpp"
#include "reference/yardsticks/translations.hpp"

#include <Eigen/Cholesky>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <numbers>
#include <vector>

namespace impactbench {

namespace {

/// The speed that a time-varying force can add [m/s]: the largest |F / M| of 64 instants times T.
double driven_speed(const Problem& problem) {
  if (!problem.traits.driven) return 0.0;
  constexpr int instants = 64;
  Eigen::VectorXd force(problem.system->dofs());
  double most = 0.0;
  for (int k = 0; k <= instants; ++k) {
    const double t = problem.horizon * k / instants;
    problem.system->external_force(t, problem.initial.q, problem.initial.v, force);
    most = std::max(most, force.cwiseQuotient(problem.system->mass()).cwiseAbs().maxCoeff());
  }
  return most * problem.horizon;
}

/// The way down that body i has [m]: to the floor, or in free fall where there is none.
double drop_of(const Problem& problem, const RoundBodies& bodies, std::size_t i) {
  const double g = bodies.gravity.norm(), T = problem.horizon;
  if (!(g > 0.0)) return 0.0;
  const auto k = static_cast<Eigen::Index>(i) * bodies.stride;
  Vec3 place = Vec3::Zero();
  place.head(bodies.dimension) = problem.initial.q.segment(k, bodies.dimension);
  const double fall = problem.initial.v.segment(k, bodies.dimension).norm() * T + 0.5 * g * T * T;
  const Vec3 up = -bodies.gravity / g;
  const auto level = floor_of(bodies, up);
  return level ? std::max(0.0, place.dot(up) - bodies.radius[i] - *level) : fall;
}

/// The possible speed of each body at the start or after falling to the floor, in descending order.
std::vector<double> speeds(const Problem& problem, const RoundBodies& bodies) {
  const double g = bodies.gravity.norm();
  std::vector<double> out;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const auto k = static_cast<Eigen::Index>(i) * bodies.stride;
    const double v2 = problem.initial.v.segment(k, bodies.dimension).squaredNorm();
    out.push_back(std::sqrt(v2 + 2.0 * g * drop_of(problem, bodies, i)));
  }
  std::sort(out.begin(), out.end(), std::greater<>());
  return out;
}

/// c of the stiffest contact that the bodies can have.
double stiffest_coefficient(const JudgedRun& run) {
  const Compliance& law = *run.contact;
  if (!law.per_root_radius) return law.coefficient;
  const RoundBodies bodies = round_bodies(*run.problem.system);
  const double r = *std::max_element(bodies.radius.begin(), bodies.radius.end());
  return std::max(law.of_contact(0.5 * r, false).coefficient, law.of_contact(r, true).coefficient);
}

/// The phase of a contact of reduced mass m [kg] at such a speed [m/s].
std::optional<double> phase_per_step(const JudgedRun& run, double m, double speed) {
  if (!(speed > 0.0)) return std::nullopt;
  const double inverse = 1.0 / run.contact->exponent;
  const double depth = std::pow(m * speed * speed / (2.0 * stiffest_coefficient(run)), inverse);
  const double integral =
      std::sqrt(std::numbers::pi) * std::tgamma(1.0 + inverse) / std::tgamma(0.5 + inverse);
  return std::numbers::pi * run.h / (2.0 * integral * depth / speed);
}

/// The speed of an oscillation about the depth to which a weight m g presses a contact, m g D = c
/// D^alpha.
double sinking_speed(const JudgedRun& run, double m, double g) {
  return std::sqrt(
      2.0 * g * std::pow(m * g / stiffest_coefficient(run), 1.0 / (run.contact->exponent - 1.0)));
}

}  // namespace

bool relaxed(const JudgedRun& run) {
  if (!run.step) return false;
  if (run.step->normal == NormalRule::barrier) return true;
  return run.step->normal == NormalRule::cone &&
         (run.problem.traits.friction || !run.step->cone.hard());
}

std::optional<double> floor_of(const RoundBodies& bodies, const Vec3& up) {
  std::optional<double> out;
  for (const Obstacle& o : bodies.obstacles) {
    if (o.shape != Obstacle::Shape::half_space || o.b.dot(up) < 1.0 - 1e-12) continue;
    const double level = o.a.dot(up);
    if (!out || level > *out) out = level;
  }
  return out;
}

std::optional<double> energy_of_start(const JudgedRun& run) {
  const auto initial = run.measured("energy_initial");
  const Problem& problem = run.problem;
  const bool round =
      has_contacts(*problem.system) && problem.traits.bodies != BodyKind::generalised;
  if (!initial || !round || !problem.system->constant_force())
    return initial ? std::optional(std::abs(*initial)) : std::nullopt;
  const RoundBodies bodies = round_bodies(*problem.system);
  double out = std::max(0.0, *initial - problem.system->external_potential(0.0, problem.initial.q));
  for (std::size_t i = 0; i < bodies.size(); ++i)
    out += bodies.mass[i] * bodies.gravity.norm() *
           std::max(bodies.radius[i], drop_of(problem, bodies, i));
  return out;
}

double top_speed(const Problem& problem) {
  const auto* generalised = generalised_system(*problem.system);
  if (generalised != nullptr) return generalised->top_speed();
  const RoundBodies bodies = round_bodies(*problem.system);
  if (problem.traits.first_order) {
    Eigen::VectorXd desired = problem.initial.v;
    problem.system->external_force(0.0, problem.initial.q, problem.initial.v, desired);
    return desired.cwiseQuotient(problem.system->mass()).cwiseAbs().maxCoeff();
  }
  return speeds(problem, bodies).front() + driven_speed(problem);
}

double closing_speed(const Problem& problem) {
  const std::vector<double> of = speeds(problem, round_bodies(*problem.system));
  return of[0] + (of.size() > 1 ? of[1] : 0.0) + driven_speed(problem);
}

double smallest_length(const Problem& problem) {
  const auto* generalised = generalised_system(*problem.system);
  if (generalised != nullptr) return generalised->length();
  if (const auto* sweeping = sweeping_system(*problem.system)) return sweeping->length();
  const auto radius = round_bodies(*problem.system).radius;
  return *std::min_element(radius.begin(), radius.end());
}

double unit_of_residuals(const JudgedRun& run) {
  const bool gaps =
      run.step ? run.step->normal == NormalRule::position || run.step->normal == NormalRule::glue
               : run.overlap == OverlapBound::none && !run.contact && !run.located;
  return gaps ? std::max(1.0, smallest_length(run.problem) / run.h) : 1.0;
}

double largest_speed(const JudgedRun& run) {
  return std::max(top_speed(run.problem), run.measured("speed_most").value_or(0.0));
}

double farthest_place(const JudgedRun& run) {
  const Problem& problem = run.problem;
  double start = 0.0;
  for (const auto& [entry, arm] : translations(*problem.system))
    start = std::max(start, arm * std::abs(problem.initial.q[entry]));
  return start + run.measured("truth_range").value_or(top_speed(problem) * problem.horizon);
}

double rounding_of_motion(const JudgedRun& run) {
  const double V = std::max(top_speed(run.problem), run.measured("truth_speed").value_or(0.0));
  return 1e-12 * (smallest_length(run.problem) + V * run.problem.horizon);
}

double rounding_of_places(const JudgedRun& run) {
  const bool stated = run.step || run.motion || run.contact || run.located;
  const double share = rounding_share(run.problem.horizon / run.h, sums_of_a_step(stated));
  return rounding_of_motion(run) + share * farthest_place(run);
}

double rounding_of_vectors(const JudgedRun& run) {
  return std::numbers::sqrt3 * rounding_of_places(run);
}

double gravity_of(const Problem& problem) {
  if (!has_contacts(*problem.system)) return 0.0;
  return round_bodies(*problem.system).gravity.norm();
}

std::optional<double> largest_acceleration(const Problem& problem, double span) {
  const RoundSystem* system = round_system(*problem.system);
  if (system == nullptr || !system->actions().forces.empty()) return std::nullopt;
  const UniformField& field = system->actions().field;
  double largest = system->gravity().norm();
  if (!field.acts()) return largest;
  // Means over spans that begin four times as often as one ends.
  constexpr std::int64_t most = 1000000;
  const auto starts = static_cast<std::int64_t>(std::ceil(4.0 * problem.horizon / span));
  const std::int64_t count = std::clamp<std::int64_t>(starts, 1, most);
  for (std::int64_t k = 0; k < count; ++k) {
    const double t = problem.horizon * static_cast<double>(k) / static_cast<double>(count);
    const Vec3 mean = field.mean(t, t + span) * field.along;
    largest = std::max(largest, (system->gravity() + mean).norm());
  }
  return largest;
}

std::optional<double> displacement_of_truth(const JudgedRun& run) {
  const auto range = run.measured("truth_range");
  if (!range || *range > 0.0) return range;
  const double T = run.problem.horizon, free = 0.5 * gravity_of(run.problem) * T * T;
  const double displacement = run.measured("truth_speed").value_or(0.0) * T + free;
  return displacement > 0.0 ? std::optional(displacement) : std::nullopt;
}

double located_error(const JudgedRun& run) {
  const double e = run.problem.traits.restitution;
  const bool accumulate = (e > 0.0 && e < 1.0) || run.problem.traits.laws_differ;
  return run.located->integration + (accumulate ? run.located->rest : 0.0);
}

bool trajectory_judged(const JudgedRun& run) {
  return !relaxed(run) && !run.quantities.contains("divergence_horizon") &&
         run.measured("truth_growth").value_or(1.0) <= (run.located ? 1000.0 : 10.0);
}

bool remembers(const Problem& problem) {
  const auto* spheres = round_system(*problem.system);
  return spheres != nullptr && spheres->actions().memory > 0;
}

bool conservative(const Problem& problem) {
  const ProblemTraits& traits = problem.traits;
  return traits.restitution == 1.0 && !traits.friction && !traits.driven && !remembers(problem);
}

ConstraintScale constraint_scale(const Problem& problem) {
  const GeneralisedSystem& system = *generalised_system(*problem.system);
  const Eigen::Index n = system.dofs();
  const Eigen::VectorXd& q = problem.initial.q;
  Eigen::MatrixXd mass(n, n);
  system.mass_matrix(q, mass);
  const auto factor = mass.llt();
  Eigen::VectorXd gradient(n), force(n);
  const Eigen::VectorXd arms = arms_of(system);
  system.external_force(0.0, q, problem.initial.v, force);
  ConstraintScale out;
  for (Eigen::Index a = 0; a < system.constraints(); ++a) {
    system.constraint_gradient(a, q, gradient);
    const Eigen::VectorXd push = factor.solve(gradient);
    out.heaviest = std::max(out.heaviest, 1.0 / gradient.dot(push));
    out.steepest = std::max(out.steepest, gradient.cwiseQuotient(arms).cwiseAbs().sum());
    out.steepness = std::max(out.steepness, out.steepest);
    const double pressed = std::abs(push.dot(force));
    out.acceleration = std::max(out.acceleration, pressed);
    double along = 0.0, slipping = 0.0;
    for (int k = 0; k < system.tangents(); ++k) {
      system.constraint_tangent(a, k, q, gradient);
      along += std::abs(gradient.dot(factor.solve(force)));
      slipping += gradient.dot(factor.solve(gradient));
    }
    if (system.law(a).friction > 0.0) out.slipping = std::max(out.slipping, slipping);
    out.with_friction = std::max(out.with_friction, pressed + system.law(a).friction * along);
  }
  return out;
}

std::optional<double> contact_phase_per_step(const JudgedRun& run) {
  if (!run.contact) return std::nullopt;
  if (run.problem.traits.bodies == BodyKind::generalised) {
    const ConstraintScale scale = constraint_scale(run.problem);
    const double lightest = run.problem.traits.smallest_reduced_mass;
    const double speed = std::max(top_speed(run.problem) * scale.steepness,
                                  sinking_speed(run, lightest, scale.acceleration));
    return phase_per_step(run, lightest, speed);
  }
  const RoundBodies bodies = round_bodies(*run.problem.system);
  const auto& mass = bodies.mass;
  // The lightest two in head-on contact, at the largest speed there can be.
  double reduced = *std::min_element(mass.begin(), mass.end());
  const double sunk = sinking_speed(run, reduced, bodies.gravity.norm());
  if (mass.size() > 1) reduced *= 0.5;
  double speed = std::max(top_speed(run.problem), sunk);
  if (mass.size() > 1) speed *= 2.0;
  return phase_per_step(run, reduced, speed);
}

double growth_in_contact(const JudgedRun& run) {
  const double phase = contact_phase_per_step(run).value_or(0.0);
  const double bodies = std::max(1.0, static_cast<double>(run.problem.traits.body_count));
  return std::exp(0.25 * phase * phase * run.measured("contacts").value_or(0.0) / bodies);
}

double growth_left(const JudgedRun& run) {
  const double growth = growth_in_contact(run);
  return run.contact_energy.stroke > 0.0 && growth <= 2.0 ? growth - 1.0 : 0.0;
}

double change_in_contact(const JudgedRun& run) {
  return run.contact_energy.stroke < 0.0 ? 1.0 - 1.0 / growth_in_contact(run) : growth_left(run);
}

}  // namespace impactbench
