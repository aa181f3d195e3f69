#include "reports/paper/problem_facts.hpp"

#include "problems/base/error.hpp"
#include "problems/model/round_system.hpp"

#include <fmt/format.h>

#include <charconv>
#include <map>
#include <optional>

namespace impactbench {
namespace {

/// Edge of a box of four walls: floor, right, ceiling, left.
std::optional<double> edge_of_box(const RoundSystem& system, const std::string& name) {
  const auto& walls = system.obstacles();
  if (walls.size() != 4) return std::nullopt;
  if (name == "box_y_low") return walls[0].a.y();
  if (name == "box_x_high") return walls[1].a.x();
  if (name == "box_y_high") return walls[2].a.y();
  if (name == "box_x_low") return walls[3].a.x();
  return std::nullopt;
}

/// "vx_12" of body 12.
std::optional<double> of_body(const Problem& problem, const RoundSystem& system,
                              const std::string& name) {
  const std::size_t line = name.rfind('_');
  if (line == std::string::npos) return std::nullopt;
  const std::string what = name.substr(0, line);
  std::size_t number = 0;
  const auto [end, error] =
      std::from_chars(name.data() + line + 1, name.data() + name.size(), number);
  if (error != std::errc() || end != name.data() + name.size()) return std::nullopt;
  if (number < 1 || number > system.bodies().size()) return std::nullopt;
  const std::size_t body = number - 1;
  if (what == "mass") return system.bodies().mass[body];
  if (what == "radius") return system.bodies().radius[body];
  static const std::map<std::string, int> axes{{"x", 0}, {"y", 1}, {"z", 2}};
  const bool velocity = what.starts_with('v');
  const auto axis = axes.find(what.substr(velocity ? 1 : 0));
  if (axis == axes.end() || axis->second >= system.dimension()) return std::nullopt;
  const auto at = static_cast<Eigen::Index>(body) * system.space().stride() + axis->second;
  return velocity ? problem.initial.v[at] : problem.initial.q[at];
}

}  // namespace

double problem_fact(const Problem& problem, const std::string& name) {
  if (name == "horizon") return problem.horizon;
  std::optional<double> out;
  if (const RoundSystem* system = round_system(*problem.system)) {
    if (name == "bodies") return static_cast<double>(system->bodies().size());
    if (name == "gravity_x") return system->gravity().x();
    if (name == "gravity_y") return system->gravity().y();
    if (name == "gravity_z") return system->gravity().z();
    if (name == "gravity_norm") return system->gravity().norm();
    out = edge_of_box(*system, name);
    if (!out) out = of_body(problem, *system, name);
  }
  if (out) return *out;
  throw ConfigurationError(fmt::format(
      "problem {} has no '{}'; a problem has horizon and, of round bodies, bodies, gravity_x, _y, "
      "_z and _norm, mass_1, radius_1, x_1, y_1, z_1, vx_1, vy_1, vz_1, and of a box box_x_low, "
      "box_x_high, box_y_low, box_y_high",
      problem.name, name));
}

}  // namespace impactbench
