#pragma once

#include "problems/contact/gap.hpp"

#include <Eigen/Geometry>

#include <array>

namespace impactbench {

/// The rows of a rigid contact of round bodies i and j with normal n from i to j (of an obstacle:
/// into it), in the signs of ContactProblem:
///
///   u_k = e_k . (v_i - v_j) + (n x e_k) . (r_i om_i + r_j om_j),   e_0 = -n, e_1, ... tangents,
///
/// the velocity of the point of i at the contact, v_i + om_i x r_i n, less that of j,
/// v_j - om_j x r_j n, along e_k: u_0 > 0 separates. In the plane e_1 = rot90(n) and a rotation is
/// one number; in space e_1, e_2 = n x e_1 are any two tangents, chosen from n alone.
template <int Dim>
struct ContactRows {
  std::array<Vec<Dim>, Dim> along;              ///< e_k
  std::array<Vec<Dim == 2 ? 1 : 3>, Dim> turn;  ///< n x e_k
};

/// A line has the normal alone.
[[nodiscard]] inline ContactRows<1> contact_rows(const Vec<1>& n) {
  return {{-n}, {}};
}

[[nodiscard]] inline ContactRows<2> contact_rows(const Vec<2>& n) {
  return {{-n, rot90(n)}, {Vec<1>(0.0), Vec<1>(1.0)}};
}

[[nodiscard]] inline ContactRows<3> contact_rows(const Vec<3>& n) {
  const Vec<3> s = n.unitOrthogonal(), t = n.cross(s);
  return {{-n, s, t}, {Vec<3>::Zero(), t, -s}};
}

}  // namespace impactbench
