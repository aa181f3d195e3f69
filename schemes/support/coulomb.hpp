#pragma once

#include "schemes/support/contact_key.hpp"
#include "schemes/support/contact_response.hpp"

#include <Eigen/Core>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace impactbench {

/// Coulomb's law with a viscous stick, as the implicit compliant schemes have it. With the slip
/// velocity w of geometry.hpp and the bound b = mu grip:
///
///   stick:  f = -c_tau w       while  c_tau |w| <= b
///   slip:   f = -b sign(w)
///
/// so that f w <= 0: friction only dissipates. Source: nguyen2024, sections 4.5.2 and 4.5.3.
struct Coulomb {
  double mu{0.0};
  double c_tau{1.0};  ///< [N s/m] > 0

  [[nodiscard]] bool acts() const { return mu > 0.0; }
};

/// A closed contact in one linearisation of the step: the normal force lam and its derivative.
/// Friction is apart from it, so that without friction the contacts are a third as long.
struct ActiveContact {
  ContactKey key;
  Vec2 normal;
  double force, stiffness;  ///< lam and d lam / d D
};

/// Friction at a closed contact. With N = (-n, 0 | n, 0) and T = (t, l_i | -t, l_j) over the two
/// discs the generalised contact force is lam N + f T, and its derivative
///   -(stiffness N N^T + stick T T^T - coupling T N^T).
struct ActiveFriction {
  double lever_i{0.0}, lever_j{0.0};
  double slip{0.0};               ///< w [m/s]
  double bound{0.0};              ///< b [N]
  double bound_stiffness{0.0};    ///< d b / d D
  double inverse_mass{0.0};       ///< T^T M^-1 T [1/kg]
  double force{0.0};              ///< f [N]
  double change{0.0};             ///< what the last linear solve adds to it
  double stick{0.0};              ///< [N/m]
  double coupling{0.0};           ///< [N/m]
  bool torque_of_coupling{true};  ///< nguyen2024's listing leaves the torque rows of T N^T out
};

/// The closed contacts in the order of contact_key.hpp.
struct ActiveContacts {
  std::vector<ActiveContact> normal;
  std::vector<ActiveFriction> friction;  ///< one per contact; none at all without friction

  void reserve(std::size_t contacts, bool with_friction) {
    normal.reserve(contacts);
    if (with_friction) friction.reserve(contacts);
  }
  void clear() {
    normal.clear();
    friction.clear();
  }
  void swap(ActiveContacts& other) {
    normal.swap(other.normal);
    friction.swap(other.friction);
  }
};

/// Adds lam N of a contact to a force vector over all degrees of freedom.
inline void add_normal_force(const ActiveContact& c, double lam, Eigen::VectorXd& force) {
  const Vec2 push = lam * c.normal;
  force.segment<2>(3 * static_cast<Eigen::Index>(c.key.disc)) -= push;
  if (!is_wall(c.key)) force.segment<2>(3 * static_cast<Eigen::Index>(c.key.partner)) += push;
}

/// Adds lam N + f T.
inline void add_force(const ActiveContact& c, const ActiveFriction& g, double lam, double f,
                      Eigen::VectorXd& force) {
  const Vec2 push = f * rot90(c.normal) - lam * c.normal;
  const Eigen::Index i = 3 * static_cast<Eigen::Index>(c.key.disc);
  force.segment<2>(i) += push;
  force[i + 2] += g.lever_i * f;
  if (is_wall(c.key)) return;
  const Eigen::Index j = 3 * static_cast<Eigen::Index>(c.key.partner);
  force.segment<2>(j) -= push;
  force[j + 2] += g.lever_j * f;
}

/// T . x, with x(k) the entries of a vector over all degrees of freedom.
template <class Entry>
[[nodiscard]] double along_tangent(const ActiveContact& c, const ActiveFriction& g, Entry&& x) {
  const Vec2 t = rot90(c.normal);
  const Eigen::Index i = 3 * static_cast<Eigen::Index>(c.key.disc);
  const double one = t.x() * x(i) + t.y() * x(i + 1) + g.lever_i * x(i + 2);
  if (is_wall(c.key)) return one;
  const Eigen::Index j = 3 * static_cast<Eigen::Index>(c.key.partner);
  return one - t.x() * x(j) - t.y() * x(j + 1) + g.lever_j * x(j + 2);
}

/// N . x
[[nodiscard]] inline double along_normal(const ActiveContact& c, const Eigen::VectorXd& x) {
  const Eigen::Index i = 3 * static_cast<Eigen::Index>(c.key.disc);
  const double one = -c.normal.dot(x.segment<2>(i));
  if (is_wall(c.key)) return one;
  return one + c.normal.dot(x.segment<2>(3 * static_cast<Eigen::Index>(c.key.partner)));
}

/// What the slip law misses at a contact [N]: f - clip(f - (w + f / c_tau) / mobility, -b, b),
/// zero if and only if Coulomb's law holds; mobility = d w / d f > 0 [m/(s N)].
[[nodiscard]] inline double slip_defect(const Coulomb& law, double f, double slip, double bound,
                                        double mobility) {
  const double trial = f - (slip + f / law.c_tau) / mobility;
  return f - std::clamp(trial, -bound, bound);
}

/// Linearises friction where the force f is an unknown of its own: stick or slip is decided by the
/// force that sticking would need, which stays well scaled for any c_tau. Sets stick and coupling,
/// and returns the force to put on the right-hand side. `per_dq` is dw/d(T dq).
[[nodiscard]] inline double linearise_exactly(const Coulomb& law, double per_dq, double mobility,
                                              ActiveFriction& g) {
  const double trial = g.force - (g.slip + g.force / law.c_tau) / mobility;
  if (std::abs(trial) <= g.bound) {
    g.stick = law.c_tau * per_dq;
    g.coupling = 0.0;
    return -law.c_tau * g.slip;
  }
  const double direction = trial < 0.0 ? 1.0 : -1.0;  // of the slip
  g.stick = 0.0;
  g.coupling = direction * g.bound_stiffness;
  return -direction * g.bound;
}

/// The same as nguyen2024's listing does it: by the slip velocity of the iterate, and without the
/// torque rows of a slipping contact. For large c_tau its Newton iteration jumps between the two
/// directions of slip.
[[nodiscard]] inline double linearise_as_thesis(const Coulomb& law, double per_dq,
                                                ActiveFriction& g) {
  g.torque_of_coupling = false;
  if (law.c_tau * std::abs(g.slip) <= g.bound) {
    g.stick = law.c_tau * per_dq;
    g.coupling = 0.0;
    return -law.c_tau * g.slip;
  }
  const double direction = g.slip < 0.0 ? -1.0 : 1.0;
  g.stick = 0.0;
  g.coupling = direction * g.bound_stiffness;
  return -direction * g.bound;
}

}  // namespace impactbench
