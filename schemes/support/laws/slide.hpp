#pragma once

#include "problems/contact/round_bodies.hpp"

#include <Eigen/Geometry>

#include <array>

namespace impactbench {

/// A vector in the tangent plane of a contact with normal n, a slip or a friction force: in the
/// plane its component along rot90(n), in space a vector, on a line zero.
template <int Dim>
using Slide = Vec<Dim == 3 ? 3 : 1>;

/// The components of a slide along the tangents of length |n|: rot90(n) in the plane, |n| s and |n|
/// n x s / |n| in space.
template <int Dim>
using Slip = Vec<Dim == 3 ? 2 : 1>;

/// These tangents, and the axis n / |n| x (tangent / |n|) of the torque of friction along each.
template <int Dim>
struct Tangents {
  static constexpr int count = Dim == 3 ? 2 : 1;
  std::array<Vec<Dim>, count> along;
  std::array<Vec<Dim == 3 ? 3 : 1>, count> turn;
};
[[nodiscard]] inline Tangents<1> tangents(const Vec<1>&) {
  return {{Vec<1>::Zero()}, {Vec<1>::Zero()}};
}
[[nodiscard]] inline Tangents<2> tangents(const Vec<2>& n) {
  return {{rot90(n)}, {Vec<1>(1.0)}};
}
[[nodiscard]] inline Tangents<3> tangents(const Vec<3>& n) {
  const double length = n.norm();
  const Vec<3> s = n.unitOrthogonal();
  const Vec<3> t = (n / length).cross(s);
  return {{length * s, length * t}, {t, -s}};
}

}  // namespace impactbench
