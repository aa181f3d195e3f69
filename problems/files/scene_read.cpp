#include "problems/base/error.hpp"
#include "problems/base/number_table.hpp"
#include "problems/base/regular_file.hpp"
#include "problems/files/scene_materials.hpp"
#include "problems/files/scene_table.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <numbers>
#include <utility>

namespace impactbench {
namespace {

/// The longest text of a scene: the table of one body takes some kB of memory when it is parsed.
constexpr std::uintmax_t most_bytes = std::uintmax_t{64} << 20;
/// The most bodies of a scene: the entries of a state are counted by int.
constexpr std::size_t most_bodies = 100'000'000;

struct BodyValues {
  std::optional<double> mass, density, inertia;  ///< no inertia: that of a solid body
  double radius{0.0};
  int material{0};
  bool held{false};
  Vec3 position{0.0, 0.0, 0.0}, velocity{0.0, 0.0, 0.0}, spin{0.0, 0.0, 0.0}, angle{0.0, 0.0, 0.0};
};

/// Length, area or volume of a ball of the dimension.
double content(int dimension, double r) {
  if (dimension == 1) return 2.0 * r;
  return dimension == 2 ? std::numbers::pi * r * r : 4.0 / 3.0 * std::numbers::pi * r * r * r;
}

/// Collects bodies; `place` begins sentences about one.
class Bodies {
 public:
  explicit Bodies(Scene& scene) : scene_(scene) {}

  void add(const BodyValues& b, const std::string& place) {
    if (b.held && !b.velocity.isZero())
      throw ConfigurationError(place + ": a body that is held must not move");
    if (!b.held && b.mass.has_value() == b.density.has_value()) {
      throw ConfigurationError(place + ": a body needs either 'mass' or 'density'" +
                               (b.mass ? "; it has both" : ""));
    }
    const BodySpace& space = scene_.space;
    if (b.inertia && !space.rotates)
      throw ConfigurationError(place + ": 'inertia' has no meaning where bodies do not rotate");
    if (b.held) {
      scene_.obstacles.push_back({.shape = Obstacle::Shape::ball,
                                  .a = b.position,
                                  .b = {b.radius, 0.0, 0.0},
                                  .material = b.material,
                                  .spin = b.spin});
      return;
    }
    if (!scene_.materials.empty()) scene_.bodies.material.push_back(b.material);
    const double mass = b.mass ? *b.mass : *b.density * content(space.dimension, b.radius);
    const double solid = (space.dimension == 3 ? 0.4 : 0.5) * mass * b.radius * b.radius;
    scene_.bodies.mass.push_back(checked(scene_key("body", "mass"), mass, place));
    scene_.bodies.radius.push_back(b.radius);
    if (space.rotates) {
      scene_.bodies.inertia.push_back(
          checked(scene_key("body", "inertia"), b.inertia.value_or(solid), place));
    }
    const int d = space.dimension, turns = space.stride() - d;
    const auto append = [&](std::vector<double>& list, const Vec3& along, const Vec3& about) {
      list.insert(list.end(), along.data(), along.data() + d);
      list.insert(list.end(), about.data() + 3 - turns, about.data() + 3);
    };
    append(q_, b.position, b.angle);
    append(v_, b.velocity, b.spin);
  }

  void finish() {
    const auto size = static_cast<Eigen::Index>(q_.size());
    scene_.start.q = Eigen::Map<const Eigen::VectorXd>(q_.data(), size);
    scene_.start.v = Eigen::Map<const Eigen::VectorXd>(v_.data(), size);
  }

 private:
  Scene& scene_;
  std::vector<double> q_, v_;
};

void expect_rotation(const Scene& scene, bool given, const std::string& place,
                     const std::string& key) {
  if (!given || scene.space.rotates) return;
  throw ConfigurationError(place + ": '" + key + "' has no meaning where bodies do not rotate");
}

BodyValues body_of(const SceneTable& t, const Scene& scene) {
  const int d = scene.space.dimension;
  BodyValues out;
  if (t.has("mass")) out.mass = t.number("mass");
  if (t.has("density")) out.density = t.number("density");
  out.radius = t.number("radius");
  if (t.has("inertia") && t.is_text("inertia")) {
    if (t.text("inertia") != "solid")
      t.refuse("inertia", "'inertia' must be a number or \"solid\"");
  } else if (t.has("inertia")) {
    out.inertia = t.number("inertia");
  }
  if (t.has("material")) out.material = material_of(t, scene);
  out.held = t.boolean("hold", false);
  out.position = t.vector("position", d);
  out.velocity = t.vector("velocity", d, Vec3::Zero());
  for (const char* key : {"spin", "angle"})
    expect_rotation(scene, t.has(key), t.place(key), key);
  out.spin = t.rotation("spin", d);
  out.angle = t.rotation("angle", d);
  return out;
}

/// One column of a CSV of bodies: a key and which of its components, from 0.
struct Column {
  const SceneKey* key;
  int component;
};

/// The names that columns may have in this space; "" where a key has no such component.
std::string column_name(const SceneKey& key, int component, const BodySpace& space) {
  static constexpr std::array axes{"x", "y", "z"};
  const std::string axis = axes[static_cast<std::size_t>(component)];
  if (key.type == "number" || key.name == "material")
    return component == 0 ? std::string(key.name) : "";
  if (key.name == "hold") return "";
  if (key.type == "vector") {
    if (component >= space.dimension) return "";
    return key.name == "position" ? axis : "v" + axis;
  }
  if (!space.rotates) return "";
  if (space.dimension == 3) return std::string(key.name) + "_" + axis;
  return component == 2 ? std::string(key.name) : "";
}

std::vector<std::pair<std::string, Column>> known_columns(const BodySpace& space) {
  std::vector<std::pair<std::string, Column>> out;
  for (const SceneKey& key : scene_keys()) {
    if (key.table != "body" || (key.name == "inertia" && !space.rotates)) continue;
    for (int k = 0; k < 3; ++k) {
      if (const std::string name = column_name(key, k, space); !name.empty())
        out.push_back({name, {&key, k}});
    }
  }
  return out;
}

std::string fault_of_columns(const std::vector<std::string>& names, const BodySpace& space) {
  std::vector<std::string> known;
  for (const auto& [name, column] : known_columns(space))
    known.push_back(name);
  const auto count = [&](const std::string& name) {
    return std::count(names.begin(), names.end(), name);
  };
  for (const std::string& name : names) {
    if (std::find(known.begin(), known.end(), name) == known.end()) {
      std::string text = "names a column '" + name + "'; known: ";
      for (std::size_t k = 0; k < known.size(); ++k)
        text += (k == 0 ? "" : ", ") + known[k];
      return text;
    }
    if (count(name) > 1) return "names the column '" + name + "' twice";
  }
  std::vector<std::string> needed{"radius"};
  for (int k = 0; k < space.dimension; ++k)
    needed.push_back(column_name(scene_key("body", "position"), k, space));
  for (const std::string& name : needed) {
    if (count(name) == 0) return "names no column '" + name + "'; it is needed";
  }
  return "";
}

void read_bodies(const std::string& path, const Scene& scene, Bodies& bodies) {
  const NumberTable table = read_number_table(
      path, "bodies",
      [&](const std::vector<std::string>& names) { return fault_of_columns(names, scene.space); });
  std::vector<Column> columns;
  for (const std::string& name : table.names) {
    for (const auto& [known, column] : known_columns(scene.space)) {
      if (known == name) columns.push_back(column);
    }
  }
  if (table.rows.size() > most_bodies)
    throw ConfigurationError("bodies: " + path + " has more than 100000000 bodies");
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    const std::string place = "bodies: " + path + ':' + std::to_string(row + 2);
    BodyValues b;
    for (std::size_t k = 0; k < columns.size(); ++k) {
      const auto& [key, component] = columns[k];
      const double value = checked(*key, table.rows[row][k], place);
      if (key->name == "material") b.material = numbered_material(value, scene, place);
      if (key->name == "mass") b.mass = value;
      if (key->name == "density") b.density = value;
      if (key->name == "inertia") b.inertia = value;
      if (key->name == "radius") b.radius = value;
      if (key->name == "position") b.position[component] = value;
      if (key->name == "velocity") b.velocity[component] = value;
      if (key->name == "spin") b.spin[component] = value;
      if (key->name == "angle") b.angle[component] = value;
    }
    bodies.add(b, place);
  }
}

/// The CSV that a scene names; it must be a file, no folder and no pipe, which may never end.
std::string bodies_path(const SceneTable& top, const std::string& folder) {
  const std::string name = top.text("bodies");
  std::filesystem::path path = std::filesystem::path(folder) / name;
  std::error_code none;
  if (name.empty() || name.find('\0') != std::string::npos ||
      !std::filesystem::is_regular_file(path, none))
    top.refuse("bodies", "there is no file '" + path.string() + "' of bodies");
  return path.string();
}

/// Both corners, ends, or point and normal.
void require_only(const SceneTable& t, std::string_view shape,
                  std::initializer_list<const char*> used) {
  for (const char* key : {"point", "normal", "from", "to", "low", "high", "centre", "radius",
                          "surface_velocity", "spin"}) {
    if (!t.has(key) || std::find(used.begin(), used.end(), std::string_view(key)) != used.end())
      continue;
    t.refuse(key, "a " + std::string(shape) + " has no '" + key + "'");
  }
}

Obstacle obstacle_of(const SceneTable& t, int d) {
  const std::string shape = t.text("shape");
  Obstacle out;
  if (shape == "half_space") {
    require_only(t, shape, {"point", "normal", "surface_velocity"});
    out = {Obstacle::Shape::half_space, t.vector("point", d), t.vector("normal", d)};
    const double length = out.b.stableNorm();
    if (!(length > 0.0)) t.refuse("normal", "'normal' must not be zero");
    // One that is a unit vector already keeps its bits.
    if (!(std::abs(length - 1.0) < 1e-12)) out.b.stableNormalize();
  } else if (shape == "segment") {
    require_only(t, shape, {"from", "to", "surface_velocity"});
    if (d != 2) t.refuse("shape", "a segment is an obstacle in the plane only");
    out = {Obstacle::Shape::segment, t.vector("from", d), t.vector("to", d)};
    if (out.a == out.b) t.refuse("to", "the ends of a segment must differ");
  } else if (shape == "box") {
    require_only(t, shape, {"low", "high", "surface_velocity"});
    out = {Obstacle::Shape::box, t.vector("low", d), t.vector("high", d)};
    if (!(out.a.head(d).array() < out.b.head(d).array()).all())
      t.refuse("high", "'high' must be above 'low' along every axis");
  } else if (shape == "ball") {
    require_only(t, shape, {"centre", "radius", "spin"});
    out = {Obstacle::Shape::ball, t.vector("centre", d), {t.number("radius"), 0.0, 0.0}};
  } else {
    t.refuse("shape", "'shape' must be half_space, segment, box or ball, not '" + shape + "'");
  }
  out.surface_velocity = t.vector("surface_velocity", d, Vec3::Zero());
  if (out.flat() && std::abs(out.surface_velocity.dot(out.b)) > 1e-12 * out.surface_velocity.norm())
    t.refuse("surface_velocity", "'surface_velocity' must be along the face");
  if (t.has("spin") && d == 1) t.refuse("spin", "nothing spins on a line");
  out.spin = t.rotation("spin", d);
  return out;
}

/// Calls f(table) for every [[name]].
template <class F>
void for_each_table(const toml::table& root, const char* name, const std::string& file, F&& f) {
  const toml::node* node = root.get(name);
  if (node == nullptr) return;
  const toml::array* list = node->as_array();
  if (list == nullptr || !list->is_array_of_tables())
    refuse_at(file, *node, "'" + std::string(name) + "' must be written as [[" + name + "]]");
  for (const toml::node& table : *list)
    f(SceneTable(*table.as_table(), name, file));
}

std::optional<Shake> shake_of(const SceneTable& t, int d) {
  const Shake out{t.vector("shake", d, Vec3::Zero()), t.number("shake_frequency", 0.0),
                  t.number("shake_phase", 0.0)};
  if (!out.amplitude.isZero(0.0)) {
    if (!t.has("shake_frequency")) t.refuse("shake", "'shake' needs 'shake_frequency'");
    return out;
  }
  for (const char* key : {"shake_frequency", "shake_phase"}) {
    if (t.has(key)) t.refuse(key, "'" + std::string(key) + "' needs a 'shake' that is not zero");
  }
  return std::nullopt;
}

void read_top(const SceneTable& t, Scene& out) {
  const double d = t.number("dimension");
  if (d != 1.0 && d != 2.0 && d != 3.0) t.refuse("dimension", "'dimension' must be 1, 2 or 3");
  out.space.dimension = static_cast<int>(d);
  out.space.rotates = t.boolean("rotates", out.space.dimension > 1);
  if (out.space.rotates && out.space.dimension == 1)
    t.refuse("rotates", "nothing rotates on a line");
  out.horizon = t.number("horizon");
  out.gravity = t.vector("gravity", out.space.dimension, Vec3::Zero());
  out.shake = shake_of(t, out.space.dimension);
  out.materials = materials_of(t);
  out.laws =
      MaterialLaws(law_of(t, {}, out.space), std::max(1, static_cast<int>(out.materials.size())));
  out.gluey = t.boolean("gluey", false);
  out.viscosity = t.number("viscosity", 0.0);
  if (out.viscosity > 0.0 && !out.gluey) t.refuse("viscosity", "'viscosity' needs gluey = true");
  out.first_order = t.boolean("first_order", false);
  out.penetration_allowed = t.number("penetration_allowed", 0.0);
  out.overlap_allowed = t.number("overlap_allowed", 0.0);
}

std::string text_of(const std::string& path) {
  std::error_code none;
  if (!std::filesystem::is_regular_file(path, none))
    throw ConfigurationError("scene: '" + path + "' is not a file");
  if (std::filesystem::file_size(path, none) > most_bytes) {
    throw ConfigurationError("scene: '" + path +
                             "' has more than 64 MiB: put the bodies in a CSV beside it, which "
                             "the key 'bodies' names");
  }
  auto text = read_regular_file(path);
  if (!text) throw ConfigurationError("scene: '" + path + "' cannot be read");
  return *std::move(text);
}

std::string folder_of(const std::string& path) {
  return std::filesystem::path(path).parent_path().string();
}

}  // namespace

Scene parse_scene(std::string_view text, const std::string& file,
                  const std::optional<std::string>& folder) {
  const toml::table root = parse_toml(text, file);
  const SceneTable top(root, "", file);
  Scene out;
  out.file = file;
  read_top(top, out);
  for_each_table(root, "law", file, [&](const SceneTable& t) { set_law(t, out); });
  for_each_table(root, "obstacle", file, [&](const SceneTable& t) {
    out.obstacles.push_back(obstacle_of(t, out.space.dimension));
    if (t.has("material")) out.obstacles.back().material = material_of(t, out);
  });
  Bodies bodies(out);
  for_each_table(root, "body", file,
                 [&](const SceneTable& t) { bodies.add(body_of(t, out), t.place("")); });
  if (top.has("bodies")) {
    if (out.bodies.size() > 0) top.refuse("bodies", "a scene has either [[body]] or 'bodies'");
    if (!folder) top.refuse("bodies", "a scene that is not a file must not name a file of bodies");
    read_bodies(bodies_path(top, *folder), out, bodies);
  }
  bodies.finish();
  return out;
}

Scene read_scene(const std::string& path) {
  return parse_scene(text_of(path), path, folder_of(path));
}

std::vector<std::string> files_of_scene(const std::string& path) {
  const toml::table root = parse_toml(text_of(path), path);
  const SceneTable top(root, "", path);
  if (!top.has("bodies")) return {};
  return {bodies_path(top, folder_of(path))};
}

}  // namespace impactbench
