#include "reports/paper/scene.hpp"

#include "benchmarks/matrix/plan.hpp"
#include "problems/base/error.hpp"
#include "problems/contact/obstacle_edges.hpp"
#include "reference/api/reference.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>

namespace impactbench {
namespace {

/// The entry of a body's part of a state to which "vx2" refers.
struct Component {
  std::size_t body, entry;
  bool velocity, since_start;
};

std::optional<Component> component(const std::string& quantity, const RoundBodies& bodies) {
  struct Meaning {
    std::size_t entry;
    bool velocity, since_start;
    int dimension;  ///< of the space that has it; 0: any
  };
  static const std::map<std::string, Meaning> known{
      {"x", {0, false, false, 0}},      {"y", {1, false, false, 0}},
      {"z", {2, false, false, 3}},      {"vx", {0, true, false, 0}},
      {"vy", {1, true, false, 0}},      {"vz", {2, true, false, 3}},
      {"omega", {2, true, false, 2}},   {"omega_x", {3, true, false, 3}},
      {"omega_y", {4, true, false, 3}}, {"omega_z", {5, true, false, 3}},
      {"rise", {1, false, true, 0}}};
  const std::size_t digit = quantity.find_first_of("0123456789");
  const auto it = known.find(quantity.substr(0, digit));
  if (digit == std::string::npos || it == known.end()) return std::nullopt;
  const Meaning& meant = it->second;
  if (meant.dimension != 0 && (meant.dimension != bodies.dimension ||
                               meant.entry >= static_cast<std::size_t>(bodies.stride)))
    return std::nullopt;
  const std::size_t body = std::stoul(quantity.substr(digit)) - 1;
  if (bodies.size() > 0 && body >= bodies.size()) return std::nullopt;
  return Component{body, meant.entry, meant.velocity, meant.since_start};
}

double value_of(const Component& c, const Frame& frame, const Scene& scene) {
  const std::size_t at = static_cast<std::size_t>(scene.bodies.stride) * c.body + c.entry;
  const double start = c.since_start ? scene.problem.initial.q[static_cast<Eigen::Index>(at)] : 0.0;
  return (c.velocity ? frame.v : frame.q).at(at) - start;
}

/// Force along y on the first body at its initial position, as means over parts of the horizon that
/// are short enough to give its values: both ends of each interval in which it is constant.
Series force_history(const Scene& scene) {
  constexpr int parts = 4096;
  Series out;
  const State& start = scene.problem.initial;
  Eigen::VectorXd force = Eigen::VectorXd::Zero(start.q.size());
  const double step = scene.problem.horizon / parts;
  for (int k = 0; k < parts; ++k) {
    scene.problem.system->mean_force(k * step, (k + 1) * step, start.q, start.v, force);
    if (k > 0 && std::abs(force[1] - out.value.back()) < 1e-9 * std::abs(force[1])) {
      out.time.back() = (k + 1) * step;
      continue;
    }
    for (const double t : {k * step, (k + 1) * step}) {
      out.time.push_back(t);
      out.value.push_back(force[1]);
    }
  }
  return out;
}

/// Histories that follow from the energies of a row.
std::optional<Series> derived_history(const Row& row, const std::string& quantity) {
  const auto total = row.series.find("total_energy"), kinetic = row.series.find("kinetic_energy");
  if (total == row.series.end() || kinetic == row.series.end()) return std::nullopt;
  Series out = total->second;
  if (quantity == "stored_energy") {
    // A foreign store may have histories of different lengths.
    if (kinetic->second.value.size() != out.value.size()) return std::nullopt;
    for (std::size_t k = 0; k < out.value.size(); ++k)
      out.value[k] -= kinetic->second.value[k];
    return out;
  }
  if (quantity != "energy_change" || out.value.empty() || out.value[0] == 0.0) return std::nullopt;
  const double start = out.value[0];
  for (double& value : out.value)
    value = (value - start) / std::abs(start);
  return out;
}

/// The exact history of an observable, empty where none is known.
std::function<double(double)> exact_observable(const Scene& scene, const std::string& name) {
  for (const ReferenceEntry& reference : reference_catalogue()) {
    const auto truth = reference.truth(scene.problem, std::nullopt);
    if (!truth) continue;
    const auto it = truth->histories.find(name);
    if (it != truth->histories.end()) return it->second;
  }
  return {};
}

/// The part of the face of a half-space that lies in the window; none if it is outside.
std::optional<DrawnWall> face(const Obstacle& wall, const Window& window) {
  const double x = wall.a.x(), y = wall.a.y(), dx = -wall.b.y(), dy = wall.b.x();
  double first = -std::numeric_limits<double>::infinity(), last = -first;
  const auto cut = [&](double at, double along, double low, double high) {
    if (along == 0.0) {
      if (at < low || at > high) last = -std::numeric_limits<double>::infinity();
      return;
    }
    const double to_low = (low - at) / along, to_high = (high - at) / along;
    first = std::max(first, std::min(to_low, to_high));
    last = std::min(last, std::max(to_low, to_high));
  };
  cut(x, dx, window.x_low, window.x_high);
  cut(y, dy, window.y_low, window.y_high);
  if (!(first < last)) return std::nullopt;
  return DrawnWall{x + first * dx, y + first * dy, x + last * dx, y + last * dy};
}

}  // namespace

Scene::Scene(const Cell& cell) : problem(find_problem(cell.problem).make(cell.problem_parameters)) {
  if (!has_contacts(*problem.system)) return;
  bodies = round_bodies(*problem.system);
  const auto walls = bodies.obstacles;  // floor, right, ceiling, left
  if (walls.size() != 4) return;
  window = {walls[3].a.x(), walls[1].a.x(), walls[0].a.y(), walls[2].a.y()};
}

std::vector<DrawnWall> walls_of(const Scene& scene, const Window& window) {
  std::vector<DrawnWall> out;
  for (const Obstacle& wall : scene.bodies.obstacles) {
    const double x = wall.a.x(), y = wall.a.y(), to_x = wall.b.x(), to_y = wall.b.y();
    if (wall.flat()) {
      if (const auto line = face(wall, window)) out.push_back(*line);
    } else if (wall.shape == Obstacle::Shape::segment) {
      out.push_back({x, y, to_x, to_y});
    } else if (wall.shape == Obstacle::Shape::ball) {
      for (const auto& [a, b] : obstacle_edges({&wall, 1}, 0, 2, wall.a, 0.0))
        out.push_back({a.x(), a.y(), b.x(), b.y()});
    } else {
      for (const DrawnWall& side : {DrawnWall{x, y, to_x, y}, DrawnWall{to_x, y, to_x, to_y},
                                    DrawnWall{to_x, to_y, x, to_y}, DrawnWall{x, to_y, x, y}})
        out.push_back(side);
    }
  }
  return out;
}

double coordinate(const Frame& frame, const Scene& scene, std::size_t body, std::size_t axis) {
  return frame.q.at(static_cast<std::size_t>(scene.bodies.stride) * body + axis);
}

const Frame& nearest(const std::vector<Frame>& frames, double t) {
  return *std::min_element(frames.begin(), frames.end(), [t](const Frame& a, const Frame& b) {
    return std::abs(a.time - t) < std::abs(b.time - t);
  });
}

Series history(const Row& row, const std::string& quantity) {
  if (const auto it = row.series.find(quantity); it != row.series.end()) return it->second;
  if (auto derived = derived_history(row, quantity)) return *derived;
  const Scene scene(row.cell);
  Series out;
  if (quantity.ends_with("_error")) {
    const std::string name = quantity.substr(0, quantity.size() - 6);
    const auto it = row.series.find(name);
    const auto exact = exact_observable(scene, name);
    if (it == row.series.end() || !exact) return out;
    out = it->second;
    for (std::size_t k = 0; k < out.time.size(); ++k)
      out.value[k] -= exact(out.time[k]);
    return out;
  }
  const auto at = component(quantity, scene.bodies);
  if (!at && quantity != "contact_force") return out;
  for (const Frame& frame : row.frames) {
    double value = 0.0;
    if (at) {
      value = value_of(*at, frame, scene);
    } else {
      for (const FrameContact& c : frame.contacts)
        value += c.force;
    }
    out.time.push_back(frame.time);
    out.value.push_back(value);
  }
  return out;
}

std::vector<Frame> exact_frames(const Scene& scene, const std::string& solution) {
  constexpr int parts = 1000;
  std::vector<Frame> out;
  for (const ReferenceEntry& reference : reference_catalogue()) {
    const auto truth = reference.truth(scene.problem, std::nullopt);
    if (!truth) continue;
    auto at = truth->at;
    for (const Branch& branch : truth->branches) {
      if (branch.name == solution) at = branch.at;
    }
    if (!at) continue;
    Eigen::VectorXd q = scene.problem.initial.q;
    Eigen::VectorXd v = scene.problem.initial.v;
    for (int k = 0; k <= parts; ++k) {
      Frame frame;
      frame.time = scene.problem.horizon * k / parts;
      if (!at(frame.time, q, v)) break;
      frame.q.assign(q.begin(), q.end());
      frame.v.assign(v.begin(), v.end());
      out.push_back(std::move(frame));
    }
    return out;
  }
  return out;
}

Series exact_history(const Scene& scene, const std::string& quantity, const std::string& solution) {
  if (quantity == "force1") return force_history(scene);
  Series out;
  if (const auto exact = exact_observable(scene, quantity)) {
    constexpr int parts = 1000;
    for (int k = 0; k <= parts; ++k) {
      out.time.push_back(scene.problem.horizon * k / parts);
      out.value.push_back(exact(out.time.back()));
    }
    return out;
  }
  const auto at = component(quantity, scene.bodies);
  if (!at && quantity != "kinetic_energy") return out;
  for (const Frame& frame : exact_frames(scene, solution)) {
    const Eigen::Map<const Eigen::VectorXd> v(frame.v.data(),
                                              static_cast<Eigen::Index>(frame.v.size()));
    out.time.push_back(frame.time);
    out.value.push_back(at ? value_of(*at, frame, scene)
                           : kinetic_energy(*scene.problem.system, v));
  }
  return out;
}

}  // namespace impactbench
