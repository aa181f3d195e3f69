#include "problems/polyhedra/meshes/box_grid.hpp"

#include "problems/base/error.hpp"
#include "problems/base/fields.hpp"

#include <cmath>
#include <string>

namespace impactbench {
namespace {

void check(const BoxGrid& grid) {
  for (int d = 0; d < 3; ++d) {
    const std::string axis(1, "xyz"[d]);
    if (grid.count[d] < 1) {
      throw ConfigurationError("box mesh: number of cells along " + axis + " is " +
                               std::to_string(grid.count[d]) + "; it must be at least 1");
    }
    if (!(grid.size[d] > 0.0) || !std::isfinite(grid.size[d]) || !std::isfinite(grid.low[d])) {
      throw ConfigurationError("box mesh: edge along " + axis + " is " + to_text(grid.size[d]) +
                               " m; it must be positive and finite, as its corner");
    }
    if (grid.endless[d] && grid.count[d] != 1) {
      throw ConfigurationError("box mesh: " + std::to_string(grid.count[d]) + " layers along " +
                               axis + ", which is endless; there must be one");
    }
  }
}

}  // namespace

Vec3 box_gyration(const Vec3& edges) {
  const Vec3 squares = edges.cwiseAbs2();
  return (Vec3::Constant(squares.sum()) - squares) / 12.0;
}

CellMesh box_mesh(const BoxGrid& grid) {
  check(grid);
  const Vec3 edge = grid.size.cwiseQuotient(Vec3(grid.count[0], grid.count[1], grid.count[2]));
  CellMesh mesh;
  // Two faces a cell and direction, one each way; the higher one makes the interface.
  const auto face = [&](int cell, const std::array<int, 3>& at, int d, int way) {
    const int s = (d + 1) % 3, t = (d + 2) % 3;
    const double area = edge[s] * edge[t];
    Vec3 outward = Vec3::Zero();
    outward[d] = way;
    const Vec3 centroid = mesh.centre[cell] + 0.5 * edge[d] * outward;
    const bool last = at[d] == (way > 0 ? grid.count[d] - 1 : 0);
    if (last) {
      if (!grid.endless[d])
        mesh.free_faces.push_back({cell, area, 0.5 * edge[d], centroid, outward});
    } else if (way > 0) {
      std::array<int, 3> next = at;
      ++next[d];
      Vec3 along = Vec3::Zero();
      along[s] = 1.0;
      mesh.interfaces.push_back({cell, grid.cell(next[0], next[1], next[2]), area, centroid, along,
                                 area * edge[s] * edge[s] / 12.0, area * edge[t] * edge[t] / 12.0});
    }
  };
  for (int k = 0; k < grid.count[2]; ++k) {
    for (int j = 0; j < grid.count[1]; ++j) {
      for (int i = 0; i < grid.count[0]; ++i) {
        mesh.centre.push_back(grid.low + Vec3(i + 0.5, j + 0.5, k + 0.5).cwiseProduct(edge));
        mesh.frame.push_back(Mat3::Identity());
        mesh.gyration.push_back(box_gyration(edge));
        mesh.volume.push_back(edge.prod());
        for (int d = 0; d < 3; ++d) {
          face(grid.cell(i, j, k), {i, j, k}, d, -1);
          face(grid.cell(i, j, k), {i, j, k}, d, +1);
        }
      }
    }
  }
  return mesh;
}

}  // namespace impactbench
