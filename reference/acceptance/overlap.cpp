#include "reference/acceptance/add_check.hpp"
#include "reference/acceptance/judges.hpp"
#include "reference/acceptance/scale.hpp"

#include "problems/contact/round_bodies.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace impactbench {
namespace {

constexpr std::string_view own = "derived in reference/acceptance/judges.hpp";

/// The way by which a gap can close in a step, over what overlaps are compared with.
double way_of_step(const JudgedRun& run) {
  const Problem& problem = run.problem;
  const double way = run.h * run.measured("speed_most").value_or(top_speed(problem));
  const auto* generalised = generalised_system(*problem.system);
  if (generalised != nullptr)
    return way * constraint_scale(problem).steepness / generalised->length();
  const RoundBodies bodies = round_bodies(*problem.system);
  const double pairs = bodies.size() > 1 ? 2.0 : 1.0;
  return pairs * way / (2.0 * *std::max_element(bodies.radius.begin(), bodies.radius.end()));
}

}  // namespace

void judge_overlap(const JudgedRun& run, bool tight, std::vector<Check>& out) {
  if (run.contact || !has_contacts(*run.problem.system)) return;
  const double way = way_of_step(run);
  if (run.overlap == OverlapBound::none) {
    add(out, {"claim:feasible", CheckKind::law, "default tolerance of the solvers", "claim"},
        run.measured("penetration_relative"), any_low, tight ? 1e-9 : 1e-6, 1.0);
    return;
  }
  if (run.overlap == OverlapBound::half_step) {
    const double ahead = run.step ? run.step->ahead : 0.5;
    const double theta = run.motion && run.motion->path == PathRule::mean ? run.motion->theta : 0.5;
    // And one that acts without rebound goes on by the share of v^n of the way to the next place.
    const double left = 1.0 - theta - ahead;
    const double between = (std::abs(left) + theta + ahead + std::max(0.0, left)) * way;
    add(out,
        {"limit:penetration", CheckKind::law,
         fmt::format("the way from one place where gaps are looked at to the next over a diameter, "
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
  const double bend = curved ? 2.0 * e * (1.0 + e) * way * way : 0.0;
  const double limit = 2.0 * e / (1.0 + e) * way + bend + (tight ? 1e-9 : 1e-6);
  add(out,
      {"limit:penetration", CheckKind::law,
       fmt::format("2 e / (1 + e) of the way of a step and its bend: {:.3g}", limit), own},
      run.measured("penetration_relative"), any_low, limit, 1.0);
}

}  // namespace impactbench
