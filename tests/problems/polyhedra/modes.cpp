// Small vibrations against rings, beams and plates.

#include "problems/polyhedra/statics/modes.hpp"
#include "problems/base/error.hpp"
#include "problems/polyhedra/meshes/box_grid.hpp"
#include "problems/polyhedra/meshes/shells.hpp"
#include "problems/polyhedra/meshes/voronoi.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace impactbench::testing {
namespace {

constexpr double pi = std::numbers::pi;
const Elastic steel{.young = 2.1e11, .poisson = 0.25, .density = 7800.0};
const double bar_speed = std::sqrt(steel.young / steel.density);

TEST(Modes, RingBreathesAsHoppeSays) {
  // Inextensional bending of a ring in its plane: omega^2 = E I / (rho A R^4) n^2 (n^2 - 1)^2 /
  // (n^2 + 1); each frequency twice.
  const double e = 0.01, section = bar_speed * e / std::sqrt(12.0);
  const PolyhedralSystem cylinder(
      cylinder_mesh({.radius = 1.0, .height = 2.0, .thickness = e, .around = 50, .along = 20}),
      steel, {});
  const Eigen::VectorXd found = lowest_frequencies(cylinder, 6);
  for (int n = 2; n <= 4; ++n) {
    const double ring = section * n * (n * n - 1) / std::sqrt(n * n + 1.0) / (2.0 * pi);
    EXPECT_NEAR(found[2 * n - 4], ring, 0.005 * ring) << n;
    EXPECT_NEAR(found[2 * n - 3], found[2 * n - 4], 1e-6 * ring) << n;
  }
  // The pinched cylinder of monasse2012: regression.
  EXPECT_NEAR(found[0], 6.401, 0.001);
  EXPECT_NEAR(found[2], 18.106, 0.002);
  EXPECT_NEAR(found[4], 34.716, 0.004);
}

TEST(Modes, PlateTwistsWithTheGrillageTorsionOnly) {
  // A free square plate, 8 x 8 cells, edge 1, thickness 0.01. Its second and third modes bend it as
  // a free beam (beta L = 4.7300), since the model has no Poisson coupling in bending; the twist
  // comes below them, and beyond with the polar moment: factor sqrt((1 + w^2/e^2) / 2) = 8.9.
  const double e = 0.01, beam = 4.730041 * 4.730041 * bar_speed * e / std::sqrt(12.0) / (2.0 * pi);
  const auto plate = [&](Torsion torsion) {
    return lowest_frequencies(
        PolyhedralSystem(
            box_mesh({.count = {8, 8, 1}, .low = {0, 0, 0}, .size = {1.0, 1.0, e}, .endless = {}}),
            steel, {.torsion = torsion}),
        6);
  };
  const Eigen::VectorXd thin = plate(Torsion::thin), polar = plate(Torsion::polar);
  EXPECT_NEAR(thin[0], 32.66, 0.01);
  EXPECT_NEAR(thin[1], beam, 0.005 * beam);
  EXPECT_NEAR(thin[2], beam, 0.005 * beam);
  EXPECT_NEAR(polar[0], beam, 0.005 * beam);
  EXPECT_NEAR(polar[4], 262.8, 0.1);
}

TEST(Modes, ClampedBarVibratesAlongItself) {
  // One end fixed: quarter waves, f = c / (4 L). The fixed cell is half a cell of no length.
  const int n = 20;
  const PolyhedralSystem bar(
      box_mesh({.count = {n, 1, 1}, .low = {0, 0, 0}, .size = {1.0, 0.4, 0.4}, .endless = {}}),
      {2.1e11, 0.0, 7800.0}, {.fixed = {0}});
  const double length = 1.0 - 0.5 / n, wanted = bar_speed / (4.0 * length);
  const Eigen::VectorXd found = lowest_frequencies(bar, 12);
  double nearest = 1e9;
  for (const double f : found)
    nearest = std::min(nearest, std::abs(f - wanted));
  EXPECT_LT(nearest, 0.005 * wanted);
}

/// Relative error of the first longitudinal frequency of a free bar, nu = 0, which is c / 2L
/// exactly whatever the section: n cells along it, the mean over three meshes where they are
/// irregular.
double bar_error(int n, double jitter) {
  double sum = 0.0;
  const int meshes = jitter > 0.0 ? 3 : 1;
  for (int seed = 1; seed <= meshes; ++seed) {
    CellMesh mesh = voronoi_mesh({.count = {n, n / 4, n / 4},
                                  .low = {0, 0, 0},
                                  .size = {1.0, 0.25, 0.25},
                                  .jitter = jitter,
                                  .seed = seed});
    const PolyhedralSystem bar(std::move(mesh), {1.0, 0.0, 1.0}, {});
    double nearest = 1.0;
    for (const double f : lowest_frequencies(bar, 14))
      nearest = std::min(nearest, std::abs(f / 0.5 - 1.0));
    sum += nearest / meshes;
  }
  return sum;
}

TEST(Modes, OrderOnVoronoiMeshes) {
  // Order 2 on boxes. On cells with a jitter of 0.3 of the spacing errors scatter with the mesh,
  // are no larger, and fall faster than with order 1: 0.0046 and 0.0012 for n = 8 and 16.
  const double boxes = bar_error(8, 0.0), finer = bar_error(16, 0.0);
  EXPECT_NEAR(std::log2(boxes / finer), 2.0, 0.05);
  const double cells = bar_error(8, 0.3), finer_cells = bar_error(16, 0.3);
  EXPECT_LT(finer_cells, 1.5 * finer);
  EXPECT_GT(std::log2(cells / finer_cells), 1.0);
}

TEST(Modes, WrongCountIsASentence) {
  const PolyhedralSystem bar(
      box_mesh({.count = {4, 1, 1}, .low = {0, 0, 0}, .size = {4, 1, 1}, .endless = {}}), steel,
      {});
  EXPECT_THROW((void)lowest_frequencies(bar, 0), ConfigurationError);
  EXPECT_THROW((void)lowest_frequencies(bar, 24), ConfigurationError);
}

}  // namespace
}  // namespace impactbench::testing
