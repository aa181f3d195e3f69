#pragma once

#include "problems/model/cell_mesh.hpp"

#include <vector>

namespace impactbench {

/// A plane convex polygon of a cell's surface.
struct CellFace {
  std::vector<Vec3> corners;  ///< counter-clockwise seen from outside [m]
  int neighbour{-1};          ///< the cell behind it, -1: free
};

struct ConvexCell {
  std::vector<CellFace> faces;
};

/// The mesh of cells given by their corners: volumes, centres of mass and principal axes from
/// tetrahedra, second moments of the interfaces from triangles. An interface oblique to the line of
/// the centres of mass (in any mesh but a centroidal one) keeps its area and moments. Throws
/// ConfigurationError: a cell that is not closed or not convex, faces of two neighbours that do not
/// coincide, cells that overlap (the centre of one inside another).
[[nodiscard]] CellMesh mesh_of_cells(const std::vector<ConvexCell>& cells);

}  // namespace impactbench
