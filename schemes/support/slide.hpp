#pragma once

#include "problems/contact/round_bodies.hpp"

#include <Eigen/Geometry>

#include <algorithm>
#include <array>

namespace impactbench {

/// What lies in the tangent plane of a contact with normal n, a slip or a friction force: in the
/// plane the component along rot90(n), in space a vector. (On a line nothing: it stays zero.)
template <int Dim>
using Slide = Vec<Dim == 3 ? 3 : 1>;

/// The tangential part of a vector.
[[nodiscard]] inline Slide<1> slide_of(const Vec<1>&, const Vec<1>&) {
  return Slide<1>::Zero();
}
[[nodiscard]] inline Slide<2> slide_of(const Vec<2>& n, const Vec<2>& u) {
  return Slide<2>(u.dot(rot90(n)));
}
[[nodiscard]] inline Slide<3> slide_of(const Vec<3>& n, const Vec<3>& u) {
  return u - n.dot(u) * n;
}

/// As a vector of the space.
[[nodiscard]] inline Vec<1> in_space(const Vec<1>&, const Slide<1>&) {
  return Vec<1>::Zero();
}
[[nodiscard]] inline Vec<2> in_space(const Vec<2>& n, const Slide<2>& s) {
  return s[0] * rot90(n);
}
[[nodiscard]] inline Vec<3> in_space(const Vec<3>&, const Slide<3>& s) {
  return s;
}

/// om x n: how the surface of a body of radius 1 that turns moves where it is touched along n.
[[nodiscard]] inline Slide<2> turned_past(const Vec<2>&, const Vec<1>& om) {
  return om;
}
[[nodiscard]] inline Slide<3> turned_past(const Vec<3>& n, const Vec<3>& om) {
  return om.cross(n);
}

/// n x f: the torque of a force on such a body.
[[nodiscard]] inline Vec<1> torque_of(const Vec<2>&, const Slide<2>& f) {
  return f;
}
[[nodiscard]] inline Vec<3> torque_of(const Vec<3>& n, const Slide<3>& f) {
  return n.cross(f);
}

/// s of an earlier normal where the normal is now n: as long, turned the shortest way. (Luding
/// 2008, Granular Matter 10, section 2.3)
template <int Dim>
[[nodiscard]] Slide<Dim> carried_over(const Vec<Dim>& n, const Slide<Dim>& s) {
  if constexpr (Dim == 3) {
    const Vec<3> flat = s - n.dot(s) * n;
    const double length = flat.norm();
    return length > 0.0 ? Slide<3>(s.norm() / length * flat) : Slide<3>(Slide<3>::Zero());
  } else {
    return s;
  }
}

/// s, shortened to the bound where it is longer.
template <int Dim>
[[nodiscard]] Slide<Dim> shortened(const Slide<Dim>& s, double bound) {
  if constexpr (Dim == 3) {
    const double length = s.norm();
    return length > bound ? Slide<3>(bound / length * s) : s;
  } else {
    return Slide<Dim>(std::clamp(s[0], -bound, bound));
  }
}

/// The components of a slide along tangents of length |n|, as many as there are: rot90(n) in the
/// plane, |n| s and |n| n x s / |n| in space.
template <int Dim>
using Slip = Vec<Dim == 3 ? 2 : 1>;

/// Those tangents, and how a torque of friction along them acts, n / |n| x (tangent / |n|).
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
