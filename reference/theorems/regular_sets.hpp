#pragma once

#include "reference/theorems/random.hpp"

#include <memory>
#include <span>
#include <string_view>

namespace impactbench::theorems {

/// A point of the boundary of S and a unit proximal normal there, which points out of S.
struct BoundaryPoint {
  Vector y, normal;
};

/// A closed set S of R^n, seen from outside.
class RegularSet {
 public:
  virtual ~RegularSet() = default;
  [[nodiscard]] virtual BoundaryPoint boundary(Random& random) const = 0;
  /// A point outside of S, not much farther from it than `radius`.
  [[nodiscard]] virtual Vector outside(Random& random) const = 0;
  /// proj_S(x) of a point outside of S: a y in S with |x - y| = d_S(x) least.
  [[nodiscard]] virtual Vector projection(const Vector& x) const = 0;
  /// d_S(x) for any point x.
  [[nodiscard]] virtual double distance(const Vector& x) const = 0;
  [[nodiscard]] Eigen::Index dimension() const { return dimension_; }

  double radius{1.0};  ///< r for which S is taken to be r-prox-regular, rightly or wrongly
  double size{1.0};    ///< of its hole, or of its spread

 protected:
  Eigen::Index dimension_{2};
};

/// Families that sets are drawn from, in R^2, R^3 and R^5:
///   outside_balls           the complement of an open ball of radius r
///   outside_ellipsoids      the complement of an open
///   ellipsoid; r = a_min^2 / a_max, its least radius of
///   curvature
///   point_sets              some points; r is half of their least distance
///   offsets                 { d_S <= R } of S = outside_ellipsoids of
///   constant r, R < r: the sum of S and a ball of radius R, with the constant
///   r - R
///   far_levels              { dfar_C >= s } of R-strongly convex C, s > R: the
///   sum of C and the complement of an open ball of radius s, with the constant s
///   - R
///   outside_boxes           the complement of an open box: r-prox-regular for no r; r is half of
///                           its least width
///   far_levels_of_polytopes { dfar_C >= s } of polytopes: for no constant
[[nodiscard]] std::span<const std::string_view> regular_families();
/// A set of such a family; throws ConfigurationError on another name.
[[nodiscard]] std::unique_ptr<RegularSet> draw_regular(std::string_view family, Random& random);

}  // namespace impactbench::theorems
