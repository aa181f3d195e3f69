// The trajectories that are edited: three bodies of each kind, three instants, contacts.

#include "tests/fuzz/base_files.hpp"

#include "benchmarks/trajectories/trajectory_file.hpp"
#include "tests/fuzz/edited_file.hpp"
#include "tests/support/scratch.hpp"

#include <array>
#include <cstdlib>
#include <fstream>
#include <iterator>

namespace impactbench::fuzz {
namespace {

struct Base {
  BodyLayout layout;
  int dimension;
};
constexpr std::array bases{Base{BodyLayout::discs, 2},      Base{BodyLayout::spheres, 1},
                           Base{BodyLayout::spheres, 2},    Base{BodyLayout::spheres, 3},
                           Base{BodyLayout::balls, 3},      Base{BodyLayout::polyhedra, 3},
                           Base{BodyLayout::plane_grid, 2}, Base{BodyLayout::none, 2}};
constexpr std::size_t bodies = 3, coordinates = 4;

/// Each polyhedron is a tetrahedron, each cell of a plane a square.
void add_faces(Shapes& shapes) {
  const auto face = [&](int cell, const std::vector<Vec3>& corners) {
    shapes.corners.insert(shapes.corners.end(), corners.begin(), corners.end());
    shapes.face_size.push_back(static_cast<int>(corners.size()));
    shapes.face_cell.push_back(cell);
  };
  const Vec3 o(0, 0, 0), x(1, 0, 0), y(0, 1, 0), z(0, 0, 1);
  for (int cell = 0; cell < static_cast<int>(bodies); ++cell) {
    if (shapes.layout == BodyLayout::plane_grid) {
      face(cell, {o, x, x + y, y});
      continue;
    }
    for (const std::vector<Vec3>& corners :
         {std::vector<Vec3>{o, y, x}, {o, x, z}, {o, z, y}, {x, y, z}})
      face(cell, corners);
  }
}

Shapes shapes_of(const Base& base) {
  Shapes shapes;
  shapes.layout = base.layout;
  shapes.dimension = base.dimension;
  if (base.layout == BodyLayout::none) return shapes;
  shapes.bodies = bodies;
  shapes.mass.assign(bodies, 1.0);
  shapes.edges = {{Vec3(0, 0, 0), Vec3(1, 0, 0)}};
  if (base.layout == BodyLayout::polyhedra || base.layout == BodyLayout::plane_grid)
    add_faces(shapes);
  else
    shapes.radius.assign(bodies, 0.5);
  return shapes;
}

Instant instant_of(const Base& base, int k) {
  Instant out;
  out.step = k;
  out.time = k;
  if (base.layout == BodyLayout::none) {
    out.q.assign(coordinates, 0.5);
    out.v.assign(coordinates, 1.0);
    return out;
  }
  out.poses.position.assign(bodies * static_cast<std::size_t>(base.dimension), 0.5);
  out.poses.velocity = out.poses.position;
  out.poses.orientation.assign(bodies * orientation_width(base.layout), 0.5);
  out.poses.spin.assign(bodies * spin_width(base.layout), 0.25);
  // Two contacts, then one, then none.
  const Vec3 x = Vec3::UnitX();
  if (k < 2) out.contacts.push_back({0, 1, x, 1.0, Vec3::Zero()});
  if (k < 1) out.contacts.push_back({2, -1, x, 1.0, Vec3::Zero()});
  return out;
}

std::vector<std::byte> written(const Base& base) {
  const testing::Scratch scratch;
  const std::string path = scratch / "t.h5";
  {
    TrajectoryWriter writer(path, shapes_of(base), coordinates, coordinates,
                            {{"cell", "a cell"}, {"key", "0"}});
    for (int k = 0; k < 3; ++k)
      writer.append(instant_of(base, k));
    writer.finish();
  }
  std::ifstream in(path, std::ios::binary);
  const std::vector<char> bytes{std::istreambuf_iterator<char>(in), {}};
  return packed_file(std::as_bytes(std::span(bytes)));
}

}  // namespace

std::span<const std::byte> base_file(std::size_t base) {
  static std::array<std::vector<std::byte>, bases.size()> files;
  std::vector<std::byte>& file = files[base % bases.size()];
  if (file.empty()) file = written(bases[base % bases.size()]);
  if (file.empty()) std::abort();  // nothing would be tried
  return file;
}

}  // namespace impactbench::fuzz
