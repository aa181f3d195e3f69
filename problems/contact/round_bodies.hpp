#pragma once

#include "problems/model/generalised_system.hpp"
#include "problems/model/round_system.hpp"
#include "problems/model/sweeping_system.hpp"

#include <span>
#include <type_traits>

namespace impactbench {

/// Round bodies among obstacles, for contact detection. The centre of body i is entries
/// stride i .. stride i + dimension - 1 of a state; further entries, up to the stride, are
/// rotations: the angle of a disc, the three of a ball. Views into the system, which must
/// outlive this.
struct RoundBodies {
  int dimension{2};
  int stride{3};  ///< degrees of freedom per body
  std::span<const double> radius{}, mass{};
  std::span<const double> inertia{};  ///< none where bodies do not rotate
  std::span<const Obstacle> obstacles{};
  Vec3 gravity{0.0, 0.0, 0.0};  ///< components beyond the dimension are 0 [m/s2]
  ContactLaw law{};             ///< RoundSystem::law()

  [[nodiscard]] std::size_t size() const { return radius.size(); }
};

/// 1 / (1 / r_i + 1 / r_j), also for obstacle -1 - partner if it is a ball; r_i at any other
/// obstacle [m].
[[nodiscard]] inline double reduced_radius(const RoundBodies& bodies, int body, int partner) {
  const double r = bodies.radius[static_cast<std::size_t>(body)];
  double other = 0.0;
  if (partner >= 0) {
    other = bodies.radius[static_cast<std::size_t>(partner)];
  } else {
    const Obstacle& o = bodies.obstacles[static_cast<std::size_t>(-1 - partner)];
    if (o.shape != Obstacle::Shape::ball) return r;
    other = o.b[0];
  }
  return r * other / (r + other);
}

/// Whether a system has coordinates with constraints, and no bodies.
[[nodiscard]] bool has_coordinates(const MechanicalSystem& system);

/// Whether the bodies of a system are rigid and in contact: all kinds but the elastic ones.
[[nodiscard]] bool has_contacts(const MechanicalSystem& system);

/// The round bodies of a system; with coordinates none, each coordinate being a translation;
/// std::bad_cast for any other system.
[[nodiscard]] RoundBodies round_bodies(const MechanicalSystem& system);

/// Adds h v to q on the degrees of freedom, then updates the memory of forces: the end of a step of
/// round bodies.
void move_bodies(const MechanicalSystem& system, double h, const Eigen::VectorXd& v,
                 Eigen::VectorXd& q);

template <int Dim>
using Vec = Eigen::Matrix<double, Dim, 1>;

/// Centre of body i in a state.
template <int Dim>
[[nodiscard]] Vec<Dim> centre(const RoundBodies& bodies, const Eigen::VectorXd& q, int i) {
  return q.segment<Dim>(static_cast<Eigen::Index>(bodies.stride) * i);
}

/// The same centre where a body's number of degrees of freedom is known at compile time.
template <int Dim, int Dofs>
[[nodiscard]] auto centre(const Eigen::VectorXd& q, int i) {
  return q.segment<Dim>(Dofs * static_cast<Eigen::Index>(i));
}

/// Calls f(std::integral_constant<int, dimension>): converts the number to a template argument.
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

/// Calls f.template operator()<dimension, degrees of freedom of a body>() for the space in which
/// these bodies move: converts numbers to template arguments.
template <class F>
decltype(auto) in_space(const RoundBodies& bodies, F&& f) {
  const bool rotates = bodies.stride > bodies.dimension;
  switch (bodies.dimension) {
    case 1:
      return f.template operator()<1, 1>();
    case 2:
      return rotates ? f.template operator()<2, 3>() : f.template operator()<2, 2>();
    default:
      return rotates ? f.template operator()<3, 6>() : f.template operator()<3, 3>();
  }
}

}  // namespace impactbench
