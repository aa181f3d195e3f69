#pragma once

#include "reference/theorems/random.hpp"

#include <memory>
#include <span>
#include <string_view>

namespace impactbench::theorems {

/// A closed bounded set C of R^n with its support points and farthest points, in closed form or to
/// rounding:
///
///   support(v)  = a y in C with <v, y> = max over C; if C is convex, v is in N(C; y)
///   farthest(x) = a y in C with |x - y| = dfar_C(x) = max over C, written far_C(x) if unique
class BoundedSet {
 public:
  virtual ~BoundedSet() = default;
  [[nodiscard]] virtual Vector support(const Vector& v) const = 0;
  [[nodiscard]] virtual Vector farthest(const Vector& x) const = 0;

  [[nodiscard]] double farthest_distance(const Vector& x) const { return (x - farthest(x)).norm(); }
  [[nodiscard]] Eigen::Index dimension() const { return centre.size(); }

  Vector centre;       ///< a point of its convex hull
  double radius{1.0};  ///< R for which C is taken to be R-strongly convex, rightly or wrongly
  double size{1.0};    ///< half of its diameter or more
};

/// Families that sets are drawn from, in R^2, R^3 and R^5 (intersections in R^2 and R^3):
///   balls               B[c, R]
///   ellipsoids          R = a_max^2 / a_min, their largest radius of curvature
///   ball_intersections  of three to five balls of radius R
///   polytopes           R-strongly convex for no R; R is 0.3 of their diameter
///   spheres             boundaries of balls, which are not convex
///   flat_ellipsoids     ellipsoids with R = a_max, which is too small
[[nodiscard]] std::span<const std::string_view> bounded_families();
/// A set of such a family; throws ConfigurationError on another name.
[[nodiscard]] std::unique_ptr<BoundedSet> draw_bounded(std::string_view family, Random& random);

/// dfar_C(x) from support points alone: y -> support((y - x) / |y - x|) from `starts` directions,
/// which never decreases |x - y| and ends in a local maximum of it.
[[nodiscard]] double ascended_distance(const BoundedSet& set, const Vector& x, int starts,
                                       Random& random);

}  // namespace impactbench::theorems
