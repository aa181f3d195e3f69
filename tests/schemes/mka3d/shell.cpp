// The scheme on a shell in static equilibrium, which another module has found by other means.

#include "problems/model/deformation_energy.hpp"
#include "problems/polyhedra/meshes/shells.hpp"
#include "problems/polyhedra/statics/equilibrium.hpp"
#include "schemes/mka3d/largest_step.hpp"
#include "schemes/mka3d/mka3d.hpp"
#include "tests/support/largest.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace impactbench::testing {
namespace {

const CylinderShell shell{
    .radius = 1.0, .height = 2.0, .thickness = 0.01, .around = 24, .along = 6};
const Elastic steel{.young = 2.1e11, .poisson = 0.25, .density = 7800.0};

/// Two opposite generators pressed inwards with 40 kN each until the start of the motion.
PolyhedralSystem pinched(bool loaded) {
  CellMesh mesh = cylinder_mesh(shell);
  PolyhedralSystem::Options options{.torsion = Torsion::thin};
  for (int j = 0; loaded && j < shell.along; ++j) {
    for (const int side : {1, -1}) {
      const int cell = shell.cell(side > 0 ? 0 : 12, j);
      options.point_loads.push_back(
          {cell, {-side * 4e4 / shell.along, 0.0, 0.0}, mesh.centre[cell], {}});
    }
  }
  return {std::move(mesh), steel, options};
}

TEST(PinchedShell, StaysInEquilibriumUnderItsLoads) {
  const PolyhedralSystem body = pinched(true);
  const Equilibrium found = find_equilibrium(body, 0.0, {.load_steps = 4});
  ASSERT_TRUE(found.found);
  State state = body.at_rest();
  ASSERT_GT((found.q - state.q).lpNorm<Eigen::Infinity>(), 0.05);
  state.q = found.q;
  mka3d::Mka3d scheme(mka3d::Params{}, body, state, 2e-5);
  for (int n = 0; n < 200; ++n)
    scheme.step(state);
  EXPECT_LT((state.q - found.q).lpNorm<Eigen::Infinity>(), 1e-9);
}

TEST(PinchedShell, OscillatesWithoutLossOfEnergyOnceReleased) {
  const Equilibrium start = find_equilibrium(pinched(true), 0.0, {.load_steps = 4});
  const PolyhedralSystem body = pinched(false);
  State state = body.at_rest();
  state.q = start.q;
  const double e0 = deformation_energy(body, 0.0, state.q).total();
  const double h = 0.92 * mka3d::largest_step(body, state.q);
  mka3d::Mka3d scheme(mka3d::Params{}, body, state, h);
  double worst = 0.0, least = e0;
  for (int n = 0; n < 8000; ++n) {
    ASSERT_EQ(scheme.step(state).status, StepStatus::done);
    if (n % 5 != 0) continue;
    const double elastic = deformation_energy(body, 0.0, state.q).total();
    worst = larger(worst, std::abs(elastic + kinetic_energy(body, state.v) - e0));
    least = std::min(least, elastic);
  }
  // The shell has opened (nearly all energy was kinetic) and the sum has kept its value.
  EXPECT_LT(least, 0.1 * e0);
  EXPECT_LT(worst, 1e-5 * e0);
}

}  // namespace
}  // namespace impactbench::testing
