#pragma once

#include "problems/model/cell_mesh.hpp"

#include <array>

namespace impactbench {

/// A box cut into equal boxes, numbered with x running fastest, then y, then z.
struct BoxGrid {
  std::array<int, 3> count{1, 1, 1};  ///< boxes along x, y, z, each >= 1
  Vec3 low{0, 0, 0};                  ///< corner of the body [m]
  Vec3 size{1, 1, 1};                 ///< edges of the body [m] > 0
  /// Directions without surface: one layer of an infinite grid (plane strain).
  std::array<bool, 3> endless{false, false, false};

  [[nodiscard]] int cell(int i, int j, int k) const { return i + count[0] * (j + count[1] * k); }
};

/// Throws ConfigurationError on a count below 1, an edge that is not positive, or an endless
/// direction with more than one layer.
[[nodiscard]] CellMesh box_mesh(const BoxGrid& grid);

/// Moments of inertia of a box with these edges over its mass [m2]: (b^2 + c^2) / 12, ...
[[nodiscard]] Vec3 box_gyration(const Vec3& edges);

}  // namespace impactbench
