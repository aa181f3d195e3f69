#include "problems/model/disc_setup.hpp"

#include "problems/contact/geometry.hpp"
#include "problems/contact/neighbour_list.hpp"
#include "problems/model/error.hpp"
#include "problems/model/round_start.hpp"

#include <array>
#include <cmath>
#include <utility>

namespace impactbench {

double DiscSetup::literal(double x) const {
  return common_.precision == "thesis" ? static_cast<double>(static_cast<float>(x)) : x;
}

void DiscSetup::reserve(std::size_t discs) {
  discs_.mass.reserve(discs);
  discs_.radius.reserve(discs);
  discs_.inertia.reserve(discs);
  q_.reserve(3 * discs);
  v_.reserve(3 * discs);
}

void DiscSetup::disc(double mass, double radius, Vec2 position, Vec2 velocity, double spin,
                     double angle) {
  discs_.mass.push_back(mass);
  discs_.radius.push_back(radius);
  discs_.inertia.push_back(common_.inertia == "thesis" ? mass : 0.5 * mass * radius * radius);
  q_.insert(q_.end(), {position.x(), position.y(), angle});
  v_.insert(v_.end(), {velocity.x(), velocity.y(), spin});
}

void DiscSetup::box(double x_low, double x_high, double y_low, double y_high) {
  walls_ = box_walls(x_low, x_high, y_low, y_high);
}

void DiscSetup::refuse_not_finite(const State& start) const {
  const auto refuse = [](const std::string& what, double x, const char* unit) {
    throw ConfigurationError("start: " + what + " = " + to_text(x) + " " + unit +
                             " is not allowed; it must be finite");
  };
  static constexpr std::array<const char*, 3> kPosition{"x", "y", "angle"};
  static constexpr std::array<const char*, 3> kVelocity{"velocity along x", "velocity along y",
                                                        "spin"};
  for (Eigen::Index k = 0; k < start.q.size(); ++k) {
    const double q = start.q[k];
    const double v = start.v[k];
    if (std::isfinite(q) && std::isfinite(v)) continue;
    const std::string disc = "disc " + std::to_string(k / 3 + 1) + ": ";
    const auto c = static_cast<std::size_t>(k % 3);
    if (!std::isfinite(q)) refuse(disc + kPosition[c], q, c == 2 ? "rad" : "m");
    refuse(disc + kVelocity[c], v, c == 2 ? "rad/s" : "m/s");
  }
  const auto require = [&](double x, const char* what, const char* unit) {
    if (!std::isfinite(x)) refuse(what, x, unit);
  };
  require(gravity_.x(), "gravity along x", "m/s2");
  require(gravity_.y(), "gravity along y", "m/s2");
  for (const Wall& wall : walls_) {
    require(wall.point.x(), "x of a wall", "m");
    require(wall.point.y(), "y of a wall", "m");
  }
}

void DiscSetup::refuse_overlaps(const DiscSystem& system, const Eigen::VectorXd& q) const {
  // Literals rounded to single precision are off by up to 6e-8 of their size.
  const double rounding = common_.precision == "thesis" ? 1e-6 : 1e-12;
  const double allowed = std::max(allowed_penetration_, allowed_overlap_) + rounding;
  const auto& radius = system.discs().radius;
  const auto where = [&](int i) {
    const Vec2 x = centre(q, i);
    return "start: disc " + std::to_string(i + 1) + " at (" + to_text(x.x()) + ", " +
           to_text(x.y()) + ") m";
  };
  for (int i = 0; i < static_cast<int>(radius.size()); ++i) {
    const double r = radius[static_cast<std::size_t>(i)];
    const Vec2 x = centre(q, i);
    for (const Wall& wall : walls_) {
      const double depth = wall_frame(x, r, wall).depth;
      if (!(depth <= allowed)) {
        throw ConfigurationError(where(i) + " reaches " + to_text(depth) +
                                 " m beyond a wall; at most " + to_text(allowed) + " m is allowed");
      }
    }
    if (!(x.cwiseAbs().maxCoeff() < 0x1p50 * r)) {
      throw ConfigurationError(where(i) + ": a double does not resolve its radius there; at most " +
                               to_text(0x1p50 * r) + " m is allowed");
    }
  }
  NeighbourList near;
  near.prepare(system, q, Search::cell_grid, 1e-6 * NeighbourList::usual_skin(system));
  for (const PairCandidate& pair : near.pairs()) {
    const double depth = pair_frame(centre(q, pair.i), radius[static_cast<std::size_t>(pair.i)],
                                    centre(q, pair.j), radius[static_cast<std::size_t>(pair.j)])
                             .depth;
    if (!(depth <= allowed)) {
      throw ConfigurationError("start: disc " + std::to_string(pair.i + 1) + " and disc " +
                               std::to_string(pair.j + 1) + " overlap by " + to_text(depth) +
                               " m; at most " + to_text(allowed) + " m is allowed");
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
  // Given back before the overlap check asks for as much again.
  q_ = {};
  v_ = {};
  bool spins = false;
  for (Eigen::Index k = 2; k < rows; k += 3)
    spins = spins || problem.initial.v[k] != 0.0;
  problem.traits = {.bodies = BodyKind::discs,
                    .dimension = 2,
                    .body_count = static_cast<int>(discs_.size()),
                    .gravity = gravity_.squaredNorm() > 0.0,
                    .driven = field_.acts(),
                    .friction = common_.friction > 0.0,
                    .rotation = spins || common_.friction > 0.0,
                    .restitution = common_.restitution,
                    .smallest_reduced_mass = smallest_reduced_mass(discs_.mass),
                    .initial_penetration = allowed_penetration_ > 0.0};
  require_horizon(horizon);
  refuse_not_finite(problem.initial);
  // The system checks masses and radii; the overlap check below needs all of them to be numbers.
  auto system = std::make_unique<DiscSystem>(
      std::move(discs_), walls_, gravity_,
      ContactLaw{common_.restitution, common_.tangential_restitution, common_.friction}, field_);
  refuse_overlaps(*system, problem.initial.q);
  problem.system = std::move(system);
  return problem;
}

}  // namespace impactbench
