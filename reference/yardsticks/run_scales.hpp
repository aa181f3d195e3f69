#pragma once

#include "problems/contact/round_bodies.hpp"
#include "problems/model/contact_step.hpp"
#include "problems/model/problem.hpp"
#include "reference/api/reference.hpp"

#include <optional>

namespace impactbench {

/// What penetrations are compared with: the largest diameter, or the length of coordinates.
[[nodiscard]] double length_of(const MechanicalSystem& system, const RoundBodies& bodies);

/// The start that velocities are compared from: without inertia it is the solution's own.
[[nodiscard]] State start_of(const Problem& problem, const Truth& truth);

/// Steps by which an impact of those that accumulate delays all that follow. It is known to within
/// one. A contact that acts because it would close by the end of the step leaves its bodies up to
/// h |u| apart: they rise e |u| from there, so that the next impact comes 1 / e steps later and by
/// g h / e faster, and each flight inherits e times what the one before has more, in all
/// 2 / (1 - e) steps.
[[nodiscard]] double delay_of_impacts(const Problem& problem,
                                      const std::optional<ContactStep>& step);

}  // namespace impactbench
