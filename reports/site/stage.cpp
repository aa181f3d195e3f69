#include "reports/site/stage.hpp"

#include "problems/contact/obstacle_edges.hpp"
#include "problems/model/polyhedral_system.hpp"

#include <cmath>
#include <numbers>

namespace impactbench {
namespace {

constexpr double turn = -std::numbers::pi / 3.0, tilt = std::numbers::pi / 9.0;

/// Spheres in space and elastic cells, seen from 20 degrees above at a longitude of -60 degrees.
OnPage seen(const Vec3& p) {
  const double near = std::cos(turn) * p.x() + std::sin(turn) * p.y();
  return {-std::sin(turn) * p.x() + std::cos(turn) * p.y(),
          std::cos(tilt) * p.z() - std::sin(tilt) * near};
}

Eigen::VectorXd coordinates_of(const Frame& frame) {
  return Eigen::Map<const Eigen::VectorXd>(frame.q.data(),
                                           static_cast<Eigen::Index>(frame.q.size()));
}

/// The third component of the same rotation: towards the viewer.
double towards(const Vec3& p) {
  return std::cos(tilt) * (std::cos(turn) * p.x() + std::sin(turn) * p.y()) +
         std::sin(tilt) * p.z();
}

}  // namespace

Stage::Stage(const Cell& cell) : scene(cell) {
  const MechanicalSystem& system = *scene.problem.system;
  if (const auto* body = polyhedral_system(system)) {
    kind = "cells";
    what = "Centres of the cells, joined by their links, seen from 20 degrees above.";
    bodies = static_cast<std::size_t>(scene.problem.initial.q.size() / 7);
    for (const CellLink& link : body->links())
      links.emplace_back(link.a, link.b);
    return;
  }
  if (!has_contacts(system)) {
    kind = "field";
    what = "Size of the displacement, mirrored at the axis; the darkest is where 99 % stay below.";
    bodies = 1;
    return;
  }
  if (scene.bodies.size() > 0) {
    kind = scene.bodies.inertia.empty() || scene.bodies.dimension == 3 ? "spheres" : "discs";
    what = scene.bodies.dimension == 1   ? "Rods on a line."
           : scene.bodies.dimension == 2 ? "The plane, true to scale."
                                         : "Spheres in space, seen from 20 degrees above.";
    bodies = scene.bodies.size();
    radius.assign(scene.bodies.radius.begin(), scene.bodies.radius.end());
    return;
  }
  drawn = dynamic_cast<const Drawn*>(&system);
  if (drawn != nullptr) {
    add_picture();
    return;
  }
  const auto n = static_cast<std::size_t>(scene.problem.initial.q.size());
  kind = "coordinates";
  what = n == 1   ? "The coordinate, upwards."
         : n == 2 ? "The two coordinates as a point of the plane (not its place in space)."
                  : "Each coordinate over its number.";
  bodies = n == 2 ? 1 : n;
}

void Stage::add_picture() {
  kind = "picture";
  what = "The bodies in their plane, true to scale.";
  const Picture start = drawn->picture(scene.problem.initial.q);
  circles = start.circles.size();
  for (const Picture::Circle& circle : start.circles)
    radius.push_back(circle.radius);
  bodies = circles;
  for (const auto& line : start.lines) {
    for (std::size_t k = 0; k < line.size(); ++k, ++bodies) {
      if (k > 0) links.emplace_back(static_cast<int>(bodies) - 1, static_cast<int>(bodies));
    }
  }
  radius.resize(bodies, 0.0);
}

OnPage Stage::place(const Frame& frame, std::size_t body) const {
  if (kind == "picture") {
    const Picture picture = drawn->picture(coordinates_of(frame));
    Eigen::Vector2d at(0.0, 0.0);
    if (body < circles) {
      at = picture.circles.at(body).centre;
    } else {
      std::size_t point = body - circles, line = 0;
      for (; point >= picture.lines.at(line).size(); ++line)
        point -= picture.lines[line].size();
      at = picture.lines[line][point];
    }
    return {at.x(), at.y()};
  }
  if (kind == "cells") {
    return seen({frame.q.at(7 * body), frame.q.at(7 * body + 1), frame.q.at(7 * body + 2)});
  }
  if (kind == "coordinates") {
    if (frame.q.size() == 2) return {frame.q[0], frame.q[1]};
    // Over their numbers: a hundredth apart per coordinate, the middle at 0.
    if (frame.q.size() == 1) return {0.0, frame.q[0]};
    return {static_cast<double>(body) / static_cast<double>(bodies - 1), frame.q.at(body)};
  }
  const std::size_t at = static_cast<std::size_t>(scene.bodies.stride) * body;
  switch (scene.bodies.dimension) {
    case 1:
      return {frame.q.at(at), 0.0};
    case 2:
      return {frame.q.at(at), frame.q.at(at + 1)};
    default:
      return seen({frame.q.at(at), frame.q.at(at + 1), frame.q.at(at + 2)});
  }
}

double Stage::depth(const Frame& frame, std::size_t body) const {
  const std::size_t at = static_cast<std::size_t>(scene.bodies.stride) * body;
  return deep() ? towards({frame.q.at(at), frame.q.at(at + 1), frame.q.at(at + 2)}) : 0.0;
}

double Stage::angle(const Frame& frame, std::size_t body) const {
  if (kind == "picture") {
    return body < circles ? drawn->picture(coordinates_of(frame)).circles.at(body).angle : 0.0;
  }
  return turns() ? frame.q.at(3 * body + 2) : 0.0;
}

OnPage Stage::foot(const Frame& frame, const FrameContact& contact) const {
  const auto a = static_cast<std::size_t>(contact.a);
  const OnPage from = place(frame, a);
  const double reach = a < radius.size() ? radius[a] : 0.0;
  if (scene.bodies.dimension < 3) {
    return {from.x + contact.nx * reach, from.y + contact.ny * reach};
  }
  const OnPage along = seen({contact.nx, contact.ny, contact.nz});
  return {from.x + along.x * reach, from.y + along.y * reach};
}

std::vector<std::pair<OnPage, OnPage>> Stage::lines(OnPage middle, double reach) const {
  std::vector<std::pair<OnPage, OnPage>> out;
  if (radius.empty() || kind == "picture") return out;
  const int dimension = scene.bodies.dimension;
  const auto shown = [&](const Vec3& p) { return dimension == 3 ? seen(p) : OnPage{p.x(), p.y()}; };
  for (std::size_t k = 0; k < scene.bodies.obstacles.size(); ++k) {
    const Obstacle& o = scene.bodies.obstacles[k];
    if (dimension == 1) {
      const bool ball = o.shape == Obstacle::Shape::ball;
      for (const double x : {ball ? o.a.x() - o.b.x() : o.a.x(), ball       ? o.a.x() + o.b.x()
                                                                 : o.flat() ? o.a.x()
                                                                            : o.b.x()})
        out.push_back({{x, -2.0 * radius[0]}, {x, 2.0 * radius[0]}});
      continue;
    }
    // In the plane about the point of the face that is nearest to the centre of the view.
    const Vec3 at = dimension == 3 ? o.a : on_face(o, {middle.x, middle.y, 0.0});
    for (const auto& [from, to] : obstacle_edges(scene.bodies.obstacles, k, dimension, at, reach))
      out.push_back({shown(from), shown(to)});
  }
  return out;
}

}  // namespace impactbench
