#include "benchmarks/trajectory/trajectory_file.hpp"

#include "benchmarks/hdf5/hdf5.hpp"
#include "problems/model/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>

namespace impactbench {
namespace {

const std::string bodies_at = "/particles/bodies/";
const std::string own_at = "/impactbench/";

/// As many rows a piece as make 16 KiB, so that small motions do not make thousands of pieces.
std::size_t rows_a_piece(std::size_t width) {
  return std::clamp<std::size_t>(2048 / std::max<std::size_t>(width, 1), 1, 1024);
}

std::vector<double> flat(const std::vector<Vec3>& points) {
  std::vector<double> out;
  for (const Vec3& p : points)
    out.insert(out.end(), p.data(), p.data() + 3);
  return out;
}

}  // namespace

std::span<const TrajectoryItem> trajectory_items() {
  static constexpr std::array items{
      TrajectoryItem{"/h5md@version", "2", "-", "version of H5MD: 1, 1"},
      TrajectoryItem{"/h5md/creator@name", "text", "-", "impactbench"},
      TrajectoryItem{"/h5md/creator@version", "text", "-", "revision of impactbench"},
      TrajectoryItem{"/h5md/author@name", "text", "-", "the user who ran it, where known"},
      TrajectoryItem{"/particles/bodies/box@dimension", "1", "-", "d"},
      TrajectoryItem{"/particles/bodies/position/step", "T", "-",
                     "number of the step, 0 the start"},
      TrajectoryItem{"/particles/bodies/position/time", "T", "s",
                     "time; written last of an instant"},
      TrajectoryItem{"/particles/bodies/position/value", "T N d", "m", "centres"},
      TrajectoryItem{"/particles/bodies/velocity/value", "T N d", "m/s", "velocities"},
      TrajectoryItem{
          "/particles/bodies/orientation/value", "T N 1 | T N 3 | T N 4", "rad | -",
          "angle of discs and of cells of a plane; integral of the angular velocity of balls; "
          "unit quaternion w x y z of polyhedra"},
      TrajectoryItem{"/particles/bodies/angular_velocity/value", "T N 1 | T N 3", "rad/s",
                     "rate of the angle; of balls in space; of polyhedra in their principal axes"},
      TrajectoryItem{"/particles/bodies/radius", "N", "m", "of discs, spheres and balls"},
      TrajectoryItem{"/particles/bodies/mass", "N", "kg", "masses, in the plane per metre"},
      TrajectoryItem{"/observables/coordinates/value", "T n", "its own",
                     "generalised coordinates, in place of particles"},
      TrajectoryItem{"/observables/velocities/value", "T n", "its own", "their velocities"},
      TrajectoryItem{"/impactbench@schema", "1", "-", "version of this layout: 1"},
      TrajectoryItem{"/impactbench@bodies", "text", "-",
                     "discs, spheres, balls, polyhedra, plane_grid or none"},
      TrajectoryItem{"/impactbench@cell", "text", "-",
                     "title of the cell; likewise problem, scheme, "
                     "solver, key, revision, build, plugins"},
      TrajectoryItem{"/impactbench/contacts/end", "T", "-",
                     "contacts of an instant end before this one and begin at the end before"},
      TrajectoryItem{"/impactbench/contacts/a", "C", "-", "body, from 0"},
      TrajectoryItem{"/impactbench/contacts/b", "C", "-", "body, or -1: an obstacle"},
      TrajectoryItem{"/impactbench/contacts/normal", "C 3", "-", "unit vector from a to b"},
      TrajectoryItem{
          "/impactbench/contacts/force", "C 3", "N",
          "force on b, friction included; of rigid contact the impulse of the step over h"},
      TrajectoryItem{"/impactbench/obstacles/edges", "E 2 3", "m",
                     "lines of obstacles; of half-spaces the part near the start"},
      TrajectoryItem{"/impactbench/shapes/corners", "P 3", "m",
                     "corners of faces of elastic cells, in the axes of the cell"},
      TrajectoryItem{"/impactbench/shapes/face_size", "F", "-", "corners of each face, in turn"},
      TrajectoryItem{"/impactbench/shapes/face_cell", "F", "-", "cell of each face"}};
  return items;
}

TrajectoryWriter::TrajectoryWriter(const std::string& path, const Shapes& shapes,
                                   std::size_t coordinates, std::size_t dofs,
                                   const std::map<std::string, std::string>& facts)
    : path_(path),
      bodies_(shapes.layout != BodyLayout::none),
      turn_(orientation_width(shapes.layout)),
      spin_(spin_width(shapes.layout)) {
  file_ = std::make_unique<Hdf5File>(path + ".part", Hdf5File::Mode::grow);
  file_->attribute("/h5md", "version", std::vector{1, 1});
  file_->attribute("/h5md/creator", "name", std::string("impactbench"));
  const auto fact = [&](const char* name, const char* otherwise) {
    const auto it = facts.find(name);
    return it == facts.end() ? std::string(otherwise) : it->second;
  };
  file_->attribute("/h5md/creator", "version", fact("revision", "unknown"));
  file_->attribute("/h5md/author", "name", fact("author", "unknown"));
  file_->attribute("/impactbench", "schema", std::vector{trajectory_schema});
  file_->attribute("/impactbench", "bodies", std::string(to_text(shapes.layout)));
  for (const auto& [name, text] : facts) {
    if (name != "author") file_->attribute("/impactbench", name, text);
  }
  if (bodies_) {
    make_bodies(shapes);
  } else {
    const auto one = [&](const std::string& name, std::size_t width) {
      file_->grow("/observables/" + name + "/value", Hdf5File::Type::number, {width},
                  rows_a_piece(width));
    };
    file_->grow("/observables/coordinates/step", Hdf5File::Type::whole, {}, rows_a_piece(1));
    file_->grow("/observables/coordinates/time", Hdf5File::Type::number, {}, rows_a_piece(1));
    one("coordinates", coordinates);
    one("velocities", dofs);
    for (const char* name : {"/step", "/time"})
      file_->link(std::string("/observables/coordinates") + name,
                  std::string("/observables/velocities") + name);
  }
  make_contacts();
  file_->begin_to_grow();
}

void TrajectoryWriter::make_bodies(const Shapes& shapes) {
  const std::size_t n = shapes.bodies, d = static_cast<std::size_t>(shapes.dimension);
  file_->attribute(bodies_at + "box", "dimension", std::vector{shapes.dimension});
  const auto grow = [&](const std::string& name, std::size_t width, const char* unit) {
    if (width == 0) return;
    const std::string at = bodies_at + name;
    file_->grow(at + "/value", Hdf5File::Type::number, {n, width}, rows_a_piece(n * width));
    file_->attribute(at + "/value", "unit", std::string(unit));
    if (name == "position") {
      file_->grow(at + "/step", Hdf5File::Type::whole, {}, rows_a_piece(1));
      file_->grow(at + "/time", Hdf5File::Type::number, {}, rows_a_piece(1));
      file_->attribute(at + "/time", "unit", std::string("s"));
    } else {
      for (const char* part : {"/step", "/time"})
        file_->link(bodies_at + "position" + part, at + part);
    }
  };
  grow("position", d, "m");
  grow("velocity", d, "m s-1");
  grow("orientation", turn_, turn_ == 4 ? "1" : "rad");
  grow("angular_velocity", spin_, "rad s-1");
  if (!shapes.radius.empty()) file_->write(bodies_at + "radius", shapes.radius);
  file_->write(bodies_at + "mass", shapes.mass);
  std::vector<double> edges;
  for (const auto& [from, to] : shapes.edges) {
    edges.insert(edges.end(), from.data(), from.data() + 3);
    edges.insert(edges.end(), to.data(), to.data() + 3);
  }
  file_->grow(own_at + "obstacles/edges", Hdf5File::Type::number, {2, 3}, 64);
  file_->append(own_at + "obstacles/edges", edges);
  if (shapes.face_size.empty()) return;
  file_->grow(own_at + "shapes/corners", Hdf5File::Type::number, {3}, 1024);
  file_->append(own_at + "shapes/corners", flat(shapes.corners));
  file_->write(own_at + "shapes/face_size", shapes.face_size);
  file_->write(own_at + "shapes/face_cell", shapes.face_cell);
}

void TrajectoryWriter::make_contacts() {
  const std::string at = own_at + "contacts/";
  file_->grow(at + "end", Hdf5File::Type::whole, {}, rows_a_piece(1));
  file_->grow(at + "a", Hdf5File::Type::integer, {}, rows_a_piece(1));
  file_->grow(at + "b", Hdf5File::Type::integer, {}, rows_a_piece(1));
  file_->grow(at + "normal", Hdf5File::Type::number, {3}, rows_a_piece(3));
  file_->grow(at + "force", Hdf5File::Type::number, {3}, rows_a_piece(3));
}

TrajectoryWriter::~TrajectoryWriter() = default;

void TrajectoryWriter::append(const Instant& instant) {
  for (auto* list : {&a_, &b_})
    list->clear();
  for (auto* list : {&normal_, &force_})
    list->clear();
  for (const ContactForce& c : instant.contacts) {
    a_.push_back(c.a);
    b_.push_back(c.b);
    const Vec3 on_b = c.pressure * c.normal - c.friction;
    normal_.insert(normal_.end(), c.normal.data(), c.normal.data() + 3);
    force_.insert(force_.end(), on_b.data(), on_b.data() + 3);
  }
  const std::string at = own_at + "contacts/";
  file_->append(at + "a", a_);
  file_->append(at + "b", b_);
  file_->append(at + "normal", normal_);
  file_->append(at + "force", force_);
  contacts_ += static_cast<std::int64_t>(a_.size());
  file_->append(at + "end", std::span<const std::int64_t>(&contacts_, 1));
  std::string clock = "/observables/coordinates/";
  if (bodies_) {
    clock = bodies_at + "position/";
    file_->append(bodies_at + "position/value", instant.poses.position);
    file_->append(bodies_at + "velocity/value", instant.poses.velocity);
    if (turn_ > 0) file_->append(bodies_at + "orientation/value", instant.poses.orientation);
    if (spin_ > 0) file_->append(bodies_at + "angular_velocity/value", instant.poses.spin);
  } else {
    file_->append("/observables/coordinates/value", instant.q);
    file_->append("/observables/velocities/value", instant.v);
  }
  // The clock last: an instant whose time is there is complete.
  file_->append(clock + "step", std::span<const std::int64_t>(&instant.step, 1));
  file_->append(clock + "time", std::span<const double>(&instant.time, 1));
  file_->flush();
}

void TrajectoryWriter::finish() {
  file_->synchronise();
  file_.reset();
  std::error_code failed;
  std::filesystem::rename(path_ + ".part", path_, failed);
  if (failed)
    throw ConfigurationError(
        fmt::format("'{}.part' cannot get its name '{}': {}", path_, path_, failed.message()));
}

TrajectoryReader::TrajectoryReader(const std::string& path)
    : file_(std::make_unique<Hdf5File>(
          path, path.ends_with(".part") ? Hdf5File::Mode::follow : Hdf5File::Mode::read)) {
  if (!file_->has("/impactbench/contacts/end"))
    throw ConfigurationError(
        fmt::format("'{}' is no trajectory of impactbench: it has no /impactbench/contacts", path));
  if (const double schema = file_->number_attribute("/impactbench", "schema");
      schema != trajectory_schema) {
    throw ConfigurationError(fmt::format("'{}' has the layout {} of a trajectory: must be {}", path,
                                         schema, trajectory_schema));
  }
  read_shapes();
  const std::string clock =
      shapes_.layout == BodyLayout::none ? "/observables/coordinates/" : bodies_at + "position/";
  times_ = file_->numbers(clock + "time");
  steps_ = file_->numbers(clock + "step");
  ends_ = file_->numbers(own_at + "contacts/end");
  times_.resize(std::min({times_.size(), steps_.size(), ends_.size()}));
}

TrajectoryReader::~TrajectoryReader() = default;

void TrajectoryReader::read_shapes() {
  shapes_.layout = body_layout(file_->text_attribute("/impactbench", "bodies"));
  if (shapes_.layout == BodyLayout::none) return;
  const std::vector<std::size_t> shape = file_->shape(bodies_at + "position/value");
  if (shape.size() != 3 || shape[2] < 1 || shape[2] > 3)
    throw ConfigurationError("position of a trajectory must be T x N x d with d from 1 to 3");
  shapes_.bodies = shape[1];
  shapes_.dimension = static_cast<int>(shape[2]);
  if (file_->has(bodies_at + "radius")) shapes_.radius = file_->numbers(bodies_at + "radius");
  shapes_.mass = file_->numbers(bodies_at + "mass");
  const std::vector<double> edges = file_->numbers(own_at + "obstacles/edges");
  for (std::size_t k = 0; k + 6 <= edges.size(); k += 6)
    shapes_.edges.push_back({Vec3(edges[k], edges[k + 1], edges[k + 2]),
                             Vec3(edges[k + 3], edges[k + 4], edges[k + 5])});
  if (!file_->has(own_at + "shapes/corners")) return;
  const std::vector<double> corners = file_->numbers(own_at + "shapes/corners");
  for (std::size_t k = 0; k + 3 <= corners.size(); k += 3)
    shapes_.corners.emplace_back(corners[k], corners[k + 1], corners[k + 2]);
  shapes_.face_size = file_->integers(own_at + "shapes/face_size");
  shapes_.face_cell = file_->integers(own_at + "shapes/face_cell");
  long used = 0;
  for (const int n : shapes_.face_size)
    used += n < 3 ? static_cast<long>(shapes_.corners.size()) + 1 : n;
  const bool cells_fit =
      std::all_of(shapes_.face_cell.begin(), shapes_.face_cell.end(),
                  [&](int c) { return c >= 0 && static_cast<std::size_t>(c) < shapes_.bodies; });
  if (used != static_cast<long>(shapes_.corners.size()) || !cells_fit ||
      shapes_.face_size.size() != shapes_.face_cell.size())
    throw ConfigurationError("the faces of a trajectory do not fit its corners and bodies");
}

std::string TrajectoryReader::fact(const std::string& name) const {
  return file_->text_attribute("/impactbench", name);
}

Instant TrajectoryReader::instant(std::size_t k) const {
  if (k >= size())
    throw ConfigurationError(
        fmt::format("a trajectory of {} instants has no instant {}", size(), k));
  Instant out;
  out.step = static_cast<std::int64_t>(steps_[k]);
  out.time = times_[k];
  if (shapes_.layout == BodyLayout::none) {
    out.q = file_->numbers("/observables/coordinates/value", k, 1);
    out.v = file_->numbers("/observables/velocities/value", k, 1);
  } else {
    out.poses.position = file_->numbers(bodies_at + "position/value", k, 1);
    out.poses.velocity = file_->numbers(bodies_at + "velocity/value", k, 1);
    if (orientation_width(shapes_.layout) > 0)
      out.poses.orientation = file_->numbers(bodies_at + "orientation/value", k, 1);
    if (spin_width(shapes_.layout) > 0)
      out.poses.spin = file_->numbers(bodies_at + "angular_velocity/value", k, 1);
  }
  const auto first = k == 0 ? std::size_t{0} : static_cast<std::size_t>(ends_[k - 1]);
  const std::size_t count = static_cast<std::size_t>(ends_[k]) - first;
  const std::string at = own_at + "contacts/";
  const std::vector<double> a = file_->numbers(at + "a", first, count),
                            b = file_->numbers(at + "b", first, count),
                            normal = file_->numbers(at + "normal", first, count),
                            force = file_->numbers(at + "force", first, count);
  for (std::size_t c = 0; c < count; ++c) {
    const Vec3 n(normal[3 * c], normal[3 * c + 1], normal[3 * c + 2]);
    const Vec3 f(force[3 * c], force[3 * c + 1], force[3 * c + 2]);
    const double pressure = f.dot(n);
    out.contacts.push_back(
        {static_cast<int>(a[c]), static_cast<int>(b[c]), n, pressure, pressure * n - f});
  }
  return out;
}

}  // namespace impactbench
