#include "reference/acceptance/add_check.hpp"
#include "reference/acceptance/judges.hpp"
#include "reference/acceptance/scale.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace impactbench {

void judge_velocity(const JudgedRun& run, bool tight, std::vector<Check>& out) {
  const auto distance = run.measured("velocity_error_hausdorff");
  if (!distance || !trajectory_judged(run)) return;
  const auto phase = contact_phase_per_step(run);
  if (!phase) {
    add(out, {"truth:velocity", CheckKind::truth, "1e-2 of T and of V", "h / T per impact"},
        distance, any_low, tight ? 1e-3 : 1e-2, 1.0);
    return;
  }
  // Where a dashpot or friction sets in within a step, the graph has a corner that the ends of
  // steps cut by O(h), whatever the order.
  const ProblemTraits& traits = run.problem.traits;
  const double order = run.claimed_order.value_or(1.0);
  const double p = traits.friction || traits.restitution < 1.0 ? std::min(order, 1.0) : order;
  const double N = std::max(1.0, run.measured("truth_impacts").value_or(1.0));
  const double limit = 3.0 * N * std::pow(*phase, p) + 1e-9;
  add(out,
      {"truth:velocity", CheckKind::truth,
       fmt::format("3 N phi^{:g} with N = {:g}, phi = {:.3g}", p, N, *phase),
       "order claimed in contact"},
      distance, any_low, (tight ? 0.1 : 1.0) * limit, 1.0);
}

}  // namespace impactbench
