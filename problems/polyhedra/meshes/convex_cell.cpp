#include "problems/polyhedra/meshes/convex_cell.hpp"

#include "problems/base/error.hpp"
#include "problems/base/fields.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <string>

namespace impactbench {
namespace {

[[noreturn]] void refuse(std::size_t cell, const std::string& what) {
  throw ConfigurationError("polyhedra: cell " + std::to_string(cell) + " " + what);
}

/// The surface properties of a plane polygon.
struct Polygon {
  double area{0.0};
  Vec3 centroid{0, 0, 0}, normal{0, 0, 0};
  Mat3 second{Mat3::Zero()};  ///< int (X - centroid)(X - centroid)^T dS [m4]
};

Polygon polygon(const std::vector<Vec3>& corners) {
  Polygon out;
  Vec3 twice = Vec3::Zero(), first = Vec3::Zero();
  const Vec3& o = corners[0];
  for (std::size_t k = 1; k + 1 < corners.size(); ++k)
    twice += (corners[k] - o).cross(corners[k + 1] - o);
  out.area = 0.5 * twice.norm();
  out.normal = twice.normalized();
  Mat3 second = Mat3::Zero();
  for (std::size_t k = 1; k + 1 < corners.size(); ++k) {
    const Vec3 a = corners[k] - o, b = corners[k + 1] - o, sum = a + b;
    const double area = 0.5 * a.cross(b).dot(out.normal);
    first += area / 3.0 * sum;
    second += area / 12.0 * (a * a.transpose() + b * b.transpose() + sum * sum.transpose());
  }
  const Vec3 apart = first / out.area;
  out.centroid = o + apart;
  out.second = second - out.area * apart * apart.transpose();
  return out;
}

/// The body properties of a closed surface.
struct Solid {
  double volume{0.0};
  Vec3 centre{0, 0, 0};
  Mat3 frame{Mat3::Identity()};
  Vec3 gyration{0, 0, 0};
};

Solid solid(const ConvexCell& cell) {
  const Vec3 o = cell.faces[0].corners[0];
  Solid out;
  Vec3 first = Vec3::Zero();
  Mat3 second = Mat3::Zero();
  for (const CellFace& face : cell.faces) {
    for (std::size_t k = 1; k + 1 < face.corners.size(); ++k) {
      const Vec3 a = face.corners[0] - o, b = face.corners[k] - o, c = face.corners[k + 1] - o;
      const Vec3 sum = a + b + c;
      const double volume = a.dot(b.cross(c)) / 6.0;
      out.volume += volume;
      first += volume / 4.0 * sum;
      second += volume / 20.0 *
                (a * a.transpose() + b * b.transpose() + c * c.transpose() + sum * sum.transpose());
    }
  }
  const Vec3 apart = first / out.volume;
  out.centre = o + apart;
  const Mat3 spread = second / out.volume - apart * apart.transpose();
  const Eigen::SelfAdjointEigenSolver<Mat3> principal(spread);
  out.frame = principal.eigenvectors();
  if (out.frame.determinant() < 0.0) out.frame.col(0) *= -1.0;
  out.gyration = Vec3::Constant(spread.trace()) - principal.eigenvalues();
  return out;
}

/// Convex, closed, of positive volume; `size` its extent.
void check_shape(std::size_t index, const ConvexCell& cell, double& size) {
  size = 0.0;
  if (cell.faces.size() < 4) {
    refuse(index,
           "has " + std::to_string(cell.faces.size()) + " faces; a polyhedron has at least 4");
  }
  for (const CellFace& face : cell.faces) {
    if (face.corners.size() < 3) refuse(index, "has a face with fewer than 3 corners");
    for (const Vec3& corner : face.corners) {
      if (!corner.allFinite()) refuse(index, "has a corner that is not finite");
      size = std::max(size, (corner - cell.faces[0].corners[0]).norm());
    }
  }
  Vec3 closing = Vec3::Zero();
  for (const CellFace& face : cell.faces) {
    const Polygon p = polygon(face.corners);
    if (!(p.area > 0.0)) refuse(index, "has a face without area");
    closing += p.area * p.normal;
    for (const CellFace& other : cell.faces) {
      for (const Vec3& corner : other.corners) {
        if (p.normal.dot(corner - p.centroid) > 1e-8 * size) {
          refuse(index,
                 "is not convex: a corner lies in front of one of its faces; every cell must "
                 "be a convex polyhedron with faces counter-clockwise from outside");
        }
      }
    }
  }
  if (closing.norm() > 1e-8 * size * size) refuse(index, "is not closed: a face is missing");
}

/// The face of `cell` that touches `neighbour`; refuses where there is none that coincides.
void check_twin(std::size_t index, const ConvexCell& other, int other_index, const Polygon& face,
                double size) {
  for (const CellFace& twin : other.faces) {
    if (twin.neighbour != static_cast<int>(index)) continue;
    const Polygon p = polygon(twin.corners);
    if (std::abs(p.area - face.area) < 1e-6 * size * size &&
        (p.centroid - face.centroid).norm() < 1e-4 * size) {
      return;
    }
  }
  refuse(index, "and cell " + std::to_string(other_index) +
                    " do not share the face that one of them names; faces of neighbours must "
                    "coincide");
}

void check_overlap(const std::vector<ConvexCell>& cells, const CellMesh& mesh,
                   const std::vector<double>& sizes) {
  for (std::size_t i = 0; i < cells.size(); ++i) {
    for (std::size_t j = 0; j < cells.size(); ++j) {
      if (i == j || (mesh.centre[i] - mesh.centre[j]).norm() > sizes[j]) continue;
      const bool inside =
          std::all_of(cells[j].faces.begin(), cells[j].faces.end(), [&](const CellFace& face) {
            const Polygon p = polygon(face.corners);
            return p.normal.dot(mesh.centre[i] - p.centroid) < 0.0;
          });
      if (inside) {
        refuse(i, "overlaps cell " + std::to_string(j) + ": its centre lies inside it");
      }
    }
  }
}

}  // namespace

CellMesh mesh_of_cells(const std::vector<ConvexCell>& cells) {
  CellMesh mesh;
  std::vector<double> sizes(cells.size());
  for (std::size_t i = 0; i < cells.size(); ++i) {
    check_shape(i, cells[i], sizes[i]);
    const Solid body = solid(cells[i]);
    mesh.volume.push_back(body.volume);
    mesh.centre.push_back(body.centre);
    mesh.frame.push_back(body.frame);
    mesh.gyration.push_back(body.gyration);
  }
  for (std::size_t i = 0; i < cells.size(); ++i) {
    for (const CellFace& face : cells[i].faces) {
      const Polygon p = polygon(face.corners);
      const int here = static_cast<int>(i);
      if (face.neighbour < 0) {
        const double depth = p.normal.dot(p.centroid - mesh.centre[i]);
        mesh.free_faces.push_back({here, p.area, depth, p.centroid, p.normal});
        continue;
      }
      if (face.neighbour >= static_cast<int>(cells.size()) || face.neighbour == here) {
        refuse(i, "names cell " + std::to_string(face.neighbour) + " as its neighbour; there are " +
                      std::to_string(cells.size()));
      }
      check_twin(i, cells[face.neighbour], face.neighbour, p, sizes[i]);
      if (face.neighbour < here) continue;
      // The eigenvalue 0 belongs to the normal; the others to the principal axes of the polygon.
      const Eigen::SelfAdjointEigenSolver<Mat3> axes(p.second);
      mesh.interfaces.push_back({here, face.neighbour, p.area, p.centroid,
                                 axes.eigenvectors().col(2), axes.eigenvalues()[2],
                                 axes.eigenvalues()[1]});
    }
  }
  check_overlap(cells, mesh, sizes);
  return mesh;
}

}  // namespace impactbench
