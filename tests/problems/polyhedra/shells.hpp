#pragma once

#include "problems/model/deformation_energy.hpp"
#include "problems/polyhedra/meshes/shells.hpp"
#include "problems/polyhedra/statics/equilibrium.hpp"
#include "tests/support/largest.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <numbers>
#include <utility>

namespace impactbench::testing {

struct Pinch {
  double diameter, energy;
};

/// The cylinder of monasse2012, 4.2 (radius 1, height 2, thickness 0.01, 50 x 20 cells, steel), two
/// opposite generators pressed inwards with `force` [N] each: largest distance of opposite loaded
/// cells, elastic energy.
inline Pinch pinched_cylinder(double force, Torsion torsion, int load_steps) {
  const CylinderShell shell{
      .radius = 1.0, .height = 2.0, .thickness = 0.01, .around = 50, .along = 20};
  CellMesh mesh = cylinder_mesh(shell);
  PolyhedralSystem::Options options{.torsion = torsion};
  for (int j = 0; j < shell.along; ++j) {
    for (const int side : {1, -1}) {
      const int cell = shell.cell(side > 0 ? 0 : 25, j);
      options.point_loads.push_back(
          {cell, {-side * force / shell.along, 0.0, 0.0}, mesh.centre[cell], {}});
    }
  }
  const PolyhedralSystem body(std::move(mesh), {2.1e11, 0.25, 7800.0}, options);
  const Equilibrium found = find_equilibrium(body, 0.0, {.load_steps = load_steps});
  EXPECT_TRUE(found.found) << found.reason << " " << found.residual;
  Pinch out{0.0, deformation_energy(body, 0.0, found.q).total()};
  for (int j = 0; j < shell.along; ++j) {
    const Vec3 apart = PolyhedralSystem::position(found.q, shell.cell(0, j)) -
                       PolyhedralSystem::position(found.q, shell.cell(25, j));
    out.diameter = larger(out.diameter, apart.norm());
  }
  return out;
}

struct Deflection {
  double outward, inward;
};

/// The hemisphere of monasse2012, 4.4 with `along` x 4 `along` cells: forces P outwards at the
/// longitudes 0 and 180 degrees, inwards at 90 and 270, at the centres of the free faces on the
/// equator; displacements of these points along their forces.
inline Deflection hemisphere(int along, double load, Torsion torsion, int load_steps,
                             Curvatures curvatures = Curvatures::separate) {
  const HemisphereShell shell{.radius = 10.0,
                              .thickness = 0.04,
                              .hole = 0.1 * std::numbers::pi,
                              .around = 4 * along,
                              .along = along};
  CellMesh mesh = hemisphere_mesh(shell);
  const std::array<Vec3, 4> points{Vec3(10, 0, 0), Vec3(0, 10, 0), Vec3(-10, 0, 0),
                                   Vec3(0, -10, 0)};
  PolyhedralSystem::Options options{.torsion = torsion, .curvatures = curvatures};
  for (int k = 0; k < 4; ++k) {
    const double sign = k % 2 == 0 ? 1.0 : -1.0;
    options.point_loads.push_back(
        {shell.cell(k * along, 0), sign * load / 10.0 * points[k], points[k], {}});
  }
  const PolyhedralSystem body(std::move(mesh), {6.825e7, 0.3, 1.0}, options);
  const Equilibrium found = find_equilibrium(body, 0.0, {.load_steps = load_steps});
  EXPECT_TRUE(found.found) << found.reason << " " << found.residual;
  std::array<double, 4> radial{};
  for (int k = 0; k < 4; ++k) {
    const int cell = shell.cell(k * along, 0);
    const CellMesh& at_rest = body.mesh();
    const Vec3 arm = at_rest.frame[cell].transpose() * (points[k] - at_rest.centre[cell]);
    const Vec3 point =
        PolyhedralSystem::position(found.q, cell) + PolyhedralSystem::rotation(found.q, cell) * arm;
    radial[k] = (point - points[k]).dot(points[k]) / 10.0;
  }
  EXPECT_NEAR(radial[0], radial[2], 1e-6);  // the symmetry of the loads
  EXPECT_NEAR(radial[1], radial[3], 1e-6);
  return {0.5 * (radial[0] + radial[2]), -0.5 * (radial[1] + radial[3])};
}

}  // namespace impactbench::testing
