#include "problems/contact/obstacle_edges.hpp"

#include <Eigen/Geometry>

#include <cmath>
#include <numbers>

namespace impactbench {
namespace {

using Corners = std::vector<Vec3>;

double height(const Obstacle& half_space, const Vec3& x) {
  return (x - half_space.a).dot(half_space.b);
}

/// A convex polygon without the part below the face (Sutherland and Hodgman 1974).
Corners cut(const Corners& polygon, const Obstacle& half_space) {
  Corners out;
  for (std::size_t k = 0; k < polygon.size(); ++k) {
    const Vec3 &x = polygon[k], &next = polygon[(k + 1) % polygon.size()];
    const double here = height(half_space, x), there = height(half_space, next);
    if (here >= 0.0) out.push_back(x);
    if ((here < 0.0) != (there < 0.0)) out.push_back(x + here / (here - there) * (next - x));
  }
  return out;
}

/// The same of the line between two points.
Corners cut_line(Corners line, const Obstacle& half_space) {
  const double first = height(half_space, line[0]), last = height(half_space, line[1]);
  if (first < 0.0 && last < 0.0) return {};
  if ((first < 0.0) != (last < 0.0)) {
    const Vec3 between = line[0] + first / (first - last) * (line[1] - line[0]);
    line[first < 0.0 ? 0 : 1] = between;
  }
  return line;
}

Corners face(std::span<const Obstacle> obstacles, std::size_t k, int dimension, const Vec3& middle,
             double reach) {
  const Vec3 n = obstacles[k].b;
  const bool plane = dimension < 3;
  const Vec3 s = reach * (plane ? Vec3(-n.y(), n.x(), 0.0) : Vec3(n.unitOrthogonal()));
  const Vec3 t = n.cross(s);
  Corners out = plane ? Corners{middle - s, middle + s}
                      : Corners{middle - s - t, middle + s - t, middle + s + t, middle - s + t};
  for (std::size_t other = 0; other < obstacles.size() && !out.empty(); ++other) {
    if (other == k || obstacles[other].shape != Obstacle::Shape::half_space) continue;
    out = plane ? cut_line(out, obstacles[other]) : cut(out, obstacles[other]);
  }
  return out;
}

std::vector<std::array<Vec3, 2>> box_edges(const Obstacle& o, int dimension) {
  const auto corner = [&](int k) {
    return Vec3((k & 1) != 0 ? o.b.x() : o.a.x(), (k & 2) != 0 ? o.b.y() : o.a.y(),
                (k & 4) != 0 ? o.b.z() : o.a.z());
  };
  std::vector<std::array<Vec3, 2>> out;
  const int corners = dimension < 3 ? 4 : 8;
  for (int k = 0; k < corners; ++k) {
    for (const int axis : {1, 2, 4}) {
      if ((k & axis) == 0 && (k | axis) < corners) out.push_back({corner(k), corner(k | axis)});
    }
  }
  return out;
}

/// Great circles in the planes of the axes, as polygons.
std::vector<std::array<Vec3, 2>> ball_edges(const Obstacle& o, int dimension) {
  constexpr int sides = 48;
  std::vector<std::array<Vec3, 2>> out;
  for (int plane = 0; plane < (dimension < 3 ? 1 : 3); ++plane) {
    const auto corner = [&](int k) {
      const double angle = 2.0 * std::numbers::pi * k / sides;
      Vec3 x = o.a;
      x[plane] += o.b[0] * std::cos(angle);
      x[(plane + 1) % 3] += o.b[0] * std::sin(angle);
      return x;
    };
    for (int k = 0; k < sides; ++k)
      out.push_back({corner(k), corner(k + 1)});
  }
  return out;
}

}  // namespace

std::vector<std::array<Vec3, 2>> obstacle_edges(std::span<const Obstacle> obstacles, std::size_t k,
                                                int dimension, const Vec3& middle, double reach) {
  const Obstacle& o = obstacles[k];
  if (o.shape == Obstacle::Shape::box) return box_edges(o, dimension);
  if (o.shape == Obstacle::Shape::segment) return {{o.a, o.b}};
  if (o.shape == Obstacle::Shape::ball) return ball_edges(o, dimension);
  const Corners corners = face(obstacles, k, dimension, middle, reach);
  std::vector<std::array<Vec3, 2>> out;
  const std::size_t edges = corners.size() == 2 ? 1 : corners.size();
  for (std::size_t c = 0; c < edges; ++c)
    out.push_back({corners[c], corners[(c + 1) % corners.size()]});
  return out;
}

}  // namespace impactbench
