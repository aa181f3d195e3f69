#include "reference/acceptance/add_check.hpp"
#include "reference/acceptance/problems/limits_of_problems.hpp"
#include "reference/acceptance/scale.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace impactbench::capillary_pair {

/// A step of h sees where a bridge begins and ends up to the way of a step late, and its force at
/// the beginning of the step: both by no more than the force there times h times the speed at which
/// the gap changes, 2 v, with v the one that the bridge can have given. The walls are `room` behind
/// each disc, so that there is a bridge at most once in 2 room / v.
void judge(const JudgedRun& run, bool tight, std::vector<Check>& out) {
  const auto error = run.measured("kinetic_energy_error_relative");
  const auto left = run.measured("kinetic_energy");
  // The exact energy is that of rigid discs whose contacts are dry.
  if ((run.contact || run.problem.traits.gluey) && !error) return;
  const auto p = [&](const char* key) { return std::get<double>(run.problem.parameters.at(key)); };
  const auto force = [&](double gap) {
    return std::numbers::pi * p("tension") * p("radius") *
           (std::exp(p("factor") - p("decay") * gap) + p("constant"));
  };
  const double start = top_speed(run.problem), room = p("room");
  const double speed = std::sqrt(start * start + force(0.0) * p("rupture") / p("mass"));
  const double meetings = room > 0.0 ? 1.0 + run.problem.horizon * start / (2.0 * room) : 1.0;
  const double unsure = meetings * (force(0.0) + force(p("rupture"))) * 2.0 * speed * run.h;
  // Relative to the exact energy, which lies no higher than left / (1 - error).
  const double share = (tight ? 0.5 : 1.0) * std::max(0.0, 1.0 - error.value_or(1.0));
  const double limit = left && *left > 0.0 ? unsure * share / *left : 0.0;
  add(out,
      {"truth:energy_of_bridges", CheckKind::truth,
       fmt::format("force at both ends of {:.3g} bridges times 2 v h, over the energy left: {:.3g}",
                   meetings, limit),
       "maury-slides, capillary forces; derived in acceptance"},
      error, any_low, limit, 1.0);
}

}  // namespace impactbench::capillary_pair
