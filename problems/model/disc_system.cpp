#include "problems/model/disc_system.hpp"

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
      throw ConfigurationError(std::string("disc ") + std::to_string(i + 1) + ": " + what + " = " +
                               to_text(values[i]) + " is not allowed; it must be in (0, inf)");
    }
  }
}

}  // namespace

DiscSystem::DiscSystem(Discs discs, std::vector<Wall> walls, Vec2 gravity, ContactLaw law,
                       UniformField field)
    : discs_(std::move(discs)),
      walls_(std::move(walls)),
      gravity_(gravity),
      law_(law),
      field_(std::move(field)) {
  require_positive(discs_.radius, "radius");
  require_positive(discs_.mass, "mass");
  require_positive(discs_.inertia, "inertia");
  for (const Wall& wall : walls_) {
    obstacles_.push_back({Obstacle::Shape::half_space,
                          {wall.point.x(), wall.point.y(), 0.0},
                          {wall.inward.x(), wall.inward.y(), 0.0}});
  }
  mass_.resize(static_cast<Eigen::Index>(3 * discs_.size()));
  weight_.setZero(mass_.size());
  for (std::size_t i = 0; i < discs_.size(); ++i) {
    const auto k = static_cast<Eigen::Index>(3 * i);
    mass_[k] = mass_[k + 1] = discs_.mass[i];
    mass_[k + 2] = discs_.inertia[i];
    weight_[k] = discs_.mass[i] * gravity_.x();
    weight_[k + 1] = discs_.mass[i] * gravity_.y();
    largest_radius_ = std::max(largest_radius_, discs_.radius[i]);
  }
}

void DiscSystem::external_force(double t, const Eigen::VectorXd& /*q*/,
                                const Eigen::VectorXd& /*v*/, Eigen::VectorXd& force) const {
  force = weight_;
  if (field_.acts()) add_field(field_.value(t), force);
}

void DiscSystem::mean_force(double t0, double t1, const Eigen::VectorXd& /*q*/,
                            const Eigen::VectorXd& /*v*/, Eigen::VectorXd& force) const {
  force = weight_;
  if (field_.acts()) add_field(field_.mean(t0, t1), force);
}

void DiscSystem::add_field(double acceleration, Eigen::VectorXd& force) const {
  for (std::size_t i = 0; i < discs_.size(); ++i) {
    force.segment<2>(static_cast<Eigen::Index>(3 * i)) +=
        discs_.mass[i] * acceleration * field_.along;
  }
}

double DiscSystem::external_potential(double /*t*/, const Eigen::VectorXd& q) const {
  double potential = 0.0;
  for (std::size_t i = 0; i < discs_.size(); ++i) {
    const auto k = static_cast<Eigen::Index>(3 * i);
    potential -= discs_.mass[i] * (gravity_.x() * q[k] + gravity_.y() * q[k + 1]);
  }
  return potential;
}

}  // namespace impactbench
