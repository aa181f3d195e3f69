#pragma once

#include <Eigen/Core>

#include <vector>

namespace impactbench {

using Vec3 = Eigen::Vector3d;
using Mat3 = Eigen::Matrix3d;

/// A plane polygon that two cells share.
struct Interface {
  int a{0}, b{0};          ///< the cells
  double area{0.0};        ///< [m2]
  Vec3 centroid{0, 0, 0};  ///< at rest [m]
  Vec3 s{0, 0, 0};         ///< principal axis of the polygon in its plane [-]
  double second_s{0.0};    ///< int ((X - centroid) . s)^2 dS [m4]
  double second_t{0.0};    ///< the same along t = n x s [m4]
};

/// A plane polygon of a cell's surface without a neighbour.
struct FreeFace {
  int cell{0};
  double area{0.0};        ///< [m2]
  double depth{0.0};       ///< distance of its plane from the centre of the cell [m] > 0
  Vec3 centroid{0, 0, 0};  ///< at rest [m]
  Vec3 outward{0, 0, 0};   ///< unit normal [-]
};

/// A body at rest cut into convex cells: geometry alone, structure of arrays, one entry per cell.
/// A face that is neither an interface nor free (the sides of a layer in plane strain) is left out.
struct CellMesh {
  std::vector<Vec3> centre;    ///< of mass [m]
  std::vector<Mat3> frame;     ///< columns: principal axes of inertia, right-handed [-]
  std::vector<Vec3> gyration;  ///< principal moments of inertia over the mass [m2]
  std::vector<double> volume;  ///< [m3]
  std::vector<Interface> interfaces;
  std::vector<FreeFace> free_faces;

  [[nodiscard]] std::size_t size() const { return centre.size(); }
};

}  // namespace impactbench
