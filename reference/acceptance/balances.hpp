#pragma once

#include "reference/acceptance/acceptance.hpp"

#include <vector>

namespace impactbench {

/// Balances that hold in chaotic motion too (reference/yardsticks/balance_meter.hpp); those of
/// momenta hold for round bodies with inertia:
///
///   law:body_balance      M (v - v_0) = sum of h F + H p, every body, every instant
///   law:momentum_balance  sum m (v - v_0) = sum of h F + impulses of walls: between bodies action
///                         and reaction cancel
///   law:weight_carried    (impulses of walls against gravity - change of momentum) / (M g t) = 1,
///                         at rest the mean force on the floor is the weight
///   law:path              |x - x_0 - sum of h (v^k + v^{k+1}) / 2| <= h v, v the largest speed: a
///                         scheme that moves by h ((1 - theta) v^k + theta v^{k+1}) is off by
///                         h |theta - 1/2| |v - v_0|
///   law:path_of_step      x^{n+1} - x^n is h times the velocity that the scheme states
///                         (MotionStep), in every step of every coordinate of any body
///   law:free_momentum, law:free_path  the first and the path of generalised systems, along their
///                         free directions (reference/yardsticks/free_balance.hpp)
///   law:elastic_motion    M d = h^2 F of elastic bodies, d the second difference of positions and
///                         F from their energy (reference/yardsticks/motion_meter.hpp)
///   law:planar_contacts   discs that touch each other and n_w walls are a planar graph, so that at
///                         no instant more than 3 (n + n_w) - 6 contacts are closed
///
/// The first three, the path of a step and free momenta hold to rounding, 2 n eps of the sums over
/// n steps, and to the tolerance of Newton's iterations in a step; the elastic motion to 1e-4: with
/// displacements of 1e-9 of the cells' distance the central difference of the energy is known to
/// 1e-5.
void judge_balances(const JudgedRun& run, bool tight, std::vector<Check>& out);

}  // namespace impactbench
