#include "problems/model/disc_setup.hpp"

#include "problems/model/error.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

namespace impactbench {
namespace {

/// Of the two lightest discs, or of the only one with a wall.
double smallest_reduced_mass(std::vector<double> mass) {
  if (mass.size() < 2) return mass.empty() ? 0.0 : mass.front();
  std::nth_element(mass.begin(), mass.begin() + 1, mass.end());
  return mass[0] * mass[1] / (mass[0] + mass[1]);
}

}  // namespace

double DiscSetup::literal(double x) const {
  return common_.precision == "thesis" ? static_cast<double>(static_cast<float>(x)) : x;
}

void DiscSetup::disc(double mass, double radius, Vec2 position, Vec2 velocity, double spin) {
  discs_.mass.push_back(mass);
  discs_.radius.push_back(radius);
  discs_.inertia.push_back(common_.inertia == "thesis" ? mass : 0.5 * mass * radius * radius);
  q_.insert(q_.end(), {position.x(), position.y(), 0.0});
  v_.insert(v_.end(), {velocity.x(), velocity.y(), spin});
}

void DiscSetup::box(double x_low, double x_high, double y_low, double y_high) {
  walls_ = box_walls(x_low, x_high, y_low, y_high);
}

void DiscSetup::refuse_not_finite() const {
  const auto require = [](double x, const std::string& what, const char* unit) {
    if (!std::isfinite(x)) {
      throw ConfigurationError("start: " + what + " = " + to_text(x) + " " + unit +
                               " is not allowed; it must be finite");
    }
  };
  static constexpr std::array<const char*, 3> kPosition{"x", "y", "angle"};
  static constexpr std::array<const char*, 3> kVelocity{"velocity along x", "velocity along y",
                                                        "spin"};
  for (std::size_t k = 0; k < q_.size(); ++k) {
    const std::string disc = "disc " + std::to_string(k / 3 + 1) + ": ";
    const bool angle = k % 3 == 2;
    require(q_[k], disc + kPosition[k % 3], angle ? "rad" : "m");
    require(v_[k], disc + kVelocity[k % 3], angle ? "rad/s" : "m/s");
  }
  require(gravity_.x(), "gravity along x", "m/s2");
  require(gravity_.y(), "gravity along y", "m/s2");
  for (const Wall& wall : walls_) {
    require(wall.point.x(), "x of a wall", "m");
    require(wall.point.y(), "y of a wall", "m");
  }
}

void DiscSetup::refuse_overlaps() const {
  // Literals rounded to single precision are off by up to 6e-8 of their size.
  const double rounding = common_.precision == "thesis" ? 1e-6 : 1e-12;
  const double allowed = allowed_penetration_ + rounding;
  const auto where = [](std::size_t i) { return "disc " + std::to_string(i + 1); };
  // Sorted by left edge, so that only neighbours in x are compared: fast enough for 10^6 discs.
  std::vector<std::size_t> order(discs_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto left = [&](std::size_t i) { return q_[3 * i] - discs_.radius[i]; };
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return left(a) < left(b); });
  double widest = 0.0;
  for (const double r : discs_.radius)
    widest = std::max(widest, 2.0 * r);
  for (std::size_t k = 0; k < order.size(); ++k) {
    const std::size_t i = order[k];
    for (const Wall& wall : walls_) {
      const Vec2 centre(q_[3 * i], q_[3 * i + 1]);
      const double depth = discs_.radius[i] - (centre - wall.point).dot(wall.inward);
      if (!(depth <= allowed)) {
        throw ConfigurationError("start: " + where(i) + " at (" + to_text(centre.x()) + ", " +
                                 to_text(centre.y()) + ") m reaches " + to_text(depth) +
                                 " m beyond a wall; at most " + to_text(allowed) + " m is allowed");
      }
    }
    for (std::size_t l = k + 1; l < order.size() && left(order[l]) <= left(i) + widest; ++l) {
      const std::size_t j = order[l];
      const double distance = std::hypot(q_[3 * i] - q_[3 * j], q_[3 * i + 1] - q_[3 * j + 1]);
      const double depth = discs_.radius[i] + discs_.radius[j] - distance;
      if (!(depth <= allowed)) {
        throw ConfigurationError("start: " + where(i) + " and " + where(j) + " overlap by " +
                                 to_text(depth) + " m; at most " + to_text(allowed) +
                                 " m is allowed");
      }
    }
  }
}

Problem DiscSetup::make(std::string_view name, const ParameterSet& complete, double horizon) && {
  Problem problem;
  problem.name = name;
  problem.parameters = complete;
  problem.horizon = horizon;
  const auto rows = static_cast<Eigen::Index>(q_.size());
  problem.initial.q = Eigen::Map<const Eigen::VectorXd>(q_.data(), rows);
  problem.initial.v = Eigen::Map<const Eigen::VectorXd>(v_.data(), rows);
  const bool spins =
      std::any_of(discs_.radius.begin(), discs_.radius.end(),
                  [&, i = std::size_t{0}](double) mutable { return v_[3 * i++ + 2] != 0.0; });
  problem.traits = {.bodies = BodyKind::discs,
                    .dimension = 2,
                    .body_count = static_cast<int>(discs_.size()),
                    .gravity = gravity_.squaredNorm() > 0.0,
                    .friction = common_.friction > 0.0,
                    .rotation = spins || common_.friction > 0.0,
                    .restitution = common_.restitution,
                    .smallest_reduced_mass = smallest_reduced_mass(discs_.mass),
                    .initial_penetration = allowed_penetration_ > 0.0};
  if (!(horizon > 0.0) || !std::isfinite(horizon)) {
    throw ConfigurationError("start: horizon = " + to_text(horizon) +
                             " s is not allowed; it must be in (0, inf)");
  }
  refuse_not_finite();
  // The system checks masses and radii; the overlap check below needs all of them to be numbers.
  problem.system = std::make_unique<DiscSystem>(
      discs_, walls_, gravity_,
      ContactLaw{common_.restitution, common_.tangential_restitution, common_.friction});
  refuse_overlaps();
  return problem;
}

}  // namespace impactbench
