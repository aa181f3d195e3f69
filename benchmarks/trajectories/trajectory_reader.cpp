#include "benchmarks/trajectories/hdf5.hpp"
#include "benchmarks/trajectories/trajectory_file.hpp"
#include "problems/base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace impactbench {
namespace {

const std::string bodies_at = "/particles/bodies/";
const std::string own_at = "/impactbench/";

bool is_round(BodyLayout layout) {
  return layout == BodyLayout::discs || layout == BodyLayout::spheres ||
         layout == BodyLayout::balls;
}

}  // namespace

TrajectoryReader::TrajectoryReader(const std::string& path)
    : TrajectoryReader(std::make_unique<Hdf5File>(
          path, path.ends_with(".part") ? Hdf5File::Mode::follow : Hdf5File::Mode::read)) {}

TrajectoryReader::TrajectoryReader(std::unique_ptr<Hdf5File> file) : file_(std::move(file)) {
  if (!file_->has("/impactbench/contacts/end"))
    refuse("is not a trajectory of impactbench: it has no /impactbench/contacts");
  if (const double schema = file_->number_attribute("/impactbench", "schema");
      schema != trajectory_schema)
    refuse(fmt::format("has the layout {} of a trajectory: must be {}", schema, trajectory_schema));
  read_shapes();
  const std::string clock =
      shapes_.layout == BodyLayout::none ? "/observables/coordinates/" : bodies_at + "position/";
  times_ = list(clock + "time");
  steps_ = list(clock + "step");
  ends_ = list(own_at + "contacts/end");
  times_.resize(std::min({times_.size(), steps_.size(), ends_.size()}));
  check_instants();
  check_contacts();
}

TrajectoryReader::~TrajectoryReader() = default;

void TrajectoryReader::refuse(const std::string& what) const {
  throw ConfigurationError(fmt::format("'{}' {}", name(), what));
}

const std::string& TrajectoryReader::name() const {
  return file_->name();
}

void TrajectoryReader::read_shapes() {
  const std::string kind = file_->text_attribute("/impactbench", "bodies");
  try {
    shapes_.layout = body_layout(kind);
  } catch (const ConfigurationError& e) {
    refuse(fmt::format("cannot be read: {}", e.what()));
  }
  if (shapes_.layout == BodyLayout::none) return;
  const std::vector<std::size_t> shape = file_->shape(bodies_at + "position/value");
  if (shape.size() != 3 || shape[2] < 1 || shape[2] > 3)
    refuse("has positions that are not T x N x d with d from 1 to 3");
  shapes_.bodies = shape[1];
  shapes_.dimension = static_cast<int>(shape[2]);
  check_dimension();
  const bool round = is_round(shapes_.layout);
  if (round || file_->has(bodies_at + "radius")) shapes_.radius = per_body("radius");
  shapes_.mass = per_body("mass");
  if (file_->has(bodies_at + "inertia")) shapes_.inertia = per_body("inertia");
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
    refuse("has faces that do not fit its corners and bodies");
}

/// The kinds of bodies live in spaces of their own.
void TrajectoryReader::check_dimension() const {
  const BodyLayout layout = shapes_.layout;
  const bool plane = layout == BodyLayout::discs || layout == BodyLayout::plane_grid;
  const bool space = layout == BodyLayout::balls || layout == BodyLayout::polyhedra;
  if ((plane && shapes_.dimension != 2) || (space && shapes_.dimension != 3))
    refuse(fmt::format("has {} of dimension {}", to_text(layout), shapes_.dimension));
}

/// Numbers with one row each: the list that is read and checked here as a whole is read later row
/// by row.
std::vector<double> TrajectoryReader::list(const std::string& at) const {
  if (const std::vector<std::size_t> found = file_->shape(at); found.size() != 1)
    refuse(fmt::format("has {} of {}: must be one number a row", at, fmt::join(found, " x ")));
  return file_->numbers(at);
}

/// One number, at least 0, for each body.
std::vector<double> TrajectoryReader::per_body(const char* name) const {
  std::vector<double> out = list(bodies_at + name);
  if (out.size() != shapes_.bodies)
    refuse(fmt::format("has {} numbers {} for {} bodies", out.size(), name, shapes_.bodies));
  for (const double x : out) {
    if (!std::isfinite(x) || x < 0.0)
      refuse(fmt::format("has a {} = {}: must be at least 0", name, x));
  }
  return out;
}

/// Every instant has as many numbers as the bodies take.
void TrajectoryReader::check_instants() const {
  const auto expect = [&](const std::string& at, const std::vector<std::size_t>& wanted) {
    const std::vector<std::size_t> found = file_->shape(at);
    const bool fits = found.size() == wanted.size() + 1 && found[0] >= size() &&
                      std::equal(wanted.begin(), wanted.end(), found.begin() + 1);
    if (!fits)
      refuse(fmt::format("has {} of {}: must be {} instants or more of {}", at,
                         fmt::join(found, " x "), size(), fmt::join(wanted, " x ")));
  };
  for (std::size_t k = 0; k < size(); ++k) {
    if (!std::isfinite(times_[k]) || !(std::abs(steps_[k]) <= 0x1p53))
      refuse(fmt::format("has an instant {} at {} s, step {}", k, times_[k], steps_[k]));
  }
  if (shapes_.layout == BodyLayout::none) {
    for (const char* name : {"coordinates", "velocities"}) {
      const std::string at = fmt::format("/observables/{}/value", name);
      const std::vector<std::size_t> found = file_->shape(at);
      if (found.size() != 2 || found[0] < size())
        refuse(fmt::format("has {} of {}: must be {} instants or more", at, fmt::join(found, " x "),
                           size()));
    }
    return;
  }
  const std::size_t n = shapes_.bodies, d = static_cast<std::size_t>(shapes_.dimension);
  expect(bodies_at + "position/value", {n, d});
  expect(bodies_at + "velocity/value", {n, d});
  if (const std::size_t turn = orientation_width(shapes_.layout); turn > 0)
    expect(bodies_at + "orientation/value", {n, turn});
  if (const std::size_t spin = spin_width(shapes_.layout); spin > 0)
    expect(bodies_at + "angular_velocity/value", {n, spin});
}

/// The contacts of the instants lie behind each other and are between bodies that there are.
void TrajectoryReader::check_contacts() const {
  const std::string at = own_at + "contacts/";
  const std::vector<double> a = list(at + "a"), b = list(at + "b");
  double before = 0.0;
  for (std::size_t k = 0; k < size(); ++k) {
    // Written so that NaN is refused.
    if (!(ends_[k] >= before && ends_[k] <= static_cast<double>(a.size()) &&
          ends_[k] == std::floor(ends_[k])))
      refuse(fmt::format("has contacts of instant {} that end at {} of {}", k, ends_[k], a.size()));
    before = ends_[k];
  }
  const auto used = static_cast<std::size_t>(before);
  // In a file that is being written the lists may differ where an instant is incomplete.
  const auto has_vectors = [&](const char* name) {
    const std::vector<std::size_t> found = file_->shape(at + name);
    return found.size() == 2 && found[0] >= used && found[1] == 3;
  };
  if (b.size() < used || !has_vectors("normal") || !has_vectors("force"))
    refuse(fmt::format("has fewer than {} contacts with bodies, normals and forces", used));
  const double bodies =
      shapes_.layout == BodyLayout::none ? 0x1p31 - 1.0 : static_cast<double>(shapes_.bodies);
  for (std::size_t c = 0; c < used; ++c) {
    if (!(a[c] >= 0.0 && a[c] < bodies && b[c] >= -1.0 && b[c] < bodies))
      refuse(fmt::format("has a contact of bodies {} and {}: there are {}", a[c], b[c],
                         shapes_.bodies));
  }
}

std::string TrajectoryReader::scene() const {
  if (file_->has(own_at + "no_scene")) refuse("has no scene: " + file_->text(own_at + "no_scene"));
  if (!file_->has(own_at + "scene"))
    refuse("has no /impactbench/scene: a revision before scenes has written it");
  return file_->text(own_at + "scene");
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
