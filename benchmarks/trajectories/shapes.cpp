#include "benchmarks/trajectories/shapes.hpp"

#include "problems/base/error.hpp"
#include "problems/contact/obstacle_edges.hpp"
#include "problems/contact/round_bodies.hpp"
#include "problems/model/plane_grid_system.hpp"
#include "problems/model/polyhedral_system.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace impactbench {
namespace {

struct Word {
  BodyLayout layout;
  std::string_view word;
};
constexpr std::array words{
    Word{BodyLayout::discs, "discs"},           Word{BodyLayout::spheres, "spheres"},
    Word{BodyLayout::balls, "balls"},           Word{BodyLayout::polyhedra, "polyhedra"},
    Word{BodyLayout::plane_grid, "plane_grid"}, Word{BodyLayout::none, "none"}};

/// All points x with normal . x <= offset, of a cell in its frame.
struct HalfSpace {
  Vec3 normal;
  double offset;
};

using Polygon = std::vector<Vec3>;

/// The part of a polygon in a half-space; points within `margin` of its face count as in.
Polygon cut(const Polygon& polygon, const HalfSpace& by, double margin) {
  Polygon out;
  for (std::size_t k = 0; k < polygon.size(); ++k) {
    const Vec3 &a = polygon[k], &b = polygon[(k + 1) % polygon.size()];
    const double da = by.normal.dot(a) - by.offset, db = by.normal.dot(b) - by.offset;
    if (da <= margin) out.push_back(a);
    if ((da <= margin) != (db <= margin)) out.push_back(a + da / (da - db) * (b - a));
  }
  return out;
}

/// The face of the intersection that lies in the k-th plane; at most a square of half edge `far`.
Polygon face_of(const std::vector<HalfSpace>& cell, std::size_t k, double far, double margin) {
  const Vec3 n = cell[k].normal, s = n.unitOrthogonal(), t = n.cross(s);
  const Vec3 middle = cell[k].offset * n;
  Polygon out{middle - far * s - far * t, middle + far * s - far * t, middle + far * s + far * t,
              middle - far * s + far * t};
  for (std::size_t other = 0; other < cell.size() && !out.empty(); ++other) {
    if (other != k) out = cut(out, cell[other], margin);
  }
  Polygon distinct;
  for (const Vec3& point : out) {
    const auto near = [&](const Vec3& p) { return (p - point).norm() <= 100.0 * margin; };
    if (std::none_of(distinct.begin(), distinct.end(), near)) distinct.push_back(point);
  }
  return distinct.size() < 3 ? Polygon{} : distinct;
}

/// Half edges of the box with these principal moments over the mass: I_1 = (b^2 + c^2) / 3, ...
Vec3 half_box(const Vec3& gyration) {
  const double sum = gyration.sum();
  return (1.5 * (Vec3::Constant(sum) - 2.0 * gyration)).cwiseMax(0.0).cwiseSqrt();
}

void add_faces(std::vector<HalfSpace> cell, const Vec3& gyration, int index, Shapes& out) {
  const Vec3 half = half_box(gyration);
  const double size = half.norm(), far = 100.0 * size, margin = 1e-9 * size;
  const auto bounded = [&] {
    for (std::size_t k = 0; k < cell.size(); ++k) {
      for (const Vec3& point : face_of(cell, k, far, margin)) {
        if (point.norm() > 0.5 * far) return false;
      }
    }
    return cell.size() > 3;
  };
  if (!bounded()) {
    for (int axis = 0; axis < 3; ++axis) {
      for (const double sign : {-1.0, 1.0})
        cell.push_back({sign * Vec3::Unit(axis), half[axis]});
    }
  }
  for (std::size_t k = 0; k < cell.size(); ++k) {
    const Polygon face = face_of(cell, k, far, margin);
    if (face.empty()) continue;
    out.corners.insert(out.corners.end(), face.begin(), face.end());
    out.face_size.push_back(static_cast<int>(face.size()));
    out.face_cell.push_back(index);
  }
}

void add_polyhedra(const PolyhedralSystem& system, Shapes& out) {
  out.layout = BodyLayout::polyhedra;
  out.dimension = 3;
  out.bodies = static_cast<std::size_t>(system.cells());
  const CellMesh& mesh = system.mesh();
  std::vector<std::vector<HalfSpace>> planes(out.bodies);
  const auto add = [&](int cell, const Vec3& normal, const Vec3& point) {
    planes[static_cast<std::size_t>(cell)].push_back({normal, normal.dot(point)});
  };
  for (const CellLink& link : system.links()) {
    add(link.a, link.axes_a.col(0), link.arm_a);
    add(link.b, -link.axes_b.col(0), link.arm_b);
  }
  for (const FreeFace& face : mesh.free_faces) {
    const auto i = static_cast<std::size_t>(face.cell);
    const Mat3 inward = mesh.frame[i].transpose();
    add(face.cell, inward * face.outward, inward * (face.centroid - mesh.centre[i]));
  }
  for (std::size_t i = 0; i < out.bodies; ++i) {
    add_faces(planes[i], mesh.gyration[i], static_cast<int>(i), out);
    out.mass.push_back(system.mass()[static_cast<Eigen::Index>(6 * i)]);
  }
}

void add_grid(const PlaneGridSystem& grid, Shapes& out) {
  out.layout = BodyLayout::plane_grid;
  out.bodies = static_cast<std::size_t>(grid.cells());
  const double h = grid.layout().edge, e = 0.5 * h;
  for (int k = 0; k < grid.layout().rows; ++k) {
    for (int i = 0; i < grid.layout().columns; ++i) {
      out.rest.emplace_back(h * i, h * (k + 0.5), 0.0);
      out.mass.push_back(grid.mass()[grid.index(0, i, k)]);
    }
  }
  for (std::size_t i = 0; i < out.bodies; ++i) {
    for (const auto& [x, z] : {std::pair{-e, -e}, {e, -e}, {e, e}, {-e, e}})
      out.corners.emplace_back(x, z, 0.0);
    out.face_size.push_back(4);
    out.face_cell.push_back(static_cast<int>(i));
  }
}

void add_round(const MechanicalSystem& system, const Eigen::VectorXd& start, Shapes& out) {
  const RoundBodies bodies = round_bodies(system);
  if (bodies.size() == 0) return;
  out.layout = bodies.inertia.empty()  ? BodyLayout::spheres
               : bodies.dimension == 2 ? BodyLayout::discs
                                       : BodyLayout::balls;
  out.dimension = bodies.dimension;
  out.bodies = bodies.size();
  out.radius.assign(bodies.radius.begin(), bodies.radius.end());
  out.mass.assign(bodies.mass.begin(), bodies.mass.end());
  out.inertia.assign(bodies.inertia.begin(), bodies.inertia.end());
  Vec3 low = Vec3::Constant(HUGE_VAL), high = -low;
  const auto d = static_cast<Eigen::Index>(bodies.dimension);
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    Vec3 x = Vec3::Zero();
    x.head(d) = start.segment(static_cast<Eigen::Index>(i) * bodies.stride, d);
    low = low.cwiseMin(x - Vec3::Constant(bodies.radius[i]));
    high = high.cwiseMax(x + Vec3::Constant(bodies.radius[i]));
  }
  for (std::size_t k = 0; k < bodies.obstacles.size(); ++k) {
    const Vec3 middle = on_face(bodies.obstacles[k], 0.5 * (low + high));
    for (const auto& edge :
         obstacle_edges(bodies.obstacles, k, bodies.dimension, middle, (high - low).norm()))
      out.edges.push_back(edge);
  }
}

}  // namespace

std::string_view to_text(BodyLayout layout) {
  return words[static_cast<std::size_t>(layout)].word;
}

BodyLayout body_layout(std::string_view word) {
  for (const Word& w : words) {
    if (w.word == word) return w.layout;
  }
  throw ConfigurationError(fmt::format("'{}' is not a kind of body", word));
}

Shapes shapes_of(const MechanicalSystem& system, const Eigen::VectorXd& start) {
  Shapes out;
  if (const auto* cells = polyhedral_system(system)) {
    add_polyhedra(*cells, out);
  } else if (const auto* grid = plane_grid_system(system)) {
    add_grid(*grid, out);
  } else {
    add_round(system, start, out);
  }
  return out;
}

std::size_t orientation_width(BodyLayout layout) {
  if (layout == BodyLayout::polyhedra) return 4;
  if (layout == BodyLayout::balls) return 3;
  return layout == BodyLayout::discs || layout == BodyLayout::plane_grid ? 1 : 0;
}

std::size_t spin_width(BodyLayout layout) {
  return layout == BodyLayout::polyhedra ? 3 : orientation_width(layout);
}

void poses_of(const Shapes& shapes, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
              Poses& out) {
  const auto d = static_cast<std::size_t>(shapes.dimension);
  const std::size_t turn = orientation_width(shapes.layout), spin = spin_width(shapes.layout);
  for (auto* list : {&out.position, &out.velocity, &out.orientation, &out.spin})
    list->clear();
  const bool parts = shapes.layout == BodyLayout::plane_grid;
  const auto columns = static_cast<std::size_t>(
      std::count_if(shapes.rest.begin(), shapes.rest.end(),
                    [&](const Vec3& r) { return r.y() == shapes.rest.front().y(); }));
  const auto take = [&](const Eigen::VectorXd& from, std::size_t body, std::size_t width,
                        std::size_t first, std::size_t count, std::vector<double>& to) {
    for (std::size_t k = first; k < first + count; ++k)
      to.push_back(from[static_cast<Eigen::Index>(width * body + k)]);
  };
  for (std::size_t i = 0; i < shapes.bodies; ++i) {
    if (!parts) {
      take(q, i, d + turn, 0, d, out.position);
      take(q, i, d + turn, d, turn, out.orientation);
      take(v, i, d + spin, 0, d, out.velocity);
      take(v, i, d + spin, d, spin, out.spin);
      continue;
    }
    // Entry (3 row + part) columns + column: rows of a grid stand behind each other part by part.
    const std::size_t row = i / columns, column = i % columns;
    const auto at = [&](std::size_t part) {
      return static_cast<Eigen::Index>((3 * row + part) * columns + column);
    };
    for (std::size_t part = 0; part < 2; ++part) {
      out.position.push_back(shapes.rest[i][static_cast<Eigen::Index>(part)] + q[at(part)]);
      out.velocity.push_back(v[at(part)]);
    }
    out.orientation.push_back(q[at(2)]);
    out.spin.push_back(v[at(2)]);
  }
}

}  // namespace impactbench
