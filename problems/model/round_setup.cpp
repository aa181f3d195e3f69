#include "problems/model/round_setup.hpp"

#include "problems/base/error.hpp"
#include "problems/base/fields.hpp"
#include "problems/contact/gap.hpp"
#include "problems/contact/pair_tree.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <tuple>

namespace impactbench {
namespace {

constexpr const char* kAxis[] = {"x", "y", "z"};

/// Overlap that counts as rounding at a place this far from the origin [m].
double rounding_at(double coordinate) {
  return std::max(1e-12, 8.0 * std::numeric_limits<double>::epsilon() * std::abs(coordinate));
}

std::string numbered(std::string_view body, int i) {
  return std::string(body) + " " + std::to_string(i + 1);
}

template <int Dim>
std::string body_at(std::string_view body, int i, const Vec<Dim>& x) {
  std::string text = "start: " + numbered(body, i) + " at (";
  for (int k = 0; k < Dim; ++k)
    text += (k == 0 ? "" : ", ") + to_text(x[k]);
  return text + ") m";
}

template <int Dim>
double depth_in(const RoundBodies& bodies, const Eigen::VectorXd& q, int i, std::size_t obstacle) {
  return -obstacle_gap<Dim>(centre<Dim>(bodies, q, i), bodies.radius[static_cast<std::size_t>(i)],
                            bodies.obstacles[obstacle])
              .distance;
}

template <int Dim>
void refuse_in_obstacles(std::string_view body, const RoundBodies& bodies, const Eigen::VectorXd& q,
                         double allowed) {
  for (int i = 0; i < static_cast<int>(bodies.size()); ++i) {
    const Vec<Dim> x = centre<Dim>(bodies, q, i);
    const double r = bodies.radius[static_cast<std::size_t>(i)], far = x.cwiseAbs().maxCoeff();
    if (!(far < 0x1p50 * r)) {
      throw ConfigurationError(body_at<Dim>(body, i, x) +
                               ": a double does not resolve its radius there; at most " +
                               to_text(0x1p50 * r) + " m is allowed");
    }
    const double most = allowed + rounding_at(far);
    for (std::size_t k = 0; k < bodies.obstacles.size(); ++k) {
      const double depth = depth_in<Dim>(bodies, q, i, k);
      if (!(depth <= most)) {
        throw ConfigurationError(body_at<Dim>(body, i, x) + " reaches " + to_text(depth) +
                                 " m into obstacle " + std::to_string(k + 1) + "; at most " +
                                 to_text(most) + " m is allowed");
      }
    }
  }
}

/// visit(i, j, depth), i < j, for every pair that overlaps.
template <int Dim, class Visit>
void for_each_overlap(const RoundBodies& bodies, const Eigen::VectorXd& q, Visit&& visit) {
  PairTree<Dim> tree;
  tree.prepare(bodies.size());
  tree.build(bodies, q);
  tree.near(0.0, [&](int i, int j) {
    // Without pair_gap, whose normal two bodies in one place do not have.
    const Vec<Dim> apart = centre<Dim>(bodies, q, j) - centre<Dim>(bodies, q, i);
    const double reach =
        bodies.radius[static_cast<std::size_t>(i)] + bodies.radius[static_cast<std::size_t>(j)];
    visit(i, j, reach - apart.norm());
  });
}

template <int Dim>
void refuse_in_each_other(std::string_view body, const RoundBodies& bodies,
                          const Eigen::VectorXd& q, double allowed) {
  for_each_overlap<Dim>(bodies, q, [&](int i, int j, double depth) {
    const Vec<Dim> a = centre<Dim>(bodies, q, i), b = centre<Dim>(bodies, q, j);
    const std::string both = "start: " + numbered(body, i) + " and " + numbered(body, j);
    if (a == b) throw ConfigurationError(both + " share their centre; all must differ");
    const double most =
        allowed + rounding_at(std::max(a.cwiseAbs().maxCoeff(), b.cwiseAbs().maxCoeff()));
    if (!(depth <= most)) {
      throw ConfigurationError(both + " overlap by " + to_text(depth) + " m; at most " +
                               to_text(most) + " m is allowed");
    }
  });
}

template <int Dim>
double deepest_of(const RoundBodies& bodies, const Eigen::VectorXd& q) {
  double out = 0.0;
  for (int i = 0; i < static_cast<int>(bodies.size()); ++i) {
    for (std::size_t k = 0; k < bodies.obstacles.size(); ++k)
      out = std::max(out, depth_in<Dim>(bodies, q, i, k));
  }
  for_each_overlap<Dim>(bodies, q, [&](int, int, double depth) { out = std::max(out, depth); });
  return out;
}

void require_finite(const std::string& what, double value, const char* unit) {
  if (std::isfinite(value)) return;
  throw ConfigurationError("start: " + what + " = " + to_text(value) + " " + unit +
                           " is not allowed; it must be finite");
}

}  // namespace

double deepest_overlap(const RoundSystem& system, const Eigen::VectorXd& q) {
  const RoundBodies bodies = round_bodies(system);
  return with_dimension(bodies.dimension,
                        [&](auto dimension) { return deepest_of<dimension()>(bodies, q); });
}

void refuse_overlaps(const RoundSystem& system, const Eigen::VectorXd& q, double allowed) {
  const RoundBodies bodies = round_bodies(system);
  with_dimension(bodies.dimension, [&](auto dimension) {
    refuse_in_obstacles<dimension()>(system.space().noun(), bodies, q, allowed);
    refuse_in_each_other<dimension()>(system.space().noun(), bodies, q, allowed);
  });
}

void RoundSetup::reserve(std::size_t bodies) {
  if (!keeps_) return;
  const auto entries = static_cast<std::size_t>(space_.stride()) * bodies;
  for (auto* list : {&bodies_.radius, &bodies_.mass})
    list->reserve(bodies);
  if (space_.rotates) bodies_.inertia.reserve(bodies);
  q_.reserve(entries);
  v_.reserve(entries);
}

void RoundSetup::body(double mass, double radius, double inertia, const Vec3& position,
                      const Vec3& velocity, const Vec3& spin, const Vec3& angle) {
  const int d = std::min(space_.dimension, 3), turns = space_.stride() - space_.dimension;
  bool spins = false;
  for (int k = std::max(0, 3 - turns); k < 3; ++k)
    spins = spins || spin[k] != 0.0;
  count(mass, spins);
  if (!keeps_) return;
  const std::string number = numbered(space_.noun(), static_cast<int>(bodies_.size()));
  if (!memory_.empty()) {
    throw ConfigurationError("start: " + number +
                             " follows the memory of a force; bodies must come first");
  }
  for (int k = d; k < 3 && beyond_.empty(); ++k) {
    if (position[k] == 0.0 && velocity[k] == 0.0) continue;
    beyond_ = "start: " + number + ": what it has along " + kAxis[k] +
              " is not allowed; in dimension " + std::to_string(d) + " it must be 0";
  }
  bodies_.mass.push_back(mass);
  bodies_.radius.push_back(radius);
  if (space_.rotates) bodies_.inertia.push_back(inertia);
  for (auto [list, along, about] :
       {std::tuple{&q_, &position, &angle}, std::tuple{&v_, &velocity, &spin}}) {
    list->insert(list->end(), along->data(), along->data() + d);
    list->insert(list->end(), about->data() + 3 - turns, about->data() + 3);
  }
}

void RoundSetup::count(double mass, bool spins) {
  if (count_ == 0) {
    lightest_ = mass;
  } else if (mass < lightest_) {
    second_ = std::exchange(lightest_, mass);
  } else if (count_ == 1 || mass < second_) {
    second_ = mass;
  }
  ++count_;
  spins_ = spins_ || spins;
}

void RoundSetup::half_space(const Vec3& point, const Vec3& inward) {
  obstacles_.push_back({Obstacle::Shape::half_space, point, inward});
}

void RoundSetup::segment(const Vec3& from, const Vec3& to) {
  obstacles_.push_back({Obstacle::Shape::segment, from, to});
}

void RoundSetup::box(const Vec3& low, const Vec3& high) {
  obstacles_.push_back({Obstacle::Shape::box, low, high});
}

void RoundSetup::ball(const Vec3& centre, double radius) {
  obstacles_.push_back({Obstacle::Shape::ball, centre, {radius, 0.0, 0.0}});
}

void RoundSetup::materials(MaterialLaws laws, std::vector<int> of_bodies) {
  laws_ = std::move(laws);
  if (keeps_) bodies_.material = std::move(of_bodies);
}

void RoundSetup::begin_at(const BodySpace& space, const BodyTable& same, const State& start,
                          const std::string& from) {
  const std::string noun(space_.noun());
  if (space != space_ || same.size() != count_) {
    throw ConfigurationError(
        "start: " + from + " has " + std::to_string(same.size()) + " " + std::string(space.noun()) +
        "s in dimension " + std::to_string(space.dimension) + "; there must be " +
        std::to_string(count_) + " " + noun + "s in dimension " + std::to_string(space_.dimension));
  }
  const int d = space_.dimension, s = space_.stride();
  spins_ = false;
  for (Eigen::Index k = 0; k < start.v.size(); ++k)
    spins_ = spins_ || (k % s >= d && start.v[k] != 0.0);
  if (!keeps_) return;
  double largest = 0.0;
  for (std::size_t i = 0; i < same.size(); ++i) {
    const double r = bodies_.radius[i];
    largest = std::max(largest, r);
    if (std::abs(same.radius[i] - r) <= 1e-9 * r) continue;
    throw ConfigurationError("start: " + from + " gives " + numbered(noun, static_cast<int>(i)) +
                             " the radius " + to_text(same.radius[i]) +
                             " m; that of the problem is " + to_text(r) + " m");
  }
  q_.assign(start.q.data(), start.q.data() + start.q.size());
  v_.assign(start.v.data(), start.v.data() + start.v.size());
  allow_overlap(0.01 * 2.0 * largest);
}

Eigen::Index RoundSetup::memory(double at_start) {
  memory_.push_back(at_start);
  return static_cast<Eigen::Index>(q_.size() + memory_.size()) - 1;
}

void RoundSetup::glue(double viscosity) {
  actions_.gluey = true;
  actions_.viscosity = viscosity;
}

void RoundSetup::glue(const GlueSettings& settings) {
  if (settings.gluey) return glue(settings.viscosity);
  if (settings.viscosity > 0.0) {
    throw ConfigurationError("start: viscosity = " + to_text(settings.viscosity) +
                             " N s is not allowed without gluey = true; it must be 0");
  }
}

void RoundSetup::refuse_not_finite(const State& start) const {
  const int d = space_.dimension, s = space_.stride();
  for (Eigen::Index k = 0; k < start.v.size(); ++k) {
    if (std::isfinite(start.q[k]) && std::isfinite(start.v[k])) continue;
    const std::string body = numbered(space_.noun(), static_cast<int>(k / s)) + ": ";
    const auto c = static_cast<int>(k % s);
    const bool turn = c >= d;
    const std::string about = turn && s - d > 1 ? std::string(" about ") + kAxis[c - d] : "";
    require_finite(body + (turn ? "angle" + about : std::string("position along ") + kAxis[c]),
                   start.q[k], turn ? "rad" : "m");
    require_finite(body + (turn ? "spin" + about : std::string("velocity along ") + kAxis[c]),
                   start.v[k], turn ? "rad/s" : "m/s");
  }
  for (int k = 0; k < 3; ++k) {
    require_finite(std::string("gravity along ") + kAxis[k], gravity_[k], "m/s2");
    if (k < d || gravity_[k] == 0.0) continue;
    throw ConfigurationError("start: gravity along " + std::string(kAxis[k]) + " = " +
                             to_text(gravity_[k]) + " m/s2 is not allowed; in dimension " +
                             std::to_string(d) + " it must be 0");
  }
}

ProblemTraits RoundSetup::traits() const {
  const ContactLaw& law = laws_.extreme();
  const bool surfaces_move =
      law.friction > 0.0 && std::any_of(obstacles_.begin(), obstacles_.end(),
                                        [](const auto& o) { return o.surface_moves(); });
  return {
      .bodies = BodyKind::round,
      .dimension = space_.dimension,
      .body_count = static_cast<int>(count_),
      .rotates = space_.rotates,
      .gravity = gravity_.squaredNorm() > 0.0,
      .driven = first_order_ || actions_.driven() || surfaces_move,
      .moving_surfaces = surfaces_move,
      .friction = law.friction > 0.0,
      .rolling_friction = law.rolling_friction > 0.0,
      .twisting_friction = law.twisting_friction > 0.0,
      .rotation = spins_ || (space_.rotates && law.friction > 0.0),
      .restitution = law.restitution,
      .laws_differ = laws_.differ(),
      .smallest_reduced_mass = count_ < 2 ? lightest_ : lightest_ * second_ / (lightest_ + second_),
      .initial_penetration = allowed_penetration_ > 0.0,
      .first_order = first_order_,
      .gluey = actions_.gluey,
      .viscosity = actions_.viscosity};
}

Problem RoundSetup::make(std::string_view name, const ParameterSet& complete, double horizon) && {
  if (!(horizon > 0.0 && std::isfinite(horizon))) {
    throw ConfigurationError("start: horizon = " + to_text(horizon) +
                             " s is not allowed; it must be in (0, inf)");
  }
  if (laws_.resists() && !(laws_.extreme().friction > 0.0)) {
    throw ConfigurationError(
        "start: friction = 0 is not allowed beside rolling_friction or twisting_friction > 0; it "
        "must be in (0, inf)");
  }
  if (!beyond_.empty()) throw ConfigurationError(beyond_);
  Problem problem;
  problem.name = name;
  problem.parameters = complete;
  problem.horizon = horizon;
  problem.traits = traits();
  actions_.memory = static_cast<Eigen::Index>(memory_.size());
  q_.insert(q_.end(), memory_.begin(), memory_.end());
  problem.initial.q =
      Eigen::Map<const Eigen::VectorXd>(q_.data(), static_cast<Eigen::Index>(q_.size()));
  problem.initial.v =
      Eigen::Map<const Eigen::VectorXd>(v_.data(), static_cast<Eigen::Index>(v_.size()));
  // Given back before the check for overlaps asks for as much again.
  q_ = {};
  v_ = {};
  refuse_not_finite(problem.initial);
  auto system = std::make_unique<RoundSystem>(space_, std::move(bodies_), std::move(obstacles_),
                                              gravity_, std::move(laws_), std::move(actions_));
  if (system->bodies().size() == 0) {
    throw ConfigurationError("start: there is no " + std::string(space_.noun()) +
                             "; at least one is needed");
  }
  refuse_overlaps(*system, problem.initial.q,
                  std::max(allowed_penetration_, allowed_overlap_) + rounding_);
  problem.system = std::move(system);
  return problem;
}

}  // namespace impactbench
