// The scheme on an irregular mesh: its invariants need no regular cells.

#include "problems/polyhedra/meshes/voronoi.hpp"
#include "problems/model/deformation_energy.hpp"
#include "schemes/mka3d/largest_step.hpp"
#include "schemes/mka3d/mka3d.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

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
  mka3d::Mka3d scheme({});
  const double h = 0.2 * mka3d::largest_step(body, state.q);
  scheme.prepare(body, state, h, {});
  const Vec3 l = angular_momentum();
  const double e0 = energy();
  double worst_l = 0.0, worst_e = 0.0;
  for (int n = 0; n < 2000; ++n) {
    ASSERT_EQ(scheme.step(state).status, StepStatus::done);
    worst_l = std::max(worst_l, (angular_momentum() - l).norm() / l.norm());
    worst_e = std::max(worst_e, std::abs(energy() - e0) / e0);
  }
  EXPECT_LT(worst_l, 1e-12);
  EXPECT_LT(worst_e, 1e-2);
  EXPECT_GT(worst_e, 1e-9);
}

}  // namespace
}  // namespace impactbench::testing
