#pragma once

#include "problems/model/wall.hpp"

#include <cmath>

namespace impactbench {

/// Local frame of a contact seen from its first body.
///   pair (i, j):  d = x_j - x_i, n = d / |d| (from i to j), D = r_i + r_j - |d|
///   wall:         n = -inward (into the wall),              D = r_i - (x_i - a) . inward
///   tangent:      t = rot90(n)
/// D > 0 is a penetration, -D the gap [m]. A normal force lam >= 0 acts as -lam n on the first
/// body and +lam n on the second; slip velocity w = (v_i - v_j) . t + r_i om_i + r_j om_j.
/// Source: nguyen2024, sections 4.1.2 and 4.5.2, with the signs of the appendix listing.
struct ContactFrame {
  Vec2 normal;
  double depth;
};

[[nodiscard]] inline ContactFrame pair_frame(const Vec2& x_i, double r_i, const Vec2& x_j,
                                             double r_j) {
  const Vec2 d = x_j - x_i;
  const double length = d.norm();
  return {d / length, r_i + r_j - length};
}

[[nodiscard]] inline ContactFrame wall_frame(const Vec2& x, double r, const Wall& wall) {
  return {-wall.inward, r - (x - wall.point).dot(wall.inward)};
}

/// The detection threshold of nguyen2024's appendix, for radii of some 0.1 m [m].
inline constexpr double least_overlap = 1e-12;

/// A pair counts as touching while -D is below it (so discs that just touch do), a wall only once D
/// is above it.
[[nodiscard]] inline bool pair_touches(double depth) {
  return -depth < least_overlap;
}
[[nodiscard]] inline bool wall_touches(double depth) {
  return -depth < -least_overlap;
}

/// Centre of disc i in a configuration vector (x, y, angle per disc).
[[nodiscard]] inline Vec2 centre(const Eigen::VectorXd& q, int disc) {
  return q.segment<2>(3 * static_cast<Eigen::Index>(disc));
}

}  // namespace impactbench
