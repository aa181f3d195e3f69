#pragma once

#include "reference/api/reference.hpp"

#include <Eigen/Core>

#include <vector>

namespace impactbench::exact::corner_limits {

/// Velocities with which a point leaves the corner of a wedge after arriving with `u`: first by the
/// impact law, -e u + (1 + e) P_T u; then those of trajectories that just miss the corner and meet
/// wall 1 (y = 0) first, and wall 2 first: reflections u - (1 + e) (u.n) n at the walls in turn, as
/// long as they close. Angles in radians; inner normals n.
[[nodiscard]] std::vector<Eigen::Vector2d> velocities(double angle, double e,
                                                      const Eigen::Vector2d& u);

/// A point that hits the corner of a wedge: straight to the corner and away from it. If the angle
/// condition holds the three velocities agree, and the solution is unique. Otherwise its branches
/// are the law's solution and the two limits of trajectories that just miss the corner.
[[nodiscard]] ReferenceEntry entry();

}  // namespace impactbench::exact::corner_limits
