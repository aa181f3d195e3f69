#pragma once

#include "problems/model/problem.hpp"

#include <functional>
#include <optional>

namespace impactbench::computed::spring_discs {

/// Balls whose motion stays in a plane, represented by discs in it with the same radii, masses and
/// inertias: gravity, normals of half-spaces, velocities and lines of centres lie in it, and spins
/// are along its normal e3. With e1, e2 in the plane and o the first ball's centre at the start
///
///   x = o + a e1 + b e2,   om = w e3.
struct BallsInPlane {
  Problem discs;
  /// Coordinates of the balls, and their rates, from those of the discs.
  std::function<void(const Eigen::VectorXd& q, const Eigen::VectorXd& v, Eigen::VectorXd& ball_q,
                     Eigen::VectorXd& ball_v)>
      lift;
};

/// Nothing if the bodies are not balls among half-spaces, or leave the plane.
[[nodiscard]] std::optional<BallsInPlane> balls_in_plane(const Problem& problem);

}  // namespace impactbench::computed::spring_discs
