#include "reference/yardsticks/momentum.hpp"

#include "problems/contact/round_bodies.hpp"
#include "problems/model/polyhedral_system.hpp"

#include <Eigen/Geometry>

namespace impactbench {
namespace {

/// Translations of body i out of a state, with zeros for the missing axes.
Vec3 translation(const RoundBodies& bodies, const Eigen::VectorXd& x, std::size_t i) {
  Vec3 out = Vec3::Zero();
  out.head(bodies.dimension) =
      x.segment(bodies.stride * static_cast<Eigen::Index>(i), bodies.dimension);
  return out;
}

}  // namespace

Vec3 linear_momentum(const MechanicalSystem& system, const State& state) {
  if (const auto* body = polyhedral_system(system)) {
    Vec3 sum = Vec3::Zero();
    for (int i = 0; i < body->cells(); ++i)
      sum += body->mass()[6 * i] * state.v.segment<3>(6 * i);
    return sum;
  }
  const RoundBodies bodies = round_bodies(system);
  Vec3 sum = Vec3::Zero();
  for (std::size_t i = 0; i < bodies.size(); ++i)
    sum += bodies.mass[i] * translation(bodies, state.v, i);
  return sum;
}

Vec3 angular_momentum(const MechanicalSystem& system, const State& state) {
  if (const auto* body = polyhedral_system(system)) {
    Vec3 sum = Vec3::Zero();
    for (int i = 0; i < body->cells(); ++i) {
      const Vec3 x = PolyhedralSystem::position(state.q, i), v = state.v.segment<3>(6 * i);
      const Vec3 own =
          body->mass().segment<3>(6 * i + 3).cwiseProduct(state.v.segment<3>(6 * i + 3));
      sum += body->mass()[6 * i] * x.cross(v) + PolyhedralSystem::rotation(state.q, i) * own;
    }
    return sum;
  }
  const RoundBodies bodies = round_bodies(system);
  const Eigen::Index turns = bodies.stride - bodies.dimension;
  Vec3 sum = Vec3::Zero();
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const Vec3 x = translation(bodies, state.q, i);
    const Vec3 v = translation(bodies, state.v, i);
    sum += bodies.mass[i] * x.cross(v);
    if (turns == 0) continue;
    const Eigen::Index at = bodies.stride * static_cast<Eigen::Index>(i) + bodies.dimension;
    sum.tail(turns) += bodies.inertia[i] * state.v.segment(at, turns);
  }
  return sum;
}

}  // namespace impactbench
