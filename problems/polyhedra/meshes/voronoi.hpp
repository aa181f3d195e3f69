#pragma once

#include "problems/polyhedra/meshes/convex_cell.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace impactbench {

/// The points x with normal . x <= offset.
struct HalfSpace {
  Vec3 normal{0, 0, 1};  ///< of any length but zero
  double offset{0.0};
};

/// A box, or its part inside half-spaces, cut into the Voronoi cells of sites: a grid of sites,
/// each moved at random; sites outside the half-spaces are left out.
struct VoronoiBox {
  std::array<int, 3> count{4, 4, 4};  ///< sites along x, y, z, each >= 1
  Vec3 low{0, 0, 0};                  ///< corner of the body [m]
  Vec3 size{1, 1, 1};                 ///< edges of the body [m] > 0
  double jitter{0.3};  ///< largest shift along an axis over the spacing [-] in [0, 0.5)
  std::int64_t seed{1};
  int lloyd{0};  ///< times that every site is moved to the centre of mass of its cell, >= 0
  std::vector<HalfSpace> within{};  ///< the body is in all of them
};

/// The sites of the box, before any relaxation, the same bits on every machine.
[[nodiscard]] std::vector<Vec3> voronoi_sites(const VoronoiBox& box);

/// Voronoi cells of these sites in the box [low, low + size] and the half-spaces, in the order of
/// the sites, by voro++. Faces below 1e-9 of the square of a cell's mean width carry nothing and
/// are left out. Throws ConfigurationError on a site outside, two sites at one place, none, or a
/// half-space without a normal.
[[nodiscard]] std::vector<ConvexCell> voronoi_cells(const std::vector<Vec3>& sites, const Vec3& low,
                                                    const Vec3& size,
                                                    const std::vector<HalfSpace>& within = {});

/// The mesh of the box. Throws ConfigurationError. Links join centres of mass, which are not the
/// sites: interfaces are oblique to the links, the sum of S n over a cell and the trace of the sum
/// of S D n n^T / 2V are off by tens of per cent at a jitter of 0.3, and a uniform stress is not in
/// balance cell by cell (its mean is right). Lloyd's relaxation brings sites and centres together
/// and removes most of this error.
[[nodiscard]] CellMesh voronoi_mesh(const VoronoiBox& box);

}  // namespace impactbench
