#pragma once

#include "reference/api/reference.hpp"

namespace impactbench::computed::spring_constraints {

/// A generalised system of up to eight coordinates whose constraints are the compliant contacts
/// that a scheme claims (motion.hpp), any number at the same time: bouncing_point, corner,
/// disc_wall, double_pendulum, polar_wall, skewed_wall.
///
/// The second computation is the same motion at a thousand times the tolerance: the uncertainty is
/// the difference of both at 200 instants, at least 1e-12. The growth of an error at the start is
/// measured by shifting the coordinates by 1e-8 of the system's length; the reference ends at a
/// growth of 1000. The scalar penetration_relative is the largest depth of all constraints over
/// that length. Tests compare it with parabolas and damped oscillators in closed form.
[[nodiscard]] ReferenceEntry entry();

}  // namespace impactbench::computed::spring_constraints
