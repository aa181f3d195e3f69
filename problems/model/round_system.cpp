#include "problems/model/round_system.hpp"

#include "problems/base/error.hpp"
#include "problems/base/fields.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace impactbench {
namespace {

void require_positive(std::string_view body, const std::vector<double>& values, const char* what) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (values[i] > 0.0 && std::isfinite(values[i])) continue;
    throw ConfigurationError(std::string(body) + " " + std::to_string(i + 1) + ": " + what + " = " +
                             to_text(values[i]) + " is not allowed; it must be in (0, inf)");
  }
}

/// A surface moves along itself; of a shape with several faces the part along a face counts.
template <class Refuse>
void require_sound_surface(const Obstacle& o, int dimension, const Refuse& refuse) {
  const Vec3 &moves = o.surface_velocity, &spin = o.spin;
  if (!moves.allFinite() || !spin.allFinite())
    refuse("the velocity or spin of its surface is not a number; all must be finite");
  const bool ball = o.shape == Obstacle::Shape::ball;
  if (ball && !moves.isZero(0.0)) refuse("a ball has a spin and no surface velocity");
  if (!ball && !spin.isZero(0.0)) refuse("only a ball has a spin");
  for (int k = 0; k < 3; ++k) {
    const bool turns = dimension == 3 || (dimension == 2 && k == 2);
    if ((k >= dimension && moves[k] != 0.0) || (!turns && spin[k] != 0.0)) {
      refuse("component " + std::to_string(k + 1) + " of the motion of its surface must be 0 in " +
             "dimension " + std::to_string(dimension));
    }
  }
  if (o.flat() && !(std::abs(moves.dot(o.b)) <= 1e-12 * moves.norm()))
    refuse("the surface velocity of a half-space must be along its face");
}

void require_sound(const Obstacle& obstacle, std::size_t number, int dimension) {
  const auto refuse = [&](const std::string& what) {
    throw ConfigurationError("obstacle " + std::to_string(number + 1) + ": " + what);
  };
  if (!obstacle.a.allFinite() || !obstacle.b.allFinite()) {
    refuse("a coordinate is not a number; all must be finite");
  }
  for (int k = dimension; k < 3; ++k) {
    if (obstacle.a[k] != 0.0 || obstacle.b[k] != 0.0) {
      refuse("component " + std::to_string(k + 1) + " must be 0 in dimension " +
             std::to_string(dimension));
    }
  }
  require_sound_surface(obstacle, dimension, refuse);
  switch (obstacle.shape) {
    case Obstacle::Shape::half_space:
      if (!(std::abs(obstacle.b.norm() - 1.0) < 1e-12)) {
        refuse("the normal of a half-space has length " + to_text(obstacle.b.norm()) +
               "; it must be 1");
      }
      return;
    case Obstacle::Shape::segment:
      if (dimension != 2) refuse("a segment is an obstacle in the plane only");
      if (!((obstacle.b - obstacle.a).norm() > 0.0)) refuse("the ends of a segment must differ");
      return;
    case Obstacle::Shape::box:
      for (int k = 0; k < dimension; ++k) {
        if (!(obstacle.a[k] < obstacle.b[k])) {
          refuse("a box must have its lower corner below its upper one along every axis");
        }
      }
      return;
    case Obstacle::Shape::ball:
      if (!(obstacle.b[0] > 0.0)) {
        refuse("the radius of a ball is " + to_text(obstacle.b[0]) + " m; it must be in (0, inf)");
      }
      return;
  }
}

void require_materials(std::string_view body, const BodyTable& bodies,
                       const std::vector<Obstacle>& obstacles, int materials) {
  const auto require = [&](const std::string& who, int material) {
    if (material >= 0 && material < materials) return;
    throw ConfigurationError(who + ": material " + std::to_string(material) +
                             " is not allowed; it must be in [0, " + std::to_string(materials - 1) +
                             "]");
  };
  if (!bodies.material.empty() && bodies.material.size() != bodies.size()) {
    throw ConfigurationError("there are " + std::to_string(bodies.material.size()) +
                             " materials of " + std::to_string(bodies.size()) + " bodies");
  }
  for (std::size_t i = 0; i < bodies.material.size(); ++i)
    require(std::string(body) + " " + std::to_string(i + 1), bodies.material[i]);
  for (std::size_t k = 0; k < obstacles.size(); ++k)
    require("obstacle " + std::to_string(k + 1), obstacles[k].material);
}

}  // namespace

RoundSystem::RoundSystem(BodySpace space, BodyTable bodies, std::vector<Obstacle> obstacles,
                         const Vec3& gravity, MaterialLaws laws, RoundActions actions)
    : space_(space),
      bodies_(std::move(bodies)),
      obstacles_(std::move(obstacles)),
      gravity_(gravity),
      laws_(std::move(laws)),
      actions_(std::move(actions)) {
  const int d = space_.dimension;
  if (d < 1 || d > 3) {
    throw ConfigurationError("round bodies: dimension = " + std::to_string(d) +
                             " is not allowed; it must be 1, 2 or 3");
  }
  const bool turns = space_.rotates && space_.stride() > d;
  for (const auto& [what, size] : {std::pair{"masses", bodies_.mass.size()},
                                   {"inertias", turns ? bodies_.inertia.size() : bodies_.size()}}) {
    if (size == bodies_.size()) continue;
    throw ConfigurationError(std::string(space_.noun()) + "s: there are " +
                             std::to_string(bodies_.size()) + " radii and " + std::to_string(size) +
                             " " + what + "; each body has one of each");
  }
  require_positive(space_.noun(), bodies_.radius, "radius");
  require_positive(space_.noun(), bodies_.mass, "mass");
  require_positive(space_.noun(), bodies_.inertia, "inertia");
  if (!gravity_.allFinite()) throw ConfigurationError("gravity must be finite");
  for (std::size_t k = 0; k < obstacles_.size(); ++k) {
    require_sound(obstacles_[k], k, d);
    surfaces_move_ = surfaces_move_ || obstacles_[k].surface_moves();
  }
  require_materials(space_.noun(), bodies_, obstacles_, laws_.materials());
  const Eigen::Index stride = space_.stride();
  mass_.resize(static_cast<Eigen::Index>(bodies_.size()) * stride);
  weight_.setZero(mass_.size());
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const Eigen::Index at = static_cast<Eigen::Index>(i) * stride;
    mass_.segment(at, d).setConstant(bodies_.mass[i]);
    if (space_.rotates && stride > d)
      mass_.segment(at + d, stride - d).setConstant(bodies_.inertia[i]);
    weight_.segment(at, d) = bodies_.mass[i] * gravity_.head(d);
    largest_radius_ = std::max(largest_radius_, bodies_.radius[i]);
  }
}

Wall RoundSystem::wall(std::size_t k) const {
  return {obstacles_[k].a.head<2>(), obstacles_[k].b.head<2>()};
}

std::vector<Wall> RoundSystem::walls() const {
  std::vector<Wall> out;
  for (std::size_t k = 0; k < obstacles_.size(); ++k)
    out.push_back(wall(k));
  return out;
}

void RoundSystem::external_force(double t, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                                 Eigen::VectorXd& force) const {
  force = weight_;
  if (actions_.field.acts()) add_field(actions_.field.value(t), force);
  for (const auto& more : actions_.forces)
    more->add(t, q, v, force);
}

void RoundSystem::mean_force(double t0, double t1, const Eigen::VectorXd& q,
                             const Eigen::VectorXd& v, Eigen::VectorXd& force) const {
  force = weight_;
  if (actions_.field.acts()) add_field(actions_.field.mean(t0, t1), force);
  for (const auto& more : actions_.forces)
    more->add_mean(t0, t1, q, v, force);
}

void RoundSystem::add_field(double acceleration, Eigen::VectorXd& force) const {
  const int d = space_.dimension;
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    force.segment(static_cast<Eigen::Index>(i) * space_.stride(), d) +=
        bodies_.mass[i] * acceleration * actions_.field.along.head(d);
  }
}

void RoundSystem::remember(Eigen::VectorXd& q) const {
  for (const auto& more : actions_.forces)
    more->remember(q);
}

bool RoundActions::driven() const {
  return field.acts() || std::any_of(forces.begin(), forces.end(),
                                     [](const auto& force) { return force->drives(); });
}

double RoundSystem::external_potential(double /*t*/, const Eigen::VectorXd& q) const {
  const int d = space_.dimension;
  double potential = 0.0;
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const double* x = q.data() + static_cast<Eigen::Index>(i) * space_.stride();
    double along = gravity_[0] * x[0];
    for (int k = 1; k < d; ++k)
      along += gravity_[k] * x[k];
    potential -= bodies_.mass[i] * along;
  }
  for (const auto& more : actions_.forces)
    potential += more->potential(q);
  return potential;
}

const RoundSystem* round_system(const MechanicalSystem& system) {
  return dynamic_cast<const RoundSystem*>(&system);
}

const RoundSystem* disc_system(const MechanicalSystem& system) {
  const RoundSystem* discs = round_system(system);
  if (discs == nullptr || discs->space() != BodySpace{} || !discs->actions().forces.empty() ||
      discs->actions().gluey) {
    return nullptr;
  }
  const bool walls = std::all_of(discs->obstacles().begin(), discs->obstacles().end(),
                                 [](const Obstacle& o) { return o.flat(); });
  return walls ? discs : nullptr;
}

}  // namespace impactbench
