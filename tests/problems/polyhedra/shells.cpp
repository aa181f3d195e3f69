// Meshes of shells: their totals against the curved bodies, their closedness, wrong input.

#include "problems/polyhedra/meshes/shells.hpp"
#include "problems/base/error.hpp"
#include "problems/model/polyhedral_system.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include <cmath>
#include <limits>
#include <numbers>

namespace impactbench::testing {
namespace {

constexpr double pi = std::numbers::pi;

double volume(const CellMesh& mesh) {
  double sum = 0.0;
  for (const double v : mesh.volume)
    sum += v;
  return sum;
}

TEST(ShellMesh, VolumesAreThoseOfTheMiddleSurface) {
  const CylinderShell cylinder{
      .radius = 1.0, .height = 2.0, .thickness = 0.01, .around = 50, .along = 20};
  EXPECT_NEAR(volume(cylinder_mesh(cylinder)), 2.0 * pi * 2.0 * 0.01, 1e-14);
  const double hole = 0.1 * pi;
  const HemisphereShell hemisphere{
      .radius = 10.0, .thickness = 0.04, .hole = hole, .around = 64, .along = 16};
  EXPECT_NEAR(volume(hemisphere_mesh(hemisphere)), 2.0 * pi * 100.0 * std::cos(hole) * 0.04, 1e-11);
}

TEST(ShellMesh, EveryCellHasItsFacesAndItsFreeVolume) {
  const HemisphereShell shell{
      .radius = 10.0, .thickness = 0.04, .hole = 0.3, .around = 12, .along = 4};
  const CellMesh mesh = hemisphere_mesh(shell);
  EXPECT_EQ(mesh.interfaces.size(), 12U * 4 + 12U * 3);
  EXPECT_EQ(mesh.free_faces.size(), 2U * 48 + 2U * 12);
  // Six faces a cell; interfaces are orthogonal to s and all depths are positive.
  std::vector<int> faces(mesh.size(), 0);
  for (const Interface& f : mesh.interfaces) {
    ++faces[f.a];
    ++faces[f.b];
    const Vec3 n = (mesh.centre[f.b] - mesh.centre[f.a]).normalized();
    EXPECT_NEAR(f.s.norm(), 1.0, 1e-14);
    EXPECT_NEAR(f.s.dot(n), 0.0, 1e-14);
  }
  for (const FreeFace& f : mesh.free_faces) {
    ++faces[f.cell];
    EXPECT_GT(f.depth, 0.0);
    EXPECT_NEAR(f.outward.norm(), 1.0, 1e-14);
  }
  for (const int count : faces)
    EXPECT_EQ(count, 6);
  // Inner and outer face leave a third of the volume free: plane stress.
  const PolyhedralSystem body(mesh, {1.0, 0.25, 1.0}, {});
  const int inside = shell.cell(3, 1);
  EXPECT_NEAR(body.dilated_volume(inside), mesh.volume[inside] * 1.5, 1e-13);
}

TEST(ShellMesh, WrongInputIsASentence) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW((void)cylinder_mesh({.around = 2}), ConfigurationError);
  EXPECT_THROW((void)cylinder_mesh({.thickness = 0.0}), ConfigurationError);
  EXPECT_THROW((void)cylinder_mesh({.radius = 0.05, .thickness = 0.1}), ConfigurationError);
  EXPECT_THROW((void)cylinder_mesh({.height = nan}), ConfigurationError);
  EXPECT_THROW((void)hemisphere_mesh({.along = 0}), ConfigurationError);
  EXPECT_THROW((void)hemisphere_mesh({.hole = 1.6}), ConfigurationError);
  EXPECT_THROW((void)hemisphere_mesh({.hole = nan}), ConfigurationError);
}

}  // namespace
}  // namespace impactbench::testing
