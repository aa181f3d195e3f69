#include "problems/polyhedra/meshes/free_face.hpp"

#include "problems/base/error.hpp"
#include "problems/base/fields.hpp"

#include <cmath>
#include <string>

namespace impactbench {

std::size_t free_face(const CellMesh& mesh, int cell, const Vec3& direction) {
  std::size_t best = mesh.free_faces.size();
  double most = std::sqrt(0.5) * direction.norm();
  for (std::size_t k = 0; k < mesh.free_faces.size(); ++k) {
    const FreeFace& face = mesh.free_faces[k];
    const double along = face.outward.dot(direction);
    if (face.cell != cell || !(along > most)) continue;
    most = along;
    best = k;
  }
  if (best < mesh.free_faces.size()) return best;
  throw ConfigurationError("polyhedra: cell " + std::to_string(cell) +
                           " has no free face towards (" + to_text(direction.x()) + ", " +
                           to_text(direction.y()) + ", " + to_text(direction.z()) +
                           "); only free faces of the body can be loaded");
}

}  // namespace impactbench
