#pragma once

#include "problems/model/ball_system.hpp"
#include "problems/model/disc_system.hpp"
#include "problems/model/generalised_system.hpp"
#include "problems/model/sphere_system.hpp"

#include <span>
#include <type_traits>

namespace impactbench {

/// What discs, spheres and balls have in common: round bodies among obstacles, seen without their
/// kind. The centre of body i is entries stride i .. stride i + dimension - 1 of a state; further
/// entries, up to the stride, are rotations: the angle of a disc, the three of a ball. Views into
/// the system, which must outlive this.
struct RoundBodies {
  int dimension{2};
  int stride{3};  ///< degrees of freedom per body
  std::span<const double> radius{}, mass{};
  std::span<const double> inertia{};  ///< none where bodies do not rotate
  std::span<const Obstacle> obstacles{};
  Vec3 gravity{0.0, 0.0, 0.0};  ///< components beyond the dimension are 0 [m/s2]
  ContactLaw law{};

  [[nodiscard]] std::size_t size() const { return radius.size(); }
};

/// Whether the bodies of a system are rigid and meet: all kinds but the elastic ones.
[[nodiscard]] inline bool has_contacts(const MechanicalSystem& system) {
  return dynamic_cast<const DiscSystem*>(&system) != nullptr ||
         dynamic_cast<const SphereSystem*>(&system) != nullptr ||
         dynamic_cast<const BallSystem*>(&system) != nullptr ||
         dynamic_cast<const GeneralisedSystem*>(&system) != nullptr;
}

/// The round bodies behind a system of BodyKind::discs, spheres or balls; of BodyKind::generalised
/// none, each coordinate being a translation; std::bad_cast for any other.
[[nodiscard]] inline RoundBodies round_bodies(const MechanicalSystem& system) {
  if (const auto* discs = dynamic_cast<const DiscSystem*>(&system)) {
    const Discs& d = discs->discs();
    const Vec3 gravity(discs->gravity().x(), discs->gravity().y(), 0.0);
    return {2, 3, d.radius, d.mass, d.inertia, discs->obstacles(), gravity, discs->law()};
  }
  if (const auto* balls = dynamic_cast<const BallSystem*>(&system)) {
    const Balls& b = balls->balls();
    return {3, 6, b.radius, b.mass, b.inertia, balls->obstacles(), balls->gravity(), balls->law()};
  }
  if (dynamic_cast<const GeneralisedSystem*>(&system) != nullptr)
    return {.dimension = 1, .stride = 1};
  const auto& spheres = dynamic_cast<const SphereSystem&>(system);
  const int d = spheres.dimension();
  const Spheres& s = spheres.spheres();
  const ContactLaw law{.restitution = spheres.restitution()};
  return {d, d, s.radius, s.mass, {}, spheres.obstacles(), spheres.gravity(), law};
}

/// q + h v on the degrees of freedom, then what forces remember of it: how a step of round bodies
/// ends.
inline void move_bodies(const MechanicalSystem& system, double h, const Eigen::VectorXd& v,
                        Eigen::VectorXd& q) {
  q.head(v.size()) += h * v;
  if (const auto* spheres = dynamic_cast<const SphereSystem*>(&system)) spheres->remember(q);
}

template <int Dim>
using Vec = Eigen::Matrix<double, Dim, 1>;

/// Centre of body i in a state.
template <int Dim>
[[nodiscard]] Vec<Dim> centre(const RoundBodies& bodies, const Eigen::VectorXd& q, int i) {
  return q.segment<Dim>(static_cast<Eigen::Index>(bodies.stride) * i);
}

/// Calls f(std::integral_constant<int, dimension>): from the number to the template.
template <class F>
decltype(auto) with_dimension(int dimension, F&& f) {
  switch (dimension) {
    case 1:
      return f(std::integral_constant<int, 1>{});
    case 2:
      return f(std::integral_constant<int, 2>{});
    default:
      return f(std::integral_constant<int, 3>{});
  }
}

}  // namespace impactbench
