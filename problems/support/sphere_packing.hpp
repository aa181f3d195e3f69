#pragma once

#include "problems/model/obstacle.hpp"

#include <cstdint>
#include <vector>

namespace impactbench {

/// Spheres placed one after another at random where there is room (random sequential adsorption).
struct SpherePacking {
  std::vector<Vec3> position;  ///< [m]
  std::vector<double> radius;  ///< [m], descending
  double extent{0.0};          ///< radius of the ball that holds the centres [m]
};

/// `n` spheres of radii uniform in radius (1 +- spread), the largest first, centres uniform in the
/// ball of dimension 2 or 3 about the origin whose volume is that of the spheres over `fraction`.
/// Random numbers: std::mt19937_64 of `seed`, the radii first, then trial by trial the coordinates.
/// O(n) by a grid of cells. Throws ConfigurationError if a sphere finds no room in 1e6 trials:
/// about 0.5 is possible in the plane, 0.35 in space. If not `placed`, all are left at the origin:
/// radii and extent are those of the same spheres.
[[nodiscard]] SpherePacking random_packing(int dimension, std::int64_t n, double radius,
                                           double spread, double fraction, std::int64_t seed,
                                           bool placed = true);

}  // namespace impactbench
