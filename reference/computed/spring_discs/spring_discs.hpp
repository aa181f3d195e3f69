#pragma once

#include "reference/api/reference.hpp"

namespace impactbench::computed::spring_discs {

/// One disc or two among line walls, or balls whose motion stays in a plane
/// (balls_in_plane.hpp), under gravity with the contacts that a compliant scheme claims: normal
/// spring c D^alpha, dashpot if the restitution is below 1, Coulomb friction with a tangential
/// spring or a viscous stick (Compliance, TangentialLaw), any number of contacts at a time,
/// from the start on or not. From event to event by collocation in extended precision
/// (motion.hpp).
///
/// The second computation is the same motion with two stages less and 30 times the tolerance: the
/// uncertainty is the difference of both at 200 instants, at least 1e-13 m. With two discs and more
/// the growth of an error at the start is measured by shifting every disc by 1e-8 m; the reference
/// ends at a growth of 1000, and there is none for discs that pass through each other. The scalar
/// penetration_relative is the largest depth of all contacts.
/// Tests compare it with closed forms: the damped oscillator between impacts (dashpot), constant
/// deceleration of a disc at its static depth (friction), Garwin's matrix as the spring gets stiff,
/// and the truths of elastic springs.
[[nodiscard]] ReferenceEntry entry();

}  // namespace impactbench::computed::spring_discs
