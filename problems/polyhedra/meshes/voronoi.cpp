#include "problems/polyhedra/meshes/voronoi.hpp"

#include "problems/base/error.hpp"
#include "problems/base/fields.hpp"
#include "problems/base/portable_random.hpp"

#include <Eigen/Geometry>
#include <voro++/voro++.hh>

#include <algorithm>
#include <cmath>
#include <string>

namespace impactbench {
namespace {

void check(const VoronoiBox& box) {
  for (int d = 0; d < 3; ++d) {
    if (box.count[d] < 1 || !(box.size[d] > 0.0) || !std::isfinite(box.size[d]) ||
        !std::isfinite(box.low[d])) {
      throw ConfigurationError(std::string("Voronoi mesh: along ") + "xyz"[d] + " there are " +
                               std::to_string(box.count[d]) + " sites on " + to_text(box.size[d]) +
                               " m; both must be positive and finite");
    }
  }
  if (!(box.jitter >= 0.0 && box.jitter < 0.5)) {
    throw ConfigurationError("Voronoi mesh: jitter is " + to_text(box.jitter) +
                             "; it must be in [0, 0.5)");
  }
  if (box.lloyd < 0) {
    throw ConfigurationError("Voronoi mesh: number of relaxations is " + std::to_string(box.lloyd) +
                             "; it must be at least 0");
  }
}

bool inside(const Vec3& x, const std::vector<HalfSpace>& within) {
  return std::all_of(within.begin(), within.end(),
                     [&](const HalfSpace& h) { return h.normal.dot(x) < h.offset; });
}

void check(const std::vector<HalfSpace>& within) {
  for (std::size_t k = 0; k < within.size(); ++k) {
    const HalfSpace& h = within[k];
    if (h.normal.norm() > 0.0 && h.normal.allFinite() && std::isfinite(h.offset)) continue;
    throw ConfigurationError("Voronoi mesh: half-space " + std::to_string(k) + " has the normal (" +
                             to_text(h.normal.x()) + ", " + to_text(h.normal.y()) + ", " +
                             to_text(h.normal.z()) + ") and the offset " + to_text(h.offset) +
                             "; both must be finite, the normal not zero");
  }
}

ConvexCell read_cell(voro::voronoicell_neighbor& cell, const Vec3& site, double smallest) {
  std::vector<double> corners;
  std::vector<int> neighbours, faces;
  cell.vertices(site.x(), site.y(), site.z(), corners);
  cell.neighbors(neighbours);
  cell.face_vertices(faces);
  ConvexCell out;
  for (std::size_t at = 0, k = 0; at < faces.size(); at += 1 + faces[at], ++k) {
    CellFace face{.corners = {}, .neighbour = std::max(neighbours[k], -1)};
    for (int c = 1; c <= faces[at]; ++c)
      face.corners.emplace_back(&corners[3 * faces[at + c]]);
    Vec3 twice = Vec3::Zero();
    for (std::size_t c = 1; c + 1 < face.corners.size(); ++c) {
      twice += (face.corners[c] - face.corners[0]).cross(face.corners[c + 1] - face.corners[0]);
    }
    if (0.5 * twice.norm() < smallest) continue;
    // voro++ lists corners in one sense of turning, which its manual leaves open.
    if (twice.dot(face.corners[0] - site) < 0.0) {
      std::reverse(face.corners.begin(), face.corners.end());
    }
    out.faces.push_back(std::move(face));
  }
  return out;
}

}  // namespace

std::vector<Vec3> voronoi_sites(const VoronoiBox& box) {
  check(box);
  PortableRandom random(box.seed);
  const Vec3 spacing = box.size.cwiseQuotient(Vec3(box.count[0], box.count[1], box.count[2]));
  std::vector<Vec3> out;
  for (int k = 0; k < box.count[2]; ++k) {
    for (int j = 0; j < box.count[1]; ++j) {
      for (int i = 0; i < box.count[0]; ++i) {
        Vec3 place(i + 0.5, j + 0.5, k + 0.5);
        for (int d = 0; d < 3; ++d)
          place[d] += box.jitter * (2.0 * random.uniform() - 1.0);
        const Vec3 site = box.low + place.cwiseProduct(spacing);
        if (inside(site, box.within)) out.push_back(site);
      }
    }
  }
  return out;
}

std::vector<ConvexCell> voronoi_cells(const std::vector<Vec3>& sites, const Vec3& low,
                                      const Vec3& size, const std::vector<HalfSpace>& within) {
  check(within);
  if (sites.empty()) throw ConfigurationError("Voronoi mesh: no site is inside the body");
  const Vec3 high = low + size;
  const int blocks =
      std::max(1, static_cast<int>(std::cbrt(static_cast<double>(sites.size()) / 5)));
  voro::container container(low.x(), high.x(), low.y(), high.y(), low.z(), high.z(), blocks, blocks,
                            blocks, false, false, false, 8);
  std::vector<voro::wall_plane> walls;
  walls.reserve(within.size());  // the container keeps their addresses
  for (const HalfSpace& h : within) {
    const Vec3 unit = h.normal.normalized();
    walls.emplace_back(unit.x(), unit.y(), unit.z(), h.offset / h.normal.norm());
    container.add_wall(walls.back());
  }
  for (std::size_t i = 0; i < sites.size(); ++i) {
    const Vec3& x = sites[i];
    if (!((x - low).minCoeff() > 0.0 && (high - x).minCoeff() > 0.0 && inside(x, within))) {
      throw ConfigurationError("Voronoi mesh: site " + std::to_string(i) +
                               " is not inside the body");
    }
    container.put(static_cast<int>(i), x.x(), x.y(), x.z());
  }
  const double smallest =
      1e-9 * std::pow(size.prod() / static_cast<double>(sites.size()), 2.0 / 3.0);
  std::vector<ConvexCell> out(sites.size());
  voro::c_loop_all loop(container);
  voro::voronoicell_neighbor cell;
  if (!loop.start()) return out;
  do {
    if (!container.compute_cell(cell, loop)) {
      throw ConfigurationError("Voronoi mesh: site " + std::to_string(loop.pid()) +
                               " has no cell; sites must be at different places");
    }
    out[loop.pid()] = read_cell(cell, sites[loop.pid()], smallest);
  } while (loop.inc());
  return out;
}

CellMesh voronoi_mesh(const VoronoiBox& box) {
  std::vector<Vec3> sites = voronoi_sites(box);
  for (int pass = 0;; ++pass) {
    CellMesh mesh = mesh_of_cells(voronoi_cells(sites, box.low, box.size, box.within));
    if (pass == box.lloyd) return mesh;
    sites = mesh.centre;
  }
}

}  // namespace impactbench
