#include "problems/model/ball_system.hpp"

#include "problems/model/error.hpp"
#include "problems/model/fields.hpp"

#include <cmath>
#include <string>
#include <utility>

namespace impactbench {
namespace {

void require_positive(const std::vector<double>& values, const char* what) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!(values[i] > 0.0) || !std::isfinite(values[i])) {
      throw ConfigurationError("ball " + std::to_string(i + 1) + ": " + what + " = " +
                               to_text(values[i]) + " is not allowed; it must be in (0, inf)");
    }
  }
}

void require_half_space(const Obstacle& obstacle, std::size_t k) {
  const std::string where = "obstacle " + std::to_string(k + 1) + ": ";
  if (obstacle.shape != Obstacle::Shape::half_space) {
    throw ConfigurationError(where + "balls meet half-spaces only");
  }
  if (!obstacle.a.allFinite()) throw ConfigurationError(where + "its point must be finite");
  const double length = obstacle.b.norm();
  if (!(std::abs(length - 1.0) <= 1e-12)) {
    throw ConfigurationError(where + "length of the normal = " + to_text(length) +
                             " is not allowed; it must be 1");
  }
}

}  // namespace

BallSystem::BallSystem(Balls balls, std::vector<Obstacle> obstacles, const Vec3& gravity,
                       const ContactLaw& law)
    : balls_(std::move(balls)), obstacles_(std::move(obstacles)), gravity_(gravity), law_(law) {
  require_positive(balls_.radius, "radius");
  require_positive(balls_.mass, "mass");
  require_positive(balls_.inertia, "inertia");
  for (std::size_t k = 0; k < obstacles_.size(); ++k)
    require_half_space(obstacles_[k], k);
  if (!gravity_.allFinite()) throw ConfigurationError("gravity must be finite");
  mass_.resize(static_cast<Eigen::Index>(6 * balls_.size()));
  weight_.setZero(mass_.size());
  for (std::size_t i = 0; i < balls_.size(); ++i) {
    const auto k = static_cast<Eigen::Index>(6 * i);
    mass_.segment<3>(k).setConstant(balls_.mass[i]);
    mass_.segment<3>(k + 3).setConstant(balls_.inertia[i]);
    weight_.segment<3>(k) = balls_.mass[i] * gravity_;
  }
}

void BallSystem::external_force(double /*t*/, const Eigen::VectorXd& /*q*/,
                                const Eigen::VectorXd& /*v*/, Eigen::VectorXd& force) const {
  force = weight_;
}

double BallSystem::external_potential(double /*t*/, const Eigen::VectorXd& q) const {
  return -weight_.dot(q);
}

}  // namespace impactbench
