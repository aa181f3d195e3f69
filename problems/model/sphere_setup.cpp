#include "problems/model/sphere_setup.hpp"

#include "problems/model/error.hpp"
#include "problems/model/round_start.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

namespace impactbench {
namespace {

/// Components of all vectors, and `behind` them.
Eigen::VectorXd packed(const std::vector<Vec3>& vectors, int dimension,
                       const std::vector<double>& behind = {}) {
  const auto n = static_cast<Eigen::Index>(vectors.size()) * dimension;
  Eigen::VectorXd out(n + static_cast<Eigen::Index>(behind.size()));
  std::copy(behind.begin(), behind.end(), out.data() + n);
  for (std::size_t i = 0; i < vectors.size(); ++i) {
    out.segment(static_cast<Eigen::Index>(i) * dimension, dimension) = vectors[i].head(dimension);
  }
  return out;
}

}  // namespace

void SphereSetup::reserve(std::size_t spheres) {
  spheres_.radius.reserve(spheres);
  spheres_.mass.reserve(spheres);
  q_.reserve(spheres);
  v_.reserve(spheres);
}

void SphereSetup::sphere(double mass, double radius, const Vec3& position, const Vec3& velocity) {
  if (!memory_.empty()) {
    throw ConfigurationError("start: sphere " + std::to_string(q_.size() + 1) +
                             " follows what a force remembers; spheres must come first");
  }
  spheres_.mass.push_back(mass);
  spheres_.radius.push_back(radius);
  q_.push_back(position);
  v_.push_back(velocity);
}

void SphereSetup::half_space(const Vec3& point, const Vec3& inward) {
  obstacles_.push_back({Obstacle::Shape::half_space, point, inward});
}

void SphereSetup::segment(const Vec3& from, const Vec3& to) {
  obstacles_.push_back({Obstacle::Shape::segment, from, to});
}

void SphereSetup::box(const Vec3& low, const Vec3& high) {
  obstacles_.push_back({Obstacle::Shape::box, low, high});
}

Eigen::Index SphereSetup::memory(double at_start) {
  memory_.push_back(at_start);
  return static_cast<Eigen::Index>(q_.size()) * dimension_ +
         static_cast<Eigen::Index>(memory_.size()) - 1;
}

void SphereSetup::refuse_not_finite() const {
  static constexpr const char* kAxis[] = {"x", "y", "z"};
  const auto check = [&](const std::string& what, const Vec3& value, const char* unit) {
    require_finite(what, value, unit);
    for (int k = dimension_; k < 3; ++k) {
      if (value[k] != 0.0) {
        throw ConfigurationError("start: " + what + " along " + kAxis[k] + " = " +
                                 to_text(value[k]) + " " + unit + " is not allowed; in dimension " +
                                 std::to_string(dimension_) + " it must be 0");
      }
    }
  };
  for (std::size_t i = 0; i < q_.size(); ++i) {
    const std::string sphere = "sphere " + std::to_string(i + 1) + ": ";
    check(sphere + "position", q_[i], "m");
    check(sphere + "velocity", v_[i], "m/s");
  }
  check("gravity", gravity_, "m/s2");
}

Problem SphereSetup::make(std::string_view name, const ParameterSet& complete, double horizon) && {
  require_horizon(horizon);
  if (q_.empty()) throw ConfigurationError("start: there is no sphere; at least one is needed");
  if (common_.viscosity > 0.0 && !common_.gluey) {
    throw ConfigurationError("start: viscosity = " + to_text(common_.viscosity) +
                             " N s is not allowed without gluey = true; it must be 0");
  }
  auto system = std::make_unique<SphereSystem>(
      dimension_, std::move(spheres_), obstacles_, gravity_, common_.restitution,
      SphereActions{std::move(forces_), common_.gluey, common_.viscosity,
                    static_cast<Eigen::Index>(memory_.size())});
  refuse_not_finite();
  Problem problem;
  problem.name = name;
  problem.parameters = complete;
  problem.horizon = horizon;
  problem.initial.q = packed(q_, dimension_, memory_);
  problem.initial.v = packed(v_, dimension_);
  problem.traits = {.bodies = BodyKind::spheres,
                    .dimension = dimension_,
                    .body_count = static_cast<int>(q_.size()),
                    .gravity = gravity_.squaredNorm() > 0.0,
                    .driven = system->driven() || first_order_,
                    .restitution = common_.restitution,
                    .smallest_reduced_mass = smallest_reduced_mass(system->spheres().mass),
                    .first_order = first_order_,
                    .gluey = common_.gluey,
                    .viscosity = common_.viscosity};
  refuse_overlaps("sphere", *system, problem.initial.q);
  problem.system = std::move(system);
  return problem;
}

}  // namespace impactbench
