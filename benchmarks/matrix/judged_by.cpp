#include "benchmarks/matrix/judged_by.hpp"

#include "problems/contact/round_bodies.hpp"
#include "problems/model/sweeping_system.hpp"
#include "reference/yardsticks/norms.hpp"

#include <algorithm>

namespace impactbench {
namespace {

/// True if the scheme claims to make no error but rounding in such a motion.
bool claims_exactness(const SchemeClaims& claims, MotionClass motion, const Problem& problem) {
  return claims.exact_free_fall && motion == MotionClass::smooth && !problem.traits.first_order &&
         problem.traits.bodies != BodyKind::polyhedra && problem.system->constant_force();
}

/// Returns whether slip ends or turns round in a contact that stays closed.
bool friction_jumps(const Truth& truth) {
  const auto& events = truth.constraint_events;
  return std::any_of(events.begin(), events.end(), [](const ConstraintEvent& e) {
    return e.kind == ConstraintEvent::Kind::stops;
  });
}

void bound_by_set(ClaimedOrders& claimed, const SchemeClaims& claims, const Problem& problem,
                  const Truth& truth) {
  const bool follows = sweeping_system(*problem.system)->dependence() > 0.0;
  const bool late = claims.set && claims.set->normals != SetStep::Normals::middle;
  const bool bounded = truth.sampling_order.value_or(1.0) >= 1.0;
  if ((follows && late) || !bounded) claimed.graphs.reset();
  if (!truth.sampling_order) return;
  const bool exact = claims.set && claims.set->exact_on_fixed_normals;
  if (claimed.positions)
    claimed.positions =
        exact ? truth.sampling_order : std::min(claimed.positions, truth.sampling_order);
  for (auto* order : {&claimed.velocities, &claimed.graphs})
    if (*order) *order = std::min(*order, truth.sampling_order);
}

}  // namespace

ClaimedOrders claimed_orders(const SchemeClaims& claims, MotionClass motion) {
  const VelocityOrders& v = claims.velocity;
  switch (motion) {
    case MotionClass::smooth:
      return {claims.order_free, v.free, v.free};
    case MotionClass::persistent_contact:
      return {claims.order_contact, v.contact, v.contact};
    case MotionClass::one_impact:
    case MotionClass::several_impacts:
      return {claims.order_impact, v.impact, v.impact};
    case MotionClass::accumulation:
      break;
  }
  return {};
}

OrderBasis order_basis(const Problem& problem, const SchemeClaims& claims, const Truth& truth,
                       const Series& contacts) {
  OrderBasis out;
  out.motion = motion_class(truth.event_times, problem.horizon, contacts);
  out.size = motion_size(problem, truth);
  out.horizon = problem.horizon;
  out.resolved = resolving_step(truth.event_times, problem.horizon);
  out.claimed = claimed_orders(claims, out.motion);
  if (out.motion == MotionClass::persistent_contact && friction_jumps(truth)) {
    for (auto* order : {&out.claimed.positions, &out.claimed.velocities, &out.claimed.graphs})
      if (*order > 1.0) order->reset();
  }
  if (problem.traits.bodies == BodyKind::sweeping)
    bound_by_set(out.claimed, claims, problem, truth);
  out.exact = claims_exactness(claims, out.motion, problem);
  out.rebounds = problem.traits.restitution > 0.0;
  out.swept = sweeping_system(*problem.system) != nullptr;
  return out;
}

JudgedBy judged_by(const Problem& problem, const SchemeClaims& claims,
                   const std::optional<Truth>& truth, const Series& contacts) {
  JudgedBy out;
  out.reversible = claims.reversible;
  if (claims.contact) out.contact = Springs{claims.contact->coefficient, claims.contact->exponent};
  if (has_contacts(*problem.system)) {
    const auto radii = round_bodies(*problem.system).radius;
    if (!radii.empty()) out.radius = *std::min_element(radii.begin(), radii.end());
  }
  if (!truth) return out;
  out.orders = order_basis(problem, claims, *truth, contacts);
  const auto depth = truth->scalars.find("penetration_relative");
  if (depth != truth->scalars.end()) out.penetration = depth->second;
  return out;
}

}  // namespace impactbench
