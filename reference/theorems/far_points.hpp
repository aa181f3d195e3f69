#pragma once

#include "reference/theorems/bounded_sets.hpp"

namespace impactbench::theorems {

/// A point whose farthest point is known: y = far_C(x), distance = dfar_C(x), along = (x - y) /
/// distance.
struct FarPoint {
  Vector x, y, along;
  double distance{0.0};
};

[[nodiscard]] inline FarPoint far_point(const BoundedSet& set, const Vector& x) {
  FarPoint out{x, set.farthest(x), {}, 0.0};
  out.distance = (x - out.y).norm();
  out.along = (x - out.y) / out.distance;
  return out;
}

/// A point of E_(k R)(C) = { dfar_C > k R }, in any direction from C; k R stays below 4 sizes.
[[nodiscard]] inline FarPoint point_beyond(const BoundedSet& set, double k, Random& random) {
  for (;;) {
    const Vector to = random.direction(set.dimension());
    const double reach = random.between(0.0, 3.0) * set.size + k * set.radius;
    FarPoint out = far_point(set, set.centre + random.between(0.0, 1.0) * reach * to);
    if (out.distance > k * set.radius) return out;
  }
}

/// The point in this direction from the centre of C where dfar_C = s: dfar_C is convex and must be
/// smaller at the centre.
[[nodiscard]] inline FarPoint point_at_level(const BoundedSet& set, double s, const Vector& along) {
  double low = 0.0, high = s + set.size;
  for (int k = 0; k < 100; ++k) {
    const double middle = 0.5 * (low + high);
    if (!(low < middle && middle < high)) break;
    (set.farthest_distance(set.centre + middle * along) < s ? low : high) = middle;
  }
  return far_point(set, set.centre + high * along);
}

/// A point of the convex hull of C.
[[nodiscard]] inline Vector point_inside(const BoundedSet& set, Random& random) {
  const Vector a = set.support(random.direction(set.dimension()));
  const Vector b = set.support(random.direction(set.dimension()));
  return a + random.between(0.0, 1.0) * (b - a);
}

}  // namespace impactbench::theorems
