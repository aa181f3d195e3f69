#pragma once

#include "reference/acceptance/acceptance.hpp"

#include <vector>

namespace impactbench {

/// Balances that no chaos blurs (reference/yardsticks/balance_meter.hpp), of round bodies with
/// inertia:
///
///   law:body_balance      M (v - v_0) = sum of h F + H p, every body, every instant
///   law:momentum_balance  sum m (v - v_0) = sum of h F + impulses of walls: between bodies action
///                         and reaction cancel
///   law:weight_carried    (impulses of walls against gravity - change of momentum) / (M g t) = 1,
///                         at rest the mean force on the floor is the weight
///   law:path              |x - x_0 - sum of h (v^k + v^{k+1}) / 2| <= h v, v the largest speed: a
///                         scheme that moves by h ((1 - theta) v^k + theta v^{k+1}) is off by
///                         h |theta - 1/2| |v - v_0|
///   law:planar_contacts   discs that touch each other and n_w walls are a planar graph, so that at
///                         no instant more than 3 (n + n_w) - 6 contacts are closed
///
/// The first three hold to rounding, and to what Newton's iterations leave of a step.
void judge_balances(const JudgedRun& run, bool tight, std::vector<Check>& out);

}  // namespace impactbench
