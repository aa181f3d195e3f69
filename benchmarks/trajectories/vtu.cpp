#include "benchmarks/trajectories/vtu.hpp"

#include "benchmarks/files/output.hpp"
#include "benchmarks/trajectories/trajectory_file.hpp"
#include "problems/base/error.hpp"
#include "problems/base/fields.hpp"

#include <fmt/format.h>
#include <Eigen/Geometry>

#include <array>
#include <bit>
#include <cstdint>
#include <filesystem>
#include <numbers>

namespace impactbench {
namespace {

constexpr int corners_of_a_disc = 32;
enum CellType { vertex = 1, line = 3, polygon = 7, polyhedron = 42 };

/// An unstructured grid in VTK's sense: cells over points, numbers per cell.
struct Grid {
  std::vector<Vec3> points;
  std::vector<std::size_t> connectivity, ends;
  std::vector<int> types;
  std::vector<std::size_t> faces;          ///< of polyhedra: faces, then size and points of each
  std::vector<std::ptrdiff_t> faces_ends;  ///< -1 where a cell is none
  struct Array {
    std::string name;
    int components;
    std::vector<double> values;
  };
  std::vector<Array> arrays;

  void cell(CellType type, std::size_t points_from) {
    for (std::size_t k = points_from; k < points.size(); ++k)
      connectivity.push_back(k);
    ends.push_back(connectivity.size());
    types.push_back(type);
    faces_ends.push_back(-1);
  }
};

/// The text of a file and the bytes that it has behind it, one array after the other: its number of
/// bytes in 8, then the values, all little-endian as this machine has them.
struct AppendedFile {
  std::string text, bytes;

  template <class Stored, class List>
  void array(const char* type, const std::string& name, int components, const List& values) {
    text += fmt::format(
        "<DataArray type=\"{}\" Name=\"{}\" NumberOfComponents=\"{}\" format=\"appended\" "
        "offset=\"{}\"/>\n",
        type, name, components, bytes.size());
    const auto append = [this](const auto& value) {
      bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
    };
    append(std::uint64_t{values.size() * sizeof(Stored)});
    for (const auto& value : values)
      append(static_cast<Stored>(value));
  }
};

std::string grid_file(const Grid& grid) {
  static_assert(std::endian::native == std::endian::little);
  AppendedFile file;
  file.text = fmt::format(
      "<?xml version=\"1.0\"?>\n<VTKFile type=\"UnstructuredGrid\" version=\"1.0\" "
      "byte_order=\"LittleEndian\" header_type=\"UInt64\">\n<UnstructuredGrid>\n"
      "<Piece NumberOfPoints=\"{}\" NumberOfCells=\"{}\">\n<Points>\n",
      grid.points.size(), grid.types.size());
  std::vector<double> points;
  points.reserve(3 * grid.points.size());
  for (const Vec3& p : grid.points)
    points.insert(points.end(), p.data(), p.data() + 3);
  file.array<double>("Float64", "Points", 3, points);
  file.text += "</Points>\n<Cells>\n";
  file.array<std::int64_t>("Int64", "connectivity", 1, grid.connectivity);
  file.array<std::int64_t>("Int64", "offsets", 1, grid.ends);
  file.array<std::uint8_t>("UInt8", "types", 1, grid.types);
  if (!grid.faces.empty()) {
    file.array<std::int64_t>("Int64", "faces", 1, grid.faces);
    file.array<std::int64_t>("Int64", "faceoffsets", 1, grid.faces_ends);
  }
  file.text += "</Cells>\n<CellData>\n";
  for (const Grid::Array& array : grid.arrays)
    file.array<double>("Float64", array.name, array.components, array.values);
  file.text += "</CellData>\n</Piece>\n</UnstructuredGrid>\n<AppendedData encoding=\"raw\">\n_" +
               file.bytes + "\n</AppendedData>\n</VTKFile>\n";
  return std::move(file.text);
}

Vec3 vector_of(const std::vector<double>& values, std::size_t body, std::size_t width) {
  Vec3 out = Vec3::Zero();
  for (std::size_t k = 0; k < width; ++k)
    out[static_cast<Eigen::Index>(k)] = values[body * width + k];
  return out;
}

/// Depth of a plane grid points down; on the screen, up is up.
Vec3 upright(const Shapes& shapes, Vec3 p) {
  if (shapes.layout == BodyLayout::plane_grid) p.y() = -p.y();
  return p;
}

/// Points of the faces of one cell, shared between faces, and the faces as VTK lists them.
struct CellFaces {
  std::vector<Vec3> points;
  std::vector<std::vector<std::size_t>> faces;
};

std::vector<CellFaces> faces_by_cell(const Shapes& shapes) {
  std::vector<CellFaces> out(shapes.bodies);
  std::size_t corner = 0;
  for (std::size_t f = 0; f < shapes.face_size.size(); ++f) {
    CellFaces& cell = out[static_cast<std::size_t>(shapes.face_cell[f])];
    cell.faces.emplace_back();
    for (int k = 0; k < shapes.face_size[f]; ++k) {
      const Vec3& point = shapes.corners[corner++];
      std::size_t index = 0;
      while (index < cell.points.size() &&
             (cell.points[index] - point).norm() > 1e-6 * point.norm())
        ++index;
      if (index == cell.points.size()) cell.points.push_back(point);
      cell.faces.back().push_back(index);
    }
  }
  return out;
}

void add_cell(const CellFaces& shape, const Vec3& at, const Eigen::Quaterniond& turn, Grid& grid) {
  const std::size_t first = grid.points.size();
  for (const Vec3& p : shape.points)
    grid.points.push_back(at + turn * p);
  grid.cell(polyhedron, first);
  grid.faces.push_back(shape.faces.size());
  for (const auto& face : shape.faces) {
    grid.faces.push_back(face.size());
    for (const std::size_t k : face)
      grid.faces.push_back(first + k);
  }
  grid.faces_ends.back() = static_cast<std::ptrdiff_t>(grid.faces.size());
}

Grid bodies_grid(const Shapes& shapes, const std::vector<CellFaces>& faces,
                 const Instant& instant) {
  Grid grid;
  const auto d = static_cast<std::size_t>(shapes.dimension);
  const Poses& poses = instant.poses;
  Grid::Array index{"body", 1, {}}, radius{"radius", 1, {}}, velocity{"velocity", 3, {}},
      spin{"angular_velocity", 3, {}}, mass{"mass", 1, shapes.mass};
  for (std::size_t i = 0; i < shapes.bodies; ++i) {
    const Vec3 x = vector_of(poses.position, i, d);
    const std::size_t first = grid.points.size();
    if (shapes.layout == BodyLayout::discs) {
      for (int k = 0; k < corners_of_a_disc; ++k) {
        const double angle = poses.orientation[i] + 2.0 * std::numbers::pi * k / corners_of_a_disc;
        grid.points.push_back(x + shapes.radius[i] * Vec3(std::cos(angle), std::sin(angle), 0.0));
      }
      grid.cell(polygon, first);
    } else if (shapes.layout == BodyLayout::spheres || shapes.layout == BodyLayout::balls) {
      grid.points.push_back(x);
      grid.cell(vertex, first);
    } else if (shapes.layout == BodyLayout::polyhedra) {
      const double* q = &poses.orientation[4 * i];
      add_cell(faces[i], x, Eigen::Quaterniond(q[0], q[1], q[2], q[3]), grid);
    } else {
      // The angle turns x towards z, to first order, as in the model.
      const double angle = poses.orientation[i];
      for (const Vec3& p : faces[i].points)
        grid.points.push_back(upright(shapes, x + p + angle * Vec3(-p.y(), p.x(), 0.0)));
      grid.cell(polygon, first);
    }
    index.values.push_back(static_cast<double>(i));
    const Vec3 v = upright(shapes, vector_of(poses.velocity, i, d));
    velocity.values.insert(velocity.values.end(), v.data(), v.data() + 3);
    if (!poses.spin.empty()) {
      Vec3 w = Vec3::Zero();
      if (shapes.layout == BodyLayout::polyhedra) {
        const double* q = &poses.orientation[4 * i];
        w = Eigen::Quaterniond(q[0], q[1], q[2], q[3]) * vector_of(poses.spin, i, 3);
      } else if (shapes.layout == BodyLayout::balls) {
        w = vector_of(poses.spin, i, 3);
      } else {
        w.z() = shapes.layout == BodyLayout::plane_grid ? -poses.spin[i] : poses.spin[i];
      }
      spin.values.insert(spin.values.end(), w.data(), w.data() + 3);
    }
  }
  radius.values = shapes.radius;
  for (Grid::Array* array : {&index, &mass, &radius, &velocity, &spin}) {
    if (!array->values.empty()) grid.arrays.push_back(std::move(*array));
  }
  return grid;
}

Grid contacts_grid(const Shapes& shapes, const Instant& instant) {
  Grid grid;
  const auto d = static_cast<std::size_t>(shapes.dimension);
  Grid::Array pressure{"normal_force", 1, {}}, force{"force", 3, {}}, a{"a", 1, {}}, b{"b", 1, {}};
  for (const ContactForce& c : instant.contacts) {
    const auto i = static_cast<std::size_t>(c.a);
    const Vec3 from = vector_of(instant.poses.position, i, d);
    const std::size_t first = grid.points.size();
    grid.points.push_back(from);
    grid.points.push_back(
        c.b < 0 ? Vec3(from + (i < shapes.radius.size() ? shapes.radius[i] : 0.0) * c.normal)
                : vector_of(instant.poses.position, static_cast<std::size_t>(c.b), d));
    grid.cell(line, first);
    pressure.values.push_back(c.pressure);
    const Vec3 on_b = c.pressure * c.normal - c.friction;
    force.values.insert(force.values.end(), on_b.data(), on_b.data() + 3);
    a.values.push_back(c.a);
    b.values.push_back(c.b);
  }
  grid.arrays = {a, b, pressure, force};
  return grid;
}

Grid obstacles_grid(const Shapes& shapes) {
  Grid grid;
  for (const auto& [from, to] : shapes.edges) {
    const std::size_t first = grid.points.size();
    grid.points.push_back(from);
    grid.points.push_back(to);
    grid.cell(line, first);
  }
  return grid;
}

}  // namespace

std::span<const VtuArray> vtu_arrays() {
  static constexpr std::array arrays{
      VtuArray{"bodies", "body", 1, "-", "number, from 0"},
      VtuArray{"bodies", "mass", 1, "kg", "mass, in the plane per metre"},
      VtuArray{"bodies", "radius", 1, "m", "of discs, spheres and balls"},
      VtuArray{"bodies", "velocity", 3, "m/s", "of the centre"},
      VtuArray{"bodies", "angular_velocity", 3, "rad/s", "in space; of discs along z"},
      VtuArray{"contacts", "a", 1, "-", "body"},
      VtuArray{"contacts", "b", 1, "-", "body, or -1: an obstacle"},
      VtuArray{"contacts", "normal_force", 1, "N", "at least 0"},
      VtuArray{"contacts", "force", 3, "N", "on b, friction included"}};
  return arrays;
}

std::size_t write_paraview(
    const TrajectoryReader& reader, const std::string& name,
    const std::function<void(const std::string& file, const std::string& bytes)>& write) {
  const Shapes& shapes = reader.shapes();
  if (shapes.layout == BodyLayout::none)
    throw ConfigurationError(fmt::format(
        "'{}' has coordinates that are no bodies: there is nothing to show", reader.name()));
  const std::vector<CellFaces> faces = faces_by_cell(shapes);
  std::string series;
  const auto entry = [&](double time, int part, const std::string& file) {
    series += fmt::format("<DataSet timestep=\"{}\" group=\"\" part=\"{}\" file=\"{}\"/>\n", time,
                          part, file);
  };
  const std::string fixed = name + "_obstacles.vtu";
  write(fixed, grid_file(obstacles_grid(shapes)));
  for (std::size_t k = 0; k < reader.size(); ++k) {
    const Instant instant = reader.instant(k);
    const std::string bodies = fmt::format("{}_bodies_{:06}.vtu", name, k);
    const std::string contacts = fmt::format("{}_contacts_{:06}.vtu", name, k);
    write(bodies, grid_file(bodies_grid(shapes, faces, instant)));
    write(contacts, grid_file(contacts_grid(shapes, instant)));
    entry(instant.time, 0, bodies);
    entry(instant.time, 1, contacts);
    entry(instant.time, 2, fixed);
  }
  write(name + ".pvd",
        "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"0.1\" "
        "byte_order=\"LittleEndian\">\n<Collection>\n" +
            series + "</Collection>\n</VTKFile>\n");
  return reader.size();
}

std::size_t write_paraview(const std::string& trajectory, const std::string& folder) {
  const TrajectoryReader reader(trajectory);
  std::error_code failed;
  const auto write = [&](const std::string& file, const std::string& bytes) {
    std::filesystem::create_directories(folder, failed);
    if (failed)
      throw ConfigurationError(
          fmt::format("folder '{}' cannot be made: {}", folder, failed.message()));
    write_text_file(folder + "/" + file, bytes);
  };
  return write_paraview(reader, std::filesystem::path(trajectory).stem(), write);
}

}  // namespace impactbench
