#include "problems/model/sphere_setup.hpp"

#include "problems/contact/gap.hpp"
#include "problems/contact/pair_tree.hpp"
#include "problems/model/error.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

namespace impactbench {
namespace {

/// Overlap that counts as rounding at a place this far from the origin [m].
double allowed_at(double coordinate) {
  return std::max(1e-12, 8.0 * std::numeric_limits<double>::epsilon() * std::abs(coordinate));
}

std::string sphere_at(const Vec3& x, std::size_t i, int dimension) {
  std::string text = "start: sphere " + std::to_string(i + 1) + " at (";
  for (int k = 0; k < dimension; ++k)
    text += (k == 0 ? "" : ", ") + to_text(x[k]);
  return text + ") m";
}

template <int Dim>
void refuse_overlaps(const RoundBodies& bodies, const Eigen::VectorXd& q,
                     const std::vector<Vec3>& places) {
  const auto at = [&](int i) { return centre<Dim>(bodies, q, i); };
  const auto r = [&](int i) { return bodies.radius[static_cast<std::size_t>(i)]; };
  for (int i = 0; i < static_cast<int>(bodies.size()); ++i) {
    const auto where = [&] {
      return sphere_at(places[static_cast<std::size_t>(i)], static_cast<std::size_t>(i), Dim);
    };
    if (!(at(i).cwiseAbs().maxCoeff() < 0x1p50 * r(i))) {
      throw ConfigurationError(where() + ": a double does not resolve its radius there; at most " +
                               to_text(0x1p50 * r(i)) + " m is allowed");
    }
    const double allowed = allowed_at(at(i).cwiseAbs().maxCoeff());
    for (std::size_t k = 0; k < bodies.obstacles.size(); ++k) {
      const double depth = -obstacle_gap<Dim>(at(i), r(i), bodies.obstacles[k]).distance;
      if (!(depth <= allowed)) {
        throw ConfigurationError(where() + " reaches " + to_text(depth) + " m into obstacle " +
                                 std::to_string(k + 1) + "; at most " + to_text(allowed) +
                                 " m is allowed");
      }
    }
  }
  PairTree<Dim> tree;
  tree.prepare(bodies.size());
  tree.build(bodies, q);
  tree.near(0.0, [&](int i, int j) {
    const std::string both =
        "start: sphere " + std::to_string(i + 1) + " and sphere " + std::to_string(j + 1);
    if (at(i) == at(j)) throw ConfigurationError(both + " share their centre; all must differ");
    const double depth = -pair_gap<Dim>(at(i), r(i), at(j), r(j)).distance;
    const double allowed =
        allowed_at(std::max(at(i).cwiseAbs().maxCoeff(), at(j).cwiseAbs().maxCoeff()));
    if (!(depth <= allowed)) {
      throw ConfigurationError(both + " overlap by " + to_text(depth) + " m; at most " +
                               to_text(allowed) + " m is allowed");
    }
  });
}

double smallest_reduced_mass(std::vector<double> mass) {
  if (mass.size() < 2) return mass.front();
  std::nth_element(mass.begin(), mass.begin() + 1, mass.end());
  return mass[0] * mass[1] / (mass[0] + mass[1]);
}

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
    for (int k = 0; k < 3; ++k) {
      if (!std::isfinite(value[k])) {
        throw ConfigurationError("start: " + what + " along " + kAxis[k] + " = " +
                                 to_text(value[k]) + " " + unit +
                                 " is not allowed; it must be finite");
      }
      if (k >= dimension_ && value[k] != 0.0) {
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
  if (!(horizon > 0.0) || !std::isfinite(horizon)) {
    throw ConfigurationError("start: horizon = " + to_text(horizon) +
                             " s is not allowed; it must be in (0, inf)");
  }
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
  with_dimension(dimension_, [&](auto dimension) {
    refuse_overlaps<dimension()>(round_bodies(*system), problem.initial.q, q_);
  });
  problem.system = std::move(system);
  return problem;
}

}  // namespace impactbench
