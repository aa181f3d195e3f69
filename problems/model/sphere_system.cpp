#include "problems/model/sphere_system.hpp"

#include "problems/model/error.hpp"
#include "problems/model/fields.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace impactbench {
namespace {

void require_positive(const std::vector<double>& values, const char* what) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!(values[i] > 0.0) || !std::isfinite(values[i])) {
      throw ConfigurationError("sphere " + std::to_string(i + 1) + ": " + what + " = " +
                               to_text(values[i]) + " is not allowed; it must be in (0, inf)");
    }
  }
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
  }
}

}  // namespace

SphereSystem::SphereSystem(int dimension, Spheres spheres, std::vector<Obstacle> obstacles,
                           Vec3 gravity, double restitution, SphereActions actions)
    : dimension_(dimension),
      spheres_(std::move(spheres)),
      obstacles_(std::move(obstacles)),
      gravity_(std::move(gravity)),
      restitution_(restitution),
      actions_(std::move(actions)) {
  if (dimension < 1 || dimension > 3) {
    throw ConfigurationError("spheres: dimension = " + std::to_string(dimension) +
                             " is not allowed; it must be 1, 2 or 3");
  }
  require_positive(spheres_.radius, "radius");
  require_positive(spheres_.mass, "mass");
  for (std::size_t k = 0; k < obstacles_.size(); ++k)
    require_sound(obstacles_[k], k, dimension);
  mass_.resize(static_cast<Eigen::Index>(spheres_.size()) * dimension);
  for (std::size_t i = 0; i < spheres_.size(); ++i) {
    mass_.segment(static_cast<Eigen::Index>(i) * dimension, dimension)
        .setConstant(spheres_.mass[i]);
  }
}

void SphereSystem::weight(Eigen::VectorXd& force) const {
  for (Eigen::Index k = 0; k < mass_.size(); ++k)
    force[k] = mass_[k] * gravity_[k % dimension_];
}

void SphereSystem::external_force(double t, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                                  Eigen::VectorXd& force) const {
  weight(force);
  for (const auto& more : actions_.forces)
    more->add(t, q, v, force);
}

void SphereSystem::mean_force(double t0, double t1, const Eigen::VectorXd& q,
                              const Eigen::VectorXd& v, Eigen::VectorXd& force) const {
  weight(force);
  for (const auto& more : actions_.forces)
    more->add_mean(t0, t1, q, v, force);
}

void SphereSystem::remember(Eigen::VectorXd& q) const {
  for (const auto& more : actions_.forces)
    more->remember(q);
}

bool SphereSystem::driven() const {
  return std::any_of(actions_.forces.begin(), actions_.forces.end(),
                     [](const auto& force) { return force->drives(); });
}

double SphereSystem::external_potential(double /*t*/, const Eigen::VectorXd& q) const {
  double potential = 0.0;
  for (Eigen::Index k = 0; k < mass_.size(); ++k)
    potential -= mass_[k] * gravity_[k % dimension_] * q[k];
  for (const auto& more : actions_.forces)
    potential += more->potential(q);
  return potential;
}

}  // namespace impactbench
