#pragma once

#include "problems/model/generalised_system.hpp"
#include "problems/model/round_system.hpp"
#include "problems/model/sweeping_system.hpp"

#include <span>
#include <type_traits>

namespace impactbench {

/// Round bodies among obstacles, as contact detection needs them. The centre of body i is entries
/// stride i .. stride i + dimension - 1 of a state; further entries, up to the stride, are
/// rotations: the angle of a disc, the three of a ball. Views into the system, which must outlive
/// this.
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

/// 1 / (1 / r_i + 1 / r_j), of obstacle -1 - partner too where it is a ball; r_i at the face of any
/// other [m].
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

/// Whether a system is of coordinates among constraints, without bodies.
[[nodiscard]] bool has_coordinates(const MechanicalSystem& system);

/// Whether the bodies of a system are rigid and meet: all kinds but the elastic ones.
[[nodiscard]] bool has_contacts(const MechanicalSystem& system);

/// The round bodies behind a system; of coordinates none, each being a translation; std::bad_cast
/// for any other.
[[nodiscard]] RoundBodies round_bodies(const MechanicalSystem& system);

/// q + h v on the degrees of freedom, then the update of force histories: the end of a step of
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

/// The same where it is known at compile time how many degrees of freedom a body has.
template <int Dim, int Dofs>
[[nodiscard]] auto centre(const Eigen::VectorXd& q, int i) {
  return q.segment<Dim>(Dofs * static_cast<Eigen::Index>(i));
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

/// Calls f.template operator()<dimension, degrees of freedom of a body>() for the space in which
/// these bodies move: from numbers to templates.
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
