// The scheme on an irregular mesh: its invariants need no regular cells.

#include "problems/polyhedra/meshes/voronoi.hpp"
#include "problems/model/deformation_energy.hpp"
#include "schemes/mka3d/largest_step.hpp"
#include "schemes/mka3d/mka3d.hpp"
#include "tests/support/largest.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

namespace impactbench::testing {
namespace {

TEST(Mka3dVoronoi, KeepsEnergyAndMomentaOnIrregularCells) {
  const PolyhedralSystem body(
      voronoi_mesh({.count = {4, 3, 3}, .low = {-2, -1.5, -1.5}, .size = {4, 3, 3}, .jitter = 0.4}),
      {1.0, 0.3, 1.0}, {});
  State state = body.at_rest();
  const Vec3 spin(0.02, 0.05, 0.1);
  for (int i = 0; i < body.cells(); ++i) {
    const Vec3 x = PolyhedralSystem::position(state.q, i);
    state.q.segment<3>(7 * i) += Vec3(0.03 * x.x(), 0.01 * x.x() * x.y(), 0.0);
    state.v.segment<3>(6 * i) = spin.cross(x);
    // The angular velocity is seen in the principal frame of the cell.
    state.v.segment<3>(6 * i + 3) = body.mesh().frame[i].transpose() * spin;
  }
  const auto angular_momentum = [&] {
    Vec3 sum = Vec3::Zero();
    for (int i = 0; i < body.cells(); ++i) {
      const Vec3 own =
          body.mass().segment<3>(6 * i + 3).cwiseProduct(state.v.segment<3>(6 * i + 3));
      sum += PolyhedralSystem::position(state.q, i)
                 .cross(body.mass()[6 * i] * state.v.segment<3>(6 * i)) +
             PolyhedralSystem::rotation(state.q, i) * own;
    }
    return sum;
  };
  const auto energy = [&] {
    return kinetic_energy(body, state.v) + deformation_energy(body, 0.0, state.q).total();
  };
  const double h = 0.2 * mka3d::largest_step(body, state.q);
  mka3d::Mka3d scheme(mka3d::Params{}, body, state, h);
  const Vec3 l = angular_momentum();
  const double e0 = energy();
  double worst_l = 0.0, worst_e = 0.0;
  for (int n = 0; n < 2000; ++n) {
    ASSERT_EQ(scheme.step(state).status, StepStatus::done);
    worst_l = larger(worst_l, (angular_momentum() - l).norm() / l.norm());
    worst_e = larger(worst_e, std::abs(energy() - e0) / e0);
  }
  EXPECT_LT(worst_l, 1e-12);
  EXPECT_LT(worst_e, 1e-2);
  EXPECT_GT(worst_e, 1e-9);
}

/// A free bar along x, nu = 0 and c = 1, starts at rest with u = a cos(pi x): after the time 1/2 it
/// is straight (u = a cos(pi x) cos(pi t)). What is left of u over its start, root of mean squares;
/// n cells along it, the mean over `meshes` seeds.
double wave_error(int n, double jitter, int meshes) {
  double sum = 0.0;
  for (int seed = 1; seed <= meshes; ++seed) {
    const PolyhedralSystem bar(voronoi_mesh({.count = {n, n / 4, n / 4},
                                             .low = {0, 0, 0},
                                             .size = {1.0, 0.25, 0.25},
                                             .jitter = jitter,
                                             .seed = seed}),
                               {1.0, 0.0, 1.0}, {});
    State state = bar.at_rest();
    const Eigen::VectorXd rest = state.q;
    for (int i = 0; i < bar.cells(); ++i)
      state.q[7 * i] += 1e-5 * std::cos(std::numbers::pi * rest[7 * i]);
    const double start = (state.q - rest).norm();
    const int steps = static_cast<int>(0.5 / (0.4 * mka3d::largest_step(bar, state.q))) + 1;
    mka3d::Mka3d scheme(mka3d::Params{}, bar, state, 0.5 / steps);
    for (int k = 0; k < steps; ++k)
      EXPECT_EQ(scheme.step(state).status, StepStatus::done);
    double left = 0.0;
    for (int i = 0; i < bar.cells(); ++i)
      left += (state.q - rest).segment<3>(7 * i).squaredNorm();
    sum += std::sqrt(left) / start / meshes;
  }
  return sum;
}

TEST(Mka3dVoronoi, OrderOfAWaveIsTwoOnBoxesAndLessOnIrregularCells) {
  const double boxes = wave_error(8, 0.0, 1), finer = wave_error(16, 0.0, 1);
  EXPECT_NEAR(std::log2(boxes / finer), 2.0, 0.1) << boxes << " " << finer;
  // Jitter 0.3 of the spacing: 0.0216 and 0.0077, order 1.5.
  const double cells = wave_error(8, 0.3, 3), finer_cells = wave_error(16, 0.3, 3);
  const double order = std::log2(cells / finer_cells);
  RecordProperty("order_on_irregular_cells", std::to_string(order));
  EXPECT_NEAR(order, 1.5, 0.3) << cells << " " << finer_cells;
  EXPECT_LT(finer_cells, 0.01);
}

}  // namespace
}  // namespace impactbench::testing
