#include "benchmarks/trajectories/trajectory_file.hpp"

#include "benchmarks/files/machine_error.hpp"
#include "benchmarks/trajectories/hdf5.hpp"
#include "problems/base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
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
      TrajectoryItem{"/particles/bodies/inertia", "N", "kg m2", "of discs and balls"},
      TrajectoryItem{"/observables/coordinates/value", "T n", "its own",
                     "generalised coordinates, in place of particles"},
      TrajectoryItem{"/observables/velocities/value", "T n", "its own", "their velocities"},
      TrajectoryItem{"/impactbench@schema", "1", "-", "version of this layout: 1"},
      TrajectoryItem{"/impactbench@bodies", "text", "-",
                     "discs, spheres, balls, polyhedra, plane_grid or none"},
      TrajectoryItem{"/impactbench@cell", "text", "-",
                     "title of the cell; likewise problem, scheme, "
                     "solver, key, revision, build, plugins"},
      TrajectoryItem{"/impactbench/scene", "text", "-", "the scene without its bodies, as TOML"},
      TrajectoryItem{"/impactbench/no_scene", "text", "-", "instead of it: why there is none"},
      TrajectoryItem{"/impactbench/contacts/end", "T", "-",
                     "contacts of an instant end before this one and begin at the end before"},
      TrajectoryItem{"/impactbench/contacts/a", "C", "-", "body, from 0"},
      TrajectoryItem{"/impactbench/contacts/b", "C", "-", "body, or -1: an obstacle"},
      TrajectoryItem{"/impactbench/contacts/normal", "C 3", "-", "unit vector from a to b"},
      TrajectoryItem{"/impactbench/contacts/force", "C 3", "N",
                     "force on b, friction included: the impulse of the step over h, an entry for "
                     "each stage of "
                     "it; of schemes that record none, that of their last stage, or the spring at "
                     "the instant"},
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
    if (name == "author") continue;
    // An attribute has room for 64 KiB, a scene may have more walls than that.
    if (name.ends_with("scene")) {
      file_->write(own_at + name, text);
    } else {
      file_->attribute("/impactbench", name, text);
    }
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
  if (!shapes.inertia.empty()) file_->write(bodies_at + "inertia", shapes.inertia);
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

TrajectoryWriter::~TrajectoryWriter() {
  try {
    if (file_) write();
  } catch (const ConfigurationError&) {
    // A full disk: a run that fails leaves as much as there is room for.
  }
}

void TrajectoryWriter::append(const Instant& instant) {
  Waiting& w = waiting_;
  for (const ContactForce& c : instant.contacts) {
    w.a.push_back(c.a);
    w.b.push_back(c.b);
    const Vec3 on_b = c.pressure * c.normal - c.friction;
    w.normal.insert(w.normal.end(), c.normal.data(), c.normal.data() + 3);
    w.force.insert(w.force.end(), on_b.data(), on_b.data() + 3);
  }
  contacts_ += static_cast<std::int64_t>(instant.contacts.size());
  w.end.push_back(contacts_);
  const auto add = [](std::vector<double>& list, const std::vector<double>& more) {
    list.insert(list.end(), more.begin(), more.end());
  };
  add(w.position, bodies_ ? instant.poses.position : instant.q);
  add(w.velocity, bodies_ ? instant.poses.velocity : instant.v);
  add(w.orientation, instant.poses.orientation);
  add(w.spin, instant.poses.spin);
  w.step.push_back(instant.step);
  w.time.push_back(instant.time);
  // A call of the library costs as much as a thousand numbers.
  constexpr std::size_t most = 8192;
  constexpr std::int64_t one_by_one = 1000;
  const std::size_t numbers = w.normal.size() + w.force.size() + w.position.size() +
                              w.velocity.size() + w.orientation.size() + w.spin.size() +
                              w.time.size();
  const auto waited = std::chrono::steady_clock::now() - written_;
  if (++appended_ <= one_by_one || numbers >= most || waited >= std::chrono::milliseconds(100))
    write();
}

void TrajectoryWriter::write() {
  const Waiting& w = waiting_;
  const std::string at = own_at + "contacts/";
  file_->append(at + "a", w.a);
  file_->append(at + "b", w.b);
  file_->append(at + "normal", w.normal);
  file_->append(at + "force", w.force);
  file_->append(at + "end", w.end);
  std::string clock = "/observables/coordinates/";
  if (bodies_) {
    clock = bodies_at + "position/";
    file_->append(bodies_at + "position/value", w.position);
    file_->append(bodies_at + "velocity/value", w.velocity);
    if (turn_ > 0) file_->append(bodies_at + "orientation/value", w.orientation);
    if (spin_ > 0) file_->append(bodies_at + "angular_velocity/value", w.spin);
  } else {
    file_->append("/observables/coordinates/value", w.position);
    file_->append("/observables/velocities/value", w.velocity);
  }
  // The clock last: an instant whose time is there is complete.
  file_->append(clock + "step", w.step);
  file_->append(clock + "time", w.time);
  file_->flush();
  waiting_ = {};
  written_ = std::chrono::steady_clock::now();
}

void TrajectoryWriter::finish() {
  write();
  file_->synchronise();
  file_.reset();
  std::error_code failed;
  std::filesystem::rename(path_ + ".part", path_, failed);
  if (failed)
    throw MachineError(
        fmt::format("'{}.part' cannot get its name '{}': {}", path_, path_, failed.message()));
}

}  // namespace impactbench
