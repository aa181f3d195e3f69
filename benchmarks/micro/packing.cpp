#include "benchmarks/micro/packing.hpp"

#include "problems/contact/geometry.hpp"
#include "problems/contact/neighbour_list.hpp"

#include <Eigen/Geometry>

#include <cmath>

namespace impactbench::micro {

Packing hexagonal_packing(int n) {
  const int side = static_cast<int>(std::ceil(std::sqrt(static_cast<double>(n))));
  const double spacing = 1.0 - 1e-4, turn = 0.3;
  BodyTable discs;
  Eigen::VectorXd q = Eigen::VectorXd::Zero(3 * n);
  for (int i = 0; i < n; ++i) {
    discs.radius.push_back(0.5);
    discs.mass.push_back(1.0);
    discs.inertia.push_back(1.0);
    const int line = i / side;
    const double x = spacing * (i % side + 0.5 * (line % 2));
    const double y = spacing * std::sqrt(0.75) * line;
    q[3 * i] = std::cos(turn) * x - std::sin(turn) * y;
    q[3 * i + 1] = std::sin(turn) * x + std::cos(turn) * y;
  }
  const double far = 1.5 * side + 1.0;
  return {RoundSystem({}, discs, half_spaces(box_walls(-far, far, -far, far)), Vec3::Zero(),
                      ContactLaw{}),
          q};
}

BlockMatrix step_matrix(int n, double h) {
  const Packing packing = hexagonal_packing(n);
  NeighbourList list;
  list.prepare(packing.system, packing.q, Search::cell_grid, 0.1);
  BlockMatrix m;
  m.block = 2;
  for (int i = 0; i < n; ++i) {
    const std::size_t row = m.add_row();
    m.diagonal[4 * row] = m.diagonal[4 * row + 3] = 2.0 / (h * h);
  }
  for (const auto [i, j] : list.pairs()) {
    const Vec2 normal = pair_frame(centre(packing.q, i), 0.5, centre(packing.q, j), 0.5).normal;
    const Eigen::Matrix2d block = 1e6 * normal * normal.transpose();
    const std::size_t pair = m.add_pair(i, j);
    for (int k = 0; k < 4; ++k) {
      const auto at = static_cast<std::size_t>(k);
      m.diagonal[4 * static_cast<std::size_t>(i) + at] += block(k % 2, k / 2);
      m.diagonal[4 * static_cast<std::size_t>(j) + at] += block(k % 2, k / 2);
      m.upper[4 * pair + at] = m.lower[4 * pair + at] = -block(k % 2, k / 2);
    }
  }
  return m;
}

namespace {

/// Rows of a contact of two balls: the normal, two tangents and the spins about them.
void fill_rows(const Eigen::Matrix3d& frame, double radius, double* a, double* b) {
  for (int r = 0; r < 3; ++r, a += 6, b += 6) {
    const Eigen::Vector3d lever = radius * frame.col(0).cross(frame.col(r));
    for (int k = 0; k < 3; ++k) {
      b[k] = frame(k, r);
      a[k] = -b[k];
      a[3 + k] = b[3 + k] = -lever[k];
    }
  }
}

ContactProblem push_in_space(int n) {
  const int side = static_cast<int>(std::ceil(std::cbrt(static_cast<double>(n))));
  const Eigen::Matrix3d turn =
      Eigen::AngleAxisd(0.3, Eigen::Vector3d(1.0, 2.0, 3.0).normalized()).toRotationMatrix();
  const int stride[3] = {1, side, side * side};
  ContactProblem p;
  p.rows = 3;
  p.dofs = 6;
  for (int i = 0; i < n; ++i) {
    for (int axis = 0; axis < 3; ++axis) {
      if (i / stride[axis] % side + 1 == side || i + stride[axis] >= n) continue;
      const std::size_t c = p.contacts();
      p.resize(c + 1);
      p.body_a[c] = i;
      p.body_b[c] = i + stride[axis];
      p.friction[c] = 0.3;
      Eigen::Matrix3d frame;
      for (int r = 0; r < 3; ++r)
        frame.col(r) = turn.col((axis + r) % 3);
      fill_rows(frame, 0.5, &p.jacobian_a[18 * c], &p.jacobian_b[18 * c]);
      p.b[3 * c] = i % 7 == 0 ? -1.0 : 0.1;
      p.b[3 * c + 1] = 0.2;
      p.b[3 * c + 2] = -0.1;
    }
  }
  for (int i = 0; i < n; ++i) {
    for (const double inverse : {1.0, 1.0, 1.0, 10.0, 10.0, 10.0})
      p.inverse_mass.push_back(inverse);
  }
  return p;
}

}  // namespace

ContactProblem push_problem(int n, int rows) {
  if (rows == 3) return push_in_space(n);
  const Packing packing = hexagonal_packing(n);
  NeighbourList list;
  list.prepare(packing.system, packing.q, Search::cell_grid, 0.1);
  ContactProblem p;
  p.rows = rows;
  p.resize(list.pairs().size());
  p.inverse_mass.assign(3 * static_cast<std::size_t>(n), 1.0);
  for (std::size_t c = 0; c < list.pairs().size(); ++c) {
    const auto [i, j] = list.pairs()[c];
    const Vec2 normal = pair_frame(centre(packing.q, i), 0.5, centre(packing.q, j), 0.5).normal;
    p.body_a[c] = i;
    p.body_b[c] = j;
    p.friction[c] = 0.3;
    const std::size_t at = c * static_cast<std::size_t>(rows);
    double* a = p.jacobian_a.data() + 3 * at;
    double* b = p.jacobian_b.data() + 3 * at;
    for (int k = 0; k < 2; ++k) {
      a[k] = -normal[k];
      b[k] = normal[k];
    }
    p.b[at] = i % 7 == 0 ? -1.0 : 0.1;
    if (rows == 1) continue;
    a[3] = -normal.y(), a[4] = normal.x(), a[5] = 0.5;
    b[3] = normal.y(), b[4] = -normal.x(), b[5] = 0.5;
    p.b[at + 1] = 0.2;
  }
  return p;
}

}  // namespace impactbench::micro
