#pragma once

#include "problems/contact/round_bodies.hpp"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>

namespace impactbench {

/// Signed distance D of two surfaces [m], positive where they are apart, and its gradient with
/// respect to the centre of a body:
///   pair (i, j):  d = x_j - x_i,  D = |d| - r_i - r_j,   normal = d / |d|,  of j (of i: -normal)
///   obstacle:     D = distance of x from the obstacle - r, normal = away from the nearest point
/// Each obstacle is convex, so that D is a convex function: it never lies below its linearisation.
template <int Dim>
struct Gap {
  double distance;
  Vec<Dim> normal;
};

template <int Dim>
[[nodiscard]] Gap<Dim> pair_gap(const Vec<Dim>& x_i, double r_i, const Vec<Dim>& x_j, double r_j) {
  const Vec<Dim> d = x_j - x_i;
  const double length = d.norm();
  return {length - (r_i + r_j), d / length};
}

/// True only if D >= 0 for certain, without a root, as for most candidates of a search. (A
/// correctly rounded root of a correctly rounded square is exact: rounding loses no contact.)
template <int Dim>
[[nodiscard]] bool apart(const Vec<Dim>& x_i, double r_i, const Vec<Dim>& x_j, double r_j) {
  const double sum = r_i + r_j;
  return (x_j - x_i).squaredNorm() >= sum * sum;
}

/// For a centre inside of a box D = -s - r, s the distance to the nearest face.
template <int Dim>
[[nodiscard]] Gap<Dim> box_gap(const Vec<Dim>& x, double r, const Vec<Dim>& low,
                               const Vec<Dim>& high) {
  const Vec<Dim> away = x - x.cwiseMax(low).cwiseMin(high);
  const double length = away.norm();
  if (length > 0.0) return {length - r, away / length};
  Eigen::Index to_low = 0, to_high = 0;
  const double way_low = (x - low).minCoeff(&to_low);
  const double way_high = (high - x).minCoeff(&to_high);
  Vec<Dim> normal = Vec<Dim>::Zero();
  normal[way_low < way_high ? to_low : to_high] = way_low < way_high ? -1.0 : 1.0;
  return {-std::min(way_low, way_high) - r, normal};
}

template <int Dim>
[[nodiscard]] Gap<Dim> obstacle_gap(const Vec<Dim>& x, double r, const Obstacle& obstacle) {
  const Vec<Dim> a = obstacle.a.template head<Dim>();
  const Vec<Dim> b = obstacle.b.template head<Dim>();
  if (obstacle.flat()) return {(x - a).dot(b) - r, b};
  if (obstacle.shape == Obstacle::Shape::box) return box_gap<Dim>(x, r, a, b);
  if (obstacle.shape == Obstacle::Shape::ball) return pair_gap<Dim>(a, b[0], x, r);
  const Vec<Dim> along = b - a;
  const double share = std::clamp((x - a).dot(along) / along.squaredNorm(), 0.0, 1.0);
  const Vec<Dim> away = x - (a + share * along);
  const double length = away.norm();
  return {length - r, away / length};
}

/// Velocity of the obstacle's surface where a body touches it, `n` the normal into the obstacle
/// [m/s]; on a ball at `lever` times its radius from the centre [-].
template <int Dim>
[[nodiscard]] Vec<Dim> surface_velocity(const Obstacle& obstacle, const Vec<Dim>& n,
                                        double lever = 1.0) {
  const double r = lever * obstacle.b[0];
  if (obstacle.shape != Obstacle::Shape::ball) {
    const Vec<Dim> moves = obstacle.surface_velocity.template head<Dim>();
    return moves - moves.dot(n) / n.squaredNorm() * n;
  }
  if constexpr (Dim == 1) return Vec<1>::Zero();
  if constexpr (Dim == 2) return r * obstacle.spin.z() * Vec<2>(n.y(), -n.x());
  if constexpr (Dim == 3) return r * n.cross(obstacle.spin);
}

/// The distance alone; for a half-space, the most common obstacle, at the cost of a dot product.
template <int Dim>
[[nodiscard]] double obstacle_distance(const Vec<Dim>& x, double r, const Obstacle& obstacle) {
  if (!obstacle.flat()) return obstacle_gap<Dim>(x, r, obstacle).distance;
  return (x - obstacle.a.template head<Dim>()).dot(obstacle.b.template head<Dim>()) - r;
}

}  // namespace impactbench
