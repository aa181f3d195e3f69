#include "problems/base/error.hpp"
#include "problems/files/scene.hpp"
#include "problems/model/round_setup.hpp"

#include <array>
#include <cmath>

namespace impactbench {
namespace {

/// A number of TOML that reads back as the same bits: without a point or an exponent it would be an
/// integer, which has no -0.
std::string literal(double x) {
  std::string out = to_text(x);
  if (out.find_first_of(".en") == std::string::npos) out += ".0";
  return out;
}

std::string in_quotes(std::string_view text) {
  static constexpr std::string_view digits = "0123456789abcdef";
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7f) {
      out += std::string("\\u00") + digits[byte >> 4U] + digits[byte & 15U];
    } else {
      out += c == '"' || c == '\\' ? std::string("\\") + c : std::string(1, c);
    }
  }
  return out + '"';
}

std::string list(const double* first, int size) {
  std::string out = "[";
  for (int k = 0; k < size; ++k)
    out += (k == 0 ? "" : ", ") + literal(first[k]);
  return out + "]";
}

/// Whether all are the zero that is read where nothing is written: +0.
bool is_default(const double* first, int size) {
  for (int k = 0; k < size; ++k) {
    if (first[k] != 0.0 || std::signbit(first[k])) return false;
  }
  return true;
}

/// `material` of a table, where it is not the first.
void write_material(const Scene& scene, int material, std::string& out) {
  if (material == 0) return;
  out += "material = " + in_quotes(scene.materials[static_cast<std::size_t>(material)]) + "\n";
}

std::string law_lines(const ContactLaw& law) {
  return "restitution = " + literal(law.restitution) +
         "\ntangential_restitution = " + literal(law.tangential_restitution) +
         "\nfriction = " + literal(law.friction) + "\n" +
         (law.rolling_friction > 0.0 ? "rolling_friction = " + literal(law.rolling_friction) + "\n"
                                     : "") +
         (law.twisting_friction > 0.0
              ? "twisting_friction = " + literal(law.twisting_friction) + "\n"
              : "");
}

/// The laws of pairs that have another than the first material with itself.
void write_laws(const Scene& scene, std::string& out) {
  const auto name = [&](int k) { return in_quotes(scene.materials[static_cast<std::size_t>(k)]); };
  for (int a = 0; a < scene.laws.materials(); ++a) {
    for (int b = a; b < scene.laws.materials(); ++b) {
      const ContactLaw& law = scene.laws.between(a, b);
      if (law == scene.laws.between(0, 0)) continue;
      out += "\n[[law]]\nbetween = [" + name(a) + ", " + name(b) + "]\n" + law_lines(law);
    }
  }
}

void write_obstacle(const Obstacle& o, int d, std::string& out) {
  out += "\n[[obstacle]]\n";
  const auto pair = [&](const char* shape, const char* a, const char* b) {
    out += std::string("shape = \"") + shape + "\"\n" + a + " = " + list(o.a.data(), d) + "\n" + b +
           " = " + list(o.b.data(), d) + "\n";
  };
  switch (o.shape) {
    case Obstacle::Shape::half_space:
      pair("half_space", "point", "normal");
      break;
    case Obstacle::Shape::segment:
      pair("segment", "from", "to");
      break;
    case Obstacle::Shape::box:
      pair("box", "low", "high");
      break;
    case Obstacle::Shape::ball:
      out += "shape = \"ball\"\ncentre = " + list(o.a.data(), d) + "\nradius = " + literal(o.b[0]) +
             "\n";
  }
  if (!o.surface_velocity.isZero(0.0))
    out += "surface_velocity = " + list(o.surface_velocity.data(), d) + "\n";
  if (o.spin.isZero(0.0)) return;
  out += "spin = " + (d == 2 ? literal(o.spin.z()) : list(o.spin.data(), d)) + "\n";
}

/// A part of the states of all bodies: where it begins in each, how many numbers, and its names.
struct Part {
  const Eigen::VectorXd& values;
  int first, size;
  const char* key;                     ///< of a table
  std::array<const char*, 3> columns;  ///< of a CSV

  [[nodiscard]] const double* of(std::size_t body, int stride) const {
    return values.data() + static_cast<Eigen::Index>(body) * stride + first;
  }
};

std::array<Part, 4> parts_of(const Scene& scene) {
  const int d = scene.space.dimension, turns = scene.space.stride() - d;
  const State& s = scene.start;
  if (turns == 1) {
    return {Part{s.q, 0, d, "position", {"x", "y", "z"}},
            Part{s.v, 0, d, "velocity", {"vx", "vy", "vz"}}, Part{s.v, d, 1, "spin", {"spin"}},
            Part{s.q, d, 1, "angle", {"angle"}}};
  }
  return {Part{s.q, 0, d, "position", {"x", "y", "z"}},
          Part{s.v, 0, d, "velocity", {"vx", "vy", "vz"}},
          Part{s.v, d, turns, "spin", {"spin_x", "spin_y", "spin_z"}},
          Part{s.q, d, turns, "angle", {"angle_x", "angle_y", "angle_z"}}};
}

void write_body(const Scene& scene, std::size_t i, std::string& out) {
  const int stride = scene.space.stride();
  out += "\n[[body]]\nmass = " + literal(scene.bodies.mass[i]) +
         "\nradius = " + literal(scene.bodies.radius[i]) + "\n";
  if (scene.space.rotates) out += "inertia = " + literal(scene.bodies.inertia[i]) + "\n";
  if (!scene.bodies.material.empty()) write_material(scene, scene.bodies.material[i], out);
  for (const Part& part : parts_of(scene)) {
    const double* first = part.of(i, stride);
    const bool needed = std::string_view(part.key) == "position";
    if (!needed && is_default(first, part.size)) continue;
    const bool number = part.first > 0 && part.size == 1;
    out +=
        std::string(part.key) + " = " + (number ? literal(*first) : list(first, part.size)) + "\n";
  }
}

}  // namespace

std::string scene_text(const Scene& scene, const std::string& bodies_file) {
  const int d = scene.space.dimension;
  std::string out = "dimension = " + std::to_string(d) +
                    "\nrotates = " + (scene.space.rotates ? "true" : "false") +
                    "\nhorizon = " + literal(scene.horizon) + "  # s\n";
  out += "gravity = " + list(scene.gravity.data(), d) + "  # m/s2\n";
  if (scene.shake) {
    out += "shake = " + list(scene.shake->amplitude.data(), d) +
           "  # m\nshake_frequency = " + literal(scene.shake->frequency) +
           "  # Hz\nshake_phase = " + literal(scene.shake->phase) + "\n";
  }
  out += law_lines(scene.laws.between(0, 0));
  if (scene.gluey) out += "gluey = true\nviscosity = " + literal(scene.viscosity) + "  # N s\n";
  if (scene.first_order) out += "first_order = true\n";
  if (scene.penetration_allowed > 0.0)
    out += "penetration_allowed = " + literal(scene.penetration_allowed) + "  # m\n";
  if (scene.overlap_allowed > 0.0)
    out += "overlap_allowed = " + literal(scene.overlap_allowed) + "  # m\n";
  if (!scene.materials.empty()) {
    out += "materials = [";
    for (std::size_t k = 0; k < scene.materials.size(); ++k)
      out += (k == 0 ? "" : ", ") + in_quotes(scene.materials[k]);
    out += "]\n";
  }
  if (!bodies_file.empty()) out += "bodies = " + in_quotes(bodies_file) + "\n";
  write_laws(scene, out);
  for (const Obstacle& o : scene.obstacles) {
    write_obstacle(o, d, out);
    write_material(scene, o.material, out);
  }
  for (std::size_t i = 0; i < scene.bodies.size() && bodies_file.empty(); ++i)
    write_body(scene, i, out);
  return out;
}

std::string bodies_text(const Scene& scene) {
  const int stride = scene.space.stride();
  std::vector<Part> written;
  std::string out = scene.space.rotates ? "mass,radius,inertia" : "mass,radius";
  if (!scene.bodies.material.empty()) out += ",material";
  for (const Part& part : parts_of(scene)) {
    bool needed = std::string_view(part.key) == "position";
    for (std::size_t i = 0; i < scene.bodies.size() && !needed; ++i)
      needed = !is_default(part.of(i, stride), part.size);
    if (!needed) continue;
    written.push_back(part);
    for (int k = 0; k < part.size; ++k)
      out += std::string(",") + part.columns[static_cast<std::size_t>(k)];
  }
  out += "\n";
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    out += to_text(scene.bodies.mass[i]) + "," + to_text(scene.bodies.radius[i]);
    if (scene.space.rotates) out += "," + to_text(scene.bodies.inertia[i]);
    if (!scene.bodies.material.empty()) out += "," + std::to_string(scene.bodies.material[i] + 1);
    for (const Part& part : written) {
      const double* first = part.of(i, stride);
      for (int k = 0; k < part.size; ++k)
        out += "," + to_text(first[k]);
    }
    out += "\n";
  }
  return out;
}

}  // namespace impactbench
