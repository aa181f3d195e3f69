#pragma once

#include "problems/model/cell_mesh.hpp"

#include <cstddef>

namespace impactbench {

/// Index of the free face of `cell` whose outward normal is nearest to `direction` (within 45
/// degrees). Throws ConfigurationError if the cell has no such face: a face between two cells
/// cannot be loaded.
[[nodiscard]] std::size_t free_face(const CellMesh& mesh, int cell, const Vec3& direction);

}  // namespace impactbench
