#include "problems/model/ball_setup.hpp"

#include "problems/model/error.hpp"
#include "problems/model/round_start.hpp"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

namespace impactbench {

void BallSetup::reserve(std::size_t balls) {
  for (auto* list : {&balls_.radius, &balls_.mass, &balls_.inertia})
    list->reserve(balls);
  for (auto* list : {&position_, &velocity_, &spin_})
    list->reserve(balls);
}

void BallSetup::ball(double mass, double radius, const Vec3& position, const Vec3& velocity,
                     const Vec3& spin) {
  balls_.mass.push_back(mass);
  balls_.radius.push_back(radius);
  balls_.inertia.push_back(common_.inertia * mass * radius * radius);
  position_.push_back(position);
  velocity_.push_back(velocity);
  spin_.push_back(spin);
}

void BallSetup::half_space(const Vec3& point, const Vec3& inward) {
  obstacles_.push_back({Obstacle::Shape::half_space, point, inward});
}

Problem BallSetup::make(std::string_view name, const ParameterSet& complete, double horizon) && {
  require_horizon(horizon);
  const std::size_t n = position_.size();
  if (n == 0) throw ConfigurationError("start: there is no ball; at least one is needed");
  Problem problem;
  problem.name = name;
  problem.parameters = complete;
  problem.horizon = horizon;
  problem.initial.q.setZero(static_cast<Eigen::Index>(6 * n));
  problem.initial.v.setZero(problem.initial.q.size());
  for (std::size_t i = 0; i < n; ++i) {
    const std::string ball = "ball " + std::to_string(i + 1) + ": ";
    require_finite(ball + "position", position_[i], "m");
    require_finite(ball + "velocity", velocity_[i], "m/s");
    require_finite(ball + "spin", spin_[i], "rad/s");
    const auto k = static_cast<Eigen::Index>(6 * i);
    problem.initial.q.segment<3>(k) = position_[i];
    problem.initial.v.segment<3>(k) = velocity_[i];
    problem.initial.v.segment<3>(k + 3) = spin_[i];
  }
  require_finite("gravity", gravity_, "m/s2");
  const bool spins =
      std::any_of(spin_.begin(), spin_.end(), [](const Vec3& s) { return !s.isZero(0.0); });
  problem.traits = {.bodies = BodyKind::balls,
                    .dimension = 3,
                    .body_count = static_cast<int>(n),
                    .gravity = gravity_.squaredNorm() > 0.0,
                    .friction = common_.friction > 0.0,
                    .rotation = spins || common_.friction > 0.0,
                    .restitution = common_.restitution,
                    .smallest_reduced_mass = smallest_reduced_mass(balls_.mass)};
  auto system = std::make_unique<BallSystem>(
      std::move(balls_), std::move(obstacles_), gravity_,
      ContactLaw{common_.restitution, common_.tangential_restitution, common_.friction});
  refuse_overlaps("ball", *system, problem.initial.q);
  problem.system = std::move(system);
  return problem;
}

}  // namespace impactbench
