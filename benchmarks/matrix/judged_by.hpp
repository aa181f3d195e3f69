#pragma once

#include "benchmarks/store/row.hpp"
#include "problems/model/problem.hpp"
#include "reference/api/reference.hpp"
#include "schemes/api/scheme.hpp"

#include <optional>

namespace impactbench {

/// The orders that a scheme claims for such a motion.
///
///   positions    smooth: order_free; persistent contact: order_contact; impacts, finitely many:
///                order_impact; accumulation: no order is claimed
///   velocities   the same members of SchemeClaims::velocity; instants and outcomes of impacts, and
///                filled-in graphs have the order of velocities
[[nodiscard]] ClaimedOrders claimed_orders(const SchemeClaims& claims, MotionClass motion);

/// Returns what a ladder of runs with this scheme is judged by, `claims` as claims_on gives them.
/// Of the claims it leaves out
///
///   those above 1 on a contact that stays closed while its slip ends or turns: friction jumps
///   there, by up to 2 mu p_n, inside a step, and at whatever instants a scheme takes forces, the
///   velocity is off by a share of h times the jump
///   those of graphs on a set that depends on the state, which is approached as a geometric
///   sequence, so that they converge as h ln(1/h); or on one whose sampling_order is below 1
///
/// and bounds the others by sampling_order, but for positions of a scheme that is exact where the
/// normals of a set do not turn. `contacts`: those of a run over time.
[[nodiscard]] OrderBasis order_basis(const Problem& problem, const SchemeClaims& claims,
                                     const Truth& truth, const Series& contacts);

[[nodiscard]] JudgedBy judged_by(const Problem& problem, const SchemeClaims& claims,
                                 const std::optional<Truth>& truth, const Series& contacts);

}  // namespace impactbench
