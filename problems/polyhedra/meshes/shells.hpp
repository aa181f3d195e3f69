#pragma once

#include "problems/model/cell_mesh.hpp"

namespace impactbench {

/// A closed cylinder about the z axis, one cell thick, open at z = 0 and z = height.
struct CylinderShell {
  double radius{1.0};     ///< of the middle surface [m] > thickness
  double height{1.0};     ///< [m] > 0
  double thickness{0.1};  ///< [m] > 0
  int around{8};  ///< cells along the circumference, >= 3; cell i at the angle 2 pi i / around
  int along{1};   ///< cells along the axis, >= 1

  [[nodiscard]] int cell(int i, int j) const { return i + around * j; }
};

/// A hemisphere z >= 0 with a hole about the pole, one cell thick.
struct HemisphereShell {
  double radius{10.0};    ///< of the middle surface [m] > thickness
  double thickness{0.1};  ///< [m] > 0
  double hole{0.3};       ///< half opening of the hole [rad] in (0, pi/2)
  int around{16};  ///< cells along the equator, >= 3; cell i at the longitude 2 pi i / around
  int along{4};    ///< cells from the equator to the hole, >= 1

  [[nodiscard]] int cell(int i, int j) const { return i + around * j; }
};

/// Cells have their centres and the centroids of their interfaces on the middle surface, areas and
/// volumes from arcs of it, and the inertia of boxes with the same edges; principal axes along the
/// circumference, the meridian and the normal (outwards). These choices differ from exact curved
/// cells by O(h^2). Free faces: inner, outer and the rims. Throw ConfigurationError.
[[nodiscard]] CellMesh cylinder_mesh(const CylinderShell& shell);
[[nodiscard]] CellMesh hemisphere_mesh(const HemisphereShell& shell);

}  // namespace impactbench
