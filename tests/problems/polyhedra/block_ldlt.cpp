// The factors behind static equilibria against dense ones, and the matrix that they are made of
// against differences of the forces.

#include "problems/polyhedra/statics/block_ldlt.hpp"
#include "problems/polyhedra/meshes/box_grid.hpp"
#include "problems/polyhedra/meshes/free_face.hpp"
#include "problems/polyhedra/statics/balance.hpp"

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace impactbench::testing {
namespace {

/// A symmetric matrix on a grid of 7 x 5 cells, each coupled with its eight neighbours, whose
/// diagonal is shifted by `shift`.
Eigen::MatrixXd grid_matrix(double shift) {
  constexpr int width = 7, height = 5;
  Eigen::MatrixXd out = Eigen::MatrixXd::Zero(6 * width * height, 6 * width * height);
  int number = 0;
  for (int a = 0; a < width * height; ++a) {
    for (int b = 0; b <= a; ++b) {
      if (std::abs(a / width - b / width) > 1 || std::abs(a % width - b % width) > 1) continue;
      for (int r = 0; r < 6; ++r)
        for (int c = 0; c < 6; ++c) {
          const double x = std::sin(1.0 + 0.7 * number + 0.01 * number * number);
          ++number;
          out(6 * a + r, 6 * b + c) = out(6 * b + c, 6 * a + r) = x;
        }
    }
  }
  out.diagonal().array() += shift;
  return out;
}

SparseMatrix lower_of(const Eigen::MatrixXd& full) {
  std::vector<Eigen::Triplet<double>> entries;
  for (int r = 0; r < full.rows(); ++r)
    for (int c = 0; c < full.cols(); ++c)
      if (c / 6 <= r / 6 && full(r, c) != 0.0) entries.emplace_back(r, c, full(r, c));
  SparseMatrix out(full.rows(), full.cols());
  out.setFromTriplets(entries.begin(), entries.end());
  return out;
}

TEST(BlockLdlt, SolvesDefiniteAndIndefiniteSystems) {
  const Eigen::VectorXd b = Eigen::VectorXd::LinSpaced(grid_matrix(0.0).rows(), -1.0, 2.0);
  BlockLdlt factors(lower_of(grid_matrix(0.0)));
  int negative = 0;
  for (const double shift : {40.0, 3.0, 0.0}) {  // one pattern, values one after the other
    const Eigen::MatrixXd full = grid_matrix(shift);
    const Eigen::VectorXd values =
        Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(full).eigenvalues();
    negative += values.minCoeff() < 0.0 ? 1 : 0;
    ASSERT_TRUE(factors.factor(lower_of(full)));
    const Eigen::VectorXd x = factors.solve(b);
    // Backward stable but for the growth of pivots that are sought within blocks only.
    EXPECT_LT((full * x - b).norm(), 1e-11 * full.norm() * x.norm()) << shift;
    EXPECT_LT((x - full.fullPivLu().solve(b)).norm(), 1e-9 * x.norm()) << shift;
  }
  EXPECT_EQ(negative, 2);  // positive definite once, indefinite twice
}

TEST(BlockLdlt, SaysWhenThereIsNoSolution) {
  Eigen::MatrixXd full = grid_matrix(40.0);
  BlockLdlt factors(lower_of(full));
  full.row(20).setZero();
  full.col(20).setZero();
  // The pattern stays: zeros are stored.
  SparseMatrix lower = lower_of(grid_matrix(40.0));
  for (int c = 0; c < lower.outerSize(); ++c)
    for (SparseMatrix::InnerIterator it(lower, c); it; ++it)
      it.valueRef() = full(it.row(), it.col());
  EXPECT_FALSE(factors.factor(lower));
  lower.valuePtr()[0] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(factors.factor(lower));
}

TEST(Balance, StiffnessIsTheDerivativeOfTheForces) {
  // A bar of four cells out of shape under forces beside the centres of its cells, which turn with
  // them: -d residual / d q, symmetrised, since the forces are not in balance.
  CellMesh mesh =
      box_mesh({.count = {2, 2, 1}, .low = {0, 0, 0}, .size = {2.0, 1.6, 0.5}, .endless = {}});
  const std::size_t face = free_face(mesh, 3, Vec3::UnitX());
  const PolyhedralSystem body(
      std::move(mesh), {1.0, 0.3, 1.0},
      {.face_loads = {{face, {0.03, -0.02, 0.05}, {}, true}},
       .point_loads = {{0, {0.1, 0.2, -0.1}, {0.1, 0.2, 0.4}, [](double t) { return 1.0 + t; }}}});
  const auto placed = [&](int coordinate, double by) {
    Eigen::VectorXd q = body.at_rest().q;
    for (int i = 0; i < body.cells(); ++i) {
      Eigen::Matrix<double, 6, 1> move;
      for (int k = 0; k < 6; ++k)
        move[k] = 0.05 * std::sin(1.0 + 7.0 * i + k);
      Pose pose = Pose{PolyhedralSystem::position(q, i),
                       PolyhedralSystem::rotation(q, i).toRotationMatrix()}
                      .moved(move);
      if (coordinate / 6 == i && coordinate >= 0) {
        Eigen::Matrix<double, 6, 1> more = Eigen::Matrix<double, 6, 1>::Zero();
        more[coordinate % 6] = by;
        pose = pose.moved(more);
      }
      const Eigen::Quaterniond turn(pose.turn);
      q.segment<3>(7 * i) = pose.position;
      q.segment<4>(7 * i + 3) << turn.w(), turn.x(), turn.y(), turn.z();
    }
    return q;
  };
  Balance balance(body, 0.5);
  double largest = 0.0;
  const int n = 6 * body.cells();
  Eigen::MatrixXd slope(n, n);
  for (int k = 0; k < n; ++k) {
    const double step = 1e-5;
    balance.set(placed(k, -step), 0.8);
    const Eigen::VectorXd before = balance.residual(largest);
    balance.set(placed(k, step), 0.8);
    slope.col(k) = (before - balance.residual(largest)) / (2.0 * step);
  }
  slope = 0.5 * (slope + slope.transpose()).eval();
  balance.set(placed(-1, 0.0), 0.8);
  const Eigen::MatrixXd lower = balance.stiffness();
  const Eigen::MatrixXd found = lower.selfadjointView<Eigen::Lower>();
  ASSERT_GT(slope.lpNorm<Eigen::Infinity>(), 0.1);
  // The turning of the loads is some 0.1 of it.
  EXPECT_LT((found - slope).lpNorm<Eigen::Infinity>(), 1e-7);
}

}  // namespace
}  // namespace impactbench::testing
