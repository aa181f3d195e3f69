// Static equilibria against exact solutions, and shells against figures of a separate program with
// the same cells.

#include "tests/problems/polyhedra/shells.hpp"

#include "problems/base/error.hpp"
#include "problems/model/deformation_energy.hpp"
#include "problems/polyhedra/meshes/box_grid.hpp"
#include "problems/polyhedra/statics/equilibrium.hpp"
#include "problems/polyhedra/statics/link_gradient.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <utility>

namespace impactbench::testing {
namespace {

/// Angle by which the free end of a cantilever of n links turns under M = 2 pi E I / L (the moment
/// that rolls the beam up): length 12, section 1 x 0.1, E = 1.2e6, nu = 0. The first cell is the
/// mirror image of the one beside the clamp.
double roll_up(int n, BendingSpring spring) {
  const double length = 12.0, height = 0.1, width = 1.0, young = 1.2e6;
  const double second = width * height * height * height / 12.0;
  const double moment = 2.0 * std::numbers::pi * young * second / length;
  CellMesh mesh = box_mesh({.count = {n + 1, 1, 1},
                            .low = {0, 0, 0},
                            .size = {length / n * (n + 1), height, width},
                            .endless = {}});
  const PolyhedralSystem beam(
      std::move(mesh), {young, 0.0, 1.0},
      {.spring = spring, .fixed = {0}, .moment_loads = {{n, {0.0, 0.0, moment}, {}}}});
  const Equilibrium found = find_equilibrium(beam, 0.0, {.load_steps = 10, .tolerance = 1e-12});
  EXPECT_TRUE(found.found) << found.reason << " " << found.residual;
  double sum = 0.0;
  for (int i = 0; i < n; ++i) {
    const Eigen::Quaterniond relative = PolyhedralSystem::rotation(found.q, i).conjugate() *
                                        PolyhedralSystem::rotation(found.q, i + 1);
    sum += 2.0 * std::atan2(relative.z(), relative.w());
  }
  return sum;
}

TEST(Cantilever, RollsUpByTheExactAngle) {
  // Every link bends by theta with E I sin(theta) / (L / n) = M, so n asin(2 pi / n) in all.
  const std::array<std::pair<int, double>, 5> printed{{{8, 7.226712886132},
                                                       {16, 6.457033710798},
                                                       {32, 6.324274994341},
                                                       {64, 6.293322525478},
                                                       {128, 6.285711344395}}};
  double error = 0.0, before = 0.0;  // of the angle, against the arc's 2 pi
  for (const auto& [n, value] : printed) {
    const double exact = n * std::asin(2.0 * std::numbers::pi / n);
    EXPECT_NEAR(exact, value, 1e-11);
    const double found = roll_up(n, BendingSpring::sine);
    EXPECT_NEAR(found, exact, 1e-10) << n;
    before = std::exchange(error, found - 2.0 * std::numbers::pi);
  }
  EXPECT_NEAR(std::log2(before / error), 2.0, 0.01);
}

TEST(Cantilever, LogarithmicSpringRollsUpExactlyAtEveryN) {
  for (const int n : {4, 8, 16})
    EXPECT_NEAR(roll_up(n, BendingSpring::logarithm), 2.0 * std::numbers::pi, 1e-10) << n;
}

TEST(Statics, APulledBarIsStrainedUniformly) {
  // Hooke's law with loaded faces and lateral contraction, found from rest.
  const double stretch = 1e-4, poisson = 0.3;
  const Elastic material{2.0e11, poisson, 7800.0};
  const BoxGrid grid{.count = {5, 3, 2}, .low = {0, 0, 0}, .size = {5, 3, 2}, .endless = {}};
  CellMesh mesh = box_mesh(grid);
  PolyhedralSystem::Options options;
  for (std::size_t k = 0; k < mesh.free_faces.size(); ++k) {
    const Vec3 outward = mesh.free_faces[k].outward;
    if (std::abs(outward.x()) < 0.5) continue;
    options.face_loads.push_back({k, material.young * stretch * outward, {}, true});
  }
  const PolyhedralSystem bar(std::move(mesh), material, options);
  const Equilibrium found = find_equilibrium(bar, 0.0, {.load_steps = 1});
  ASSERT_TRUE(found.found) << found.residual;
  const Vec3 a = PolyhedralSystem::position(found.q, 0);
  const Vec3 b = PolyhedralSystem::position(found.q, bar.cells() - 1);
  EXPECT_NEAR((b - a).x() - 4.0, 4.0 * stretch, 1e-9 * stretch);
  EXPECT_NEAR((b - a).y() - 2.0, -2.0 * poisson * stretch, 1e-9 * stretch);
  EXPECT_NEAR((b - a).z() - 1.0, -1.0 * poisson * stretch, 1e-9 * stretch);
}

TEST(Statics, LinkStiffnessIsThatOfABar) {
  const PolyhedralSystem body(
      box_mesh({.count = {2, 1, 1}, .low = {0, 0, 0}, .size = {2.0, 0.8, 0.5}, .endless = {}}),
      {1.0, 0.3, 1.0}, {});
  const State rest = body.at_rest();
  const Pose a{PolyhedralSystem::position(rest.q, 0), Mat3::Identity()};
  const Pose b{PolyhedralSystem::position(rest.q, 1), Mat3::Identity()};
  const PairMatrix k = link_stiffness(body, 0, a, b, 0.0, 0.0);
  // A pull along the link: S/D E/(1+nu); bending about z with E I^s / D once both ends are turned
  // against each other.
  EXPECT_NEAR(k(0, 0), 0.4 / 1.3, 1e-8);
  EXPECT_NEAR(k(0, 6), -0.4 / 1.3, 1e-8);
  const Pair bend = (Pair() << 0, 0, 0, 0, 0, -0.5, 0, 0, 0, 0, 0, 0.5).finished();
  const double i_s = 0.8 * 0.8 * 0.8 * 0.5 / 12.0;
  const Pair answer = k * bend;
  EXPECT_NEAR(answer[11], i_s, 1e-8);
}

TEST(PinchedCylinder, DiameterAndEnergyUnderAQuarterOfTheLoad) {
  const Pinch pinch = pinched_cylinder(25e3, Torsion::polar, 2);
  EXPECT_NEAR(pinch.diameter, 1.885265, 1e-6);
  EXPECT_NEAR(pinch.energy, 1473.06, 0.01);
}

TEST(Hemisphere, SmallMeshesAtBothTorsions) {
  // 8 x 32 cells; the load acts at the centre of the free face on the equator, whose displacement
  // is read. Regression to 1e-3.
  const Deflection linear = hemisphere(8, 2.0, Torsion::thin, 1);
  EXPECT_NEAR(0.5 * (linear.outward + linear.inward), 0.0738, 0.0005);
  const Deflection thin = hemisphere(8, 400.0, Torsion::thin, 8);
  EXPECT_NEAR(thin.outward, 3.201, 0.003);
  EXPECT_NEAR(thin.inward, 6.106, 0.006);
  // With the polar moment of the interface the shell cannot twist: 1/50 of the deflection.
  const Deflection polar = hemisphere(8, 400.0, Torsion::polar, 1);
  EXPECT_NEAR(polar.outward, 0.059, 0.001);
  EXPECT_NEAR(polar.inward, 0.059, 0.001);
}

TEST(Statics, WrongSettingsAndHopelessLoadsAreNamed) {
  CellMesh mesh =
      box_mesh({.count = {5, 1, 1}, .low = {0, 0, 0}, .size = {5, 1, 1}, .endless = {}});
  const PolyhedralSystem beam(std::move(mesh), {1.0, 0.0, 1.0},
                              {.fixed = {0}, .moment_loads = {{4, {0.0, 0.0, 1.0}, {}}}});
  EXPECT_THROW((void)find_equilibrium(beam, 0.0, {.load_steps = 0}), ConfigurationError);
  // A sine spring carries E I / D = 1/12 at most: there is no equilibrium, and that is said.
  const Equilibrium none = find_equilibrium(beam, 0.0, {.load_steps = 2, .iterations = 20});
  EXPECT_FALSE(none.found);
  EXPECT_FALSE(none.reason.empty());
}

}  // namespace
}  // namespace impactbench::testing
