#include "reference/acceptance/after_impacts.hpp"

#include "problems/contact/round_bodies.hpp"
#include "reference/acceptance/add_check.hpp"
#include "reference/acceptance/scale.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace impactbench {
namespace {

constexpr std::string_view own = "derived in reference/acceptance/after_impacts.hpp";

/// The data of both limits.
struct Impacts {
  double count, growth, late;        ///< N, g, h / T
  std::optional<double> unresolved;  ///< phi^p of a compliant scheme
};

/// The spin change by friction in a step, over the largest spin: mu g h m r / J, twice for a
/// tangential restitution that reverses it.
double turn_of_step(const JudgedRun& run) {
  const auto l1 = run.measured("spin_error_l1"), relative = run.measured("spin_error_relative");
  const RoundBodies bodies = round_bodies(*run.problem.system);
  if (!l1 || !relative || !(*relative > 0.0) || bodies.inertia.empty()) return 0.0;
  double lever = 0.0;
  for (std::size_t i = 0; i < bodies.size(); ++i)
    lever = std::max(lever, bodies.mass[i] * bodies.radius[i] / bodies.inertia[i]);
  const double top = *l1 / *relative;
  return 2.0 * bodies.law.friction * gravity_of(run.problem) * run.h * lever / top;
}

void judge_spin(const JudgedRun& run, const Impacts& of, bool tight, std::vector<Check>& out) {
  const auto error = run.measured("spin_error_relative");
  if (!error) return;
  const double N = of.count;
  const double turn = turn_of_step(run);
  const double limit = of.unresolved
                           ? 0.5 * std::numbers::pi * (N + 1.0) * of.growth * *of.unresolved
                           : (N * (N + 1.0) + 2.0) * of.growth * of.late + turn;
  const std::string formula =
      of.unresolved
          ? fmt::format(
                "(pi/2) (N + 1) growth phi^p with N = {:g}, growth = {:.3g}, phi^p = {:.3g}", N,
                of.growth, *of.unresolved)
          : fmt::format(
                "(N (N + 1) + 2) growth h / T + {:.3g} of friction with N = {:g}, growth = {:.3g}, "
                "h / T = {:.3g}",
                turn, N, of.growth, of.late);
  add(out, {"truth:spin", CheckKind::truth, formula, own}, error, any_low,
      (tight ? 0.3 : 1.0) * limit + 1e-9, 1.0);
}

void judge_energy_left(const JudgedRun& run, const Impacts& of, bool tight,
                       std::vector<Check>& out) {
  const auto error = run.measured("kinetic_energy_error_relative");
  if (!error) return;
  double limit = 0.0;
  std::string formula = "rounding: walls have exact normals";
  if (of.unresolved) {
    limit = std::numbers::pi * of.count * of.growth * *of.unresolved;
    formula = fmt::format("pi N growth phi^p with N = {:g}, growth = {:.3g}, phi^p = {:.3g}",
                          of.count, of.growth, *of.unresolved);
  } else if (round_bodies(*run.problem.system).size() > 1) {
    const double v = top_speed(run.problem), r = smallest_length(run.problem);
    limit = 4.0 * of.count * of.growth * run.h * v / r;
    formula = fmt::format(
        "4 N growth h v / r with N = {:g}, growth = {:.3g}, v = {:.3g} m/s, r = {:.3g} m", of.count,
        of.growth, v, r);
  }
  add(out, {"truth:energy", CheckKind::truth, formula, own}, error, any_low,
      (tight ? 0.3 : 1.0) * limit + 1e-9, 1.0);
}

}  // namespace

void judge_after_impacts(const JudgedRun& run, bool tight, std::vector<Check>& out) {
  const ProblemTraits& traits = run.problem.traits;
  if (traits.bodies != BodyKind::round || !traits.rotates || !trajectory_judged(run)) return;
  const auto phase = contact_phase_per_step(run);
  if (run.contact && !phase) return;
  Impacts of{run.measured("truth_impacts").value_or(0.0),
             run.measured("truth_growth").value_or(1.0), run.h / run.problem.horizon, std::nullopt};
  if (phase) of.unresolved = std::pow(*phase, run.claimed_order.value_or(1.0));
  judge_spin(run, of, tight, out);
  judge_energy_left(run, of, tight, out);
}

}  // namespace impactbench
