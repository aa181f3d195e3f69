#pragma once

#include "schemes/support/contacts/contact_key.hpp"
#include "schemes/support/laws/slide.hpp"
#include "schemes/support/newton/contact_response.hpp"

#include <Eigen/Core>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

namespace impactbench {

/// Coulomb's law with a viscous stick, for the implicit compliant schemes. With the slip velocity
/// w, along the tangents of slide.hpp, and the bound b = mu L of the load L:
///
///   stick:  f = -c_tau w       while  c_tau |w| <= b
///   slip:   f = -b w / |w|
///
/// so that f . w <= 0: friction only dissipates. In the plane w and f are numbers, in space they
/// have two components. Source: nguyen2024, sections 4.5.2 and 4.5.3.
///
/// Friction against rolling and twisting is the same law for torques: with the reduced radius R
/// and the relative spin om = om_i - om_j (om_j the obstacle's own), across and along the normal
/// n,
///
///   w = R (om - (om . n) n)  or  w = R (om . n) n,   b = mu_r L  or  b = mu_o L,
///   torque R f on the first body, -R f on the second,
///
/// with the same c_tau. Contact torques of that form: Iwashita & Oda 1998 (J. Eng. Mech. 124).
struct Coulomb {
  double c_tau{1.0};  ///< [N s/m] > 0
};

/// A closed contact in one linearisation of the step: the normal force lam and its derivative.
/// Friction is stored apart, so that contacts without friction are a third as long.
template <int Dim>
struct ActiveContact {
  ContactKey key;
  Vec<Dim> normal;
  double force, stiffness;  ///< lam and d lam / d D
};

/// The velocity that friction opposes: slip, or relative spin across or along the normal.
enum class FrictionKind : char { slide, roll, twist };

/// The t_k and o_k of ActiveFriction. Torques have no force: t_k = 0. Twisting has one axis, and
/// zeros for the second.
template <int Dim>
[[nodiscard]] Tangents<Dim> axes_of(FrictionKind kind, const Vec<Dim>& n) {
  Tangents<Dim> t = tangents(n);
  if (kind == FrictionKind::slide) return t;
  for (Vec<Dim>& along : t.along)
    along.setZero();
  if constexpr (Dim == 3) {
    if (kind == FrictionKind::twist) t.turn = {n.normalized(), Vec<3>::Zero()};
  }
  return t;
}

/// Friction of one kind at a closed contact. With N = (-n, 0 | n, 0) and a column T_k = (t_k, l_i
/// o_k | -t_k, l_j o_k) for each of its axes over the two bodies the generalised contact force is
/// lam N + T f, and its derivative
///   -(stiffness N N^T + T stick T^T - T coupling N^T).
/// For torques l_i = R = -l_j, so that T^T v is their w.
template <int Dim>
struct ActiveFriction {
  static constexpr int slides = Tangents<Dim>::count;
  using Stick = Eigen::Matrix<double, slides, slides>;

  double lever_i{0.0}, lever_j{0.0};
  double bound{0.0};                       ///< b [N]
  double bound_stiffness{0.0};             ///< d b / d D
  double inverse_mass{0.0};                ///< T_k^T M^-1 T_k [1/kg]
  Slip<Dim> slip = Slip<Dim>::Zero();      ///< w [m/s]
  Slip<Dim> force = Slip<Dim>::Zero();     ///< f [N]
  Slip<Dim> change = Slip<Dim>::Zero();    ///< the change of the force in the last linear solve
  Slip<Dim> coupling = Slip<Dim>::Zero();  ///< [N/m]
  Stick stick = Stick::Zero();             ///< [N/m]
  bool torque_of_coupling{true};  ///< else, as in nguyen2024's listing, no torque rows in T N^T
  FrictionKind kind{FrictionKind::slide};
};

/// The closed contacts in the order of contact_key.hpp.
template <int Dim>
struct ActiveContacts {
  std::vector<ActiveContact<Dim>> normal;
  /// `kinds` per contact, contact by contact, slip first.
  std::vector<ActiveFriction<Dim>> friction;
  std::size_t kinds{1};

  void reserve(std::size_t contacts, std::size_t kinds_of_friction) {
    kinds = kinds_of_friction;
    normal.reserve(contacts);
    friction.reserve(kinds * contacts);
  }
  /// The frictions of contact k.
  [[nodiscard]] std::span<const ActiveFriction<Dim>> friction_of(std::size_t k) const {
    return {friction.data() + kinds * k, kinds};
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
template <int Dofs, int Dim>
void add_normal_force(const ActiveContact<Dim>& c, double lam, Eigen::VectorXd& force) {
  const Vec<Dim> push = lam * c.normal;
  force.segment<Dim>(Dofs * static_cast<Eigen::Index>(c.key.body)) -= push;
  if (!is_wall(c.key)) force.segment<Dim>(Dofs * static_cast<Eigen::Index>(c.key.partner)) += push;
}

/// Adds lam N + T f.
template <int Dofs, int Dim>
void add_force(const ActiveContact<Dim>& c, const ActiveFriction<Dim>& g, double lam,
               const Slip<Dim>& f, Eigen::VectorXd& force) {
  const Tangents<Dim> t = axes_of(g.kind, c.normal);
  Vec<Dim> push = f[0] * t.along[0];
  if constexpr (Dim == 3) push += f[1] * t.along[1];
  push -= lam * c.normal;
  const auto add = [&](int body, double sign, double lever) {
    const Eigen::Index at = Dofs * static_cast<Eigen::Index>(body);
    force.segment<Dim>(at) += sign * push;
    if constexpr (Dofs > Dim) {
      for (std::size_t k = 0; k < t.turn.size(); ++k)
        force.segment<Dofs - Dim>(at + Dim) +=
            (lever * f[static_cast<Eigen::Index>(k)]) * t.turn[k];
    }
  };
  add(c.key.body, 1.0, g.lever_i);
  if (!is_wall(c.key)) add(c.key.partner, -1.0, g.lever_j);
}

/// The torque on the first body of friction of components f against rolling or twisting.
template <int Dim>
[[nodiscard]] Slide<Dim> torque_on_first(const ActiveContact<Dim>& c, const ActiveFriction<Dim>& g,
                                         const Slip<Dim>& f) {
  const Tangents<Dim> t = axes_of(g.kind, c.normal);
  Slide<Dim> torque = Slide<Dim>::Zero();
  for (std::size_t k = 0; k < t.turn.size(); ++k)
    torque += (g.lever_i * f[static_cast<Eigen::Index>(k)]) * t.turn[k];
  return torque;
}

/// T^T x, where x(k) gives the k-th entries of a vector over all degrees of freedom.
template <int Dofs, int Dim, class Entry>
[[nodiscard]] Slip<Dim> along_tangents(const ActiveContact<Dim>& c, const ActiveFriction<Dim>& g,
                                       Entry&& x) {
  const Tangents<Dim> t = axes_of(g.kind, c.normal);
  Slip<Dim> out;
  for (std::size_t k = 0; k < t.along.size(); ++k) {
    const auto of = [&](int body, double sign, double lever) {
      const Eigen::Index at = Dofs * static_cast<Eigen::Index>(body);
      double sum = 0.0;
      for (int d = 0; d < Dim; ++d)
        sum += sign * t.along[k][d] * x(at + d);
      for (int d = 0; d < Dofs - Dim; ++d)
        sum += lever * t.turn[k][d] * x(at + Dim + d);
      return sum;
    };
    double& sum = out[static_cast<Eigen::Index>(k)];
    sum = of(c.key.body, 1.0, g.lever_i);
    if (!is_wall(c.key)) sum += of(c.key.partner, -1.0, g.lever_j);
  }
  return out;
}

/// N . x
template <int Dofs, int Dim>
[[nodiscard]] double along_normal(const ActiveContact<Dim>& c, const Eigen::VectorXd& x) {
  const double one = -c.normal.dot(x.segment<Dim>(Dofs * static_cast<Eigen::Index>(c.key.body)));
  if (is_wall(c.key)) return one;
  return one + c.normal.dot(x.segment<Dim>(Dofs * static_cast<Eigen::Index>(c.key.partner)));
}

/// Converts components along the tangents of one normal, or the axes of torques, to those of
/// another normal near it.
[[nodiscard]] inline Slip<3> in_new_tangents(FrictionKind kind, const Vec<3>& n_old,
                                             const Slip<3>& f, const Vec<3>& n) {
  if (kind == FrictionKind::twist) return f;
  const Tangents<3> from = tangents(n_old), to = tangents(n);
  const Vec<3> whole = (f[0] * from.along[0] + f[1] * from.along[1]) / n.squaredNorm();
  return {to.along[0].dot(whole), to.along[1].dot(whole)};
}
template <int Dim>
[[nodiscard]] Slip<Dim> in_new_tangents(FrictionKind, const Vec<Dim>&, const Slip<Dim>& f,
                                        const Vec<Dim>&) {
  return f;
}

/// |f|
template <int Components>
[[nodiscard]] double size_of(const Vec<Components>& f) {
  if constexpr (Components == 1) {
    return std::abs(f[0]);
  } else {
    return f.norm();
  }
}

/// The trial force of sticking, f - (w + f / c_tau) / mobility; mobility = d w / d f > 0 [m/(s
/// N)].
template <int Components>
[[nodiscard]] Vec<Components> trial_force(const Coulomb& law, const Vec<Components>& f,
                                          const Vec<Components>& slip, double mobility) {
  return f - (slip + f / law.c_tau) / mobility;
}

/// The defect of the slip law at a contact [N]: f - P(trial force), P the nearest point of |f| <=
/// b; zero if and only if Coulomb's law holds.
template <int Dim>
[[nodiscard]] Slip<Dim> slip_defect(const Coulomb& law, const ActiveFriction<Dim>& g,
                                    double mobility) {
  const auto trial = trial_force(law, g.force, g.slip, mobility);
  if constexpr (Dim == 3) {
    const double size = trial.norm();
    return size > g.bound ? Slip<3>(g.force - g.bound / size * trial) : Slip<3>(g.force - trial);
  } else {
    return Slip<Dim>(g.force[0] - std::clamp(trial[0], -g.bound, g.bound));
  }
}

/// Sets and returns a force that slides in `direction` of the slip, and its derivatives: by the
/// bound, and in space by `turning` [N/m] across that direction.
template <int Dim>
Slip<Dim> slide(const Slip<Dim>& direction, double turning, ActiveFriction<Dim>& g) {
  g.coupling = g.bound_stiffness * direction;
  g.stick.setZero();
  if constexpr (Dim == 3) {
    g.stick = turning * (ActiveFriction<3>::Stick::Identity() - direction * direction.transpose());
  }
  return -g.bound * direction;
}

/// Sets and returns a force that sticks. `per_dq` is dw/d(T^T dq).
template <int Dim>
Slip<Dim> stick(const Coulomb& law, double per_dq, ActiveFriction<Dim>& g) {
  g.stick = law.c_tau * per_dq * ActiveFriction<Dim>::Stick::Identity();
  g.coupling.setZero();
  return -law.c_tau * g.slip;
}

/// Linearises friction where the force f is an unknown of its own: stick or slip is decided by the
/// trial force of sticking, which stays well scaled for any c_tau. Sets stick and coupling, and
/// returns the force to put on the right-hand side. Where a force slips along e = trial / |trial|,
/// f = b e, with k = b / |trial|, m the mobility and P = 1 - e e^T, its change is
///   df = e db + P (k df (1 - 1 / (m c_tau)) - k dw / m),
/// so that across e, with s = 1 - k + k / (m c_tau), f + df = f - f / s - k / (m s) dw.
template <int Dim>
[[nodiscard]] Slip<Dim> linearise_exactly(const Coulomb& law, double per_dq, double mobility,
                                          ActiveFriction<Dim>& g) {
  const Slip<Dim> trial = trial_force(law, g.force, g.slip, mobility);
  const double size = size_of(trial);
  if (size <= g.bound) return stick(law, per_dq, g);
  const double k = g.bound / size;
  const double share = 1.0 - k + k / (mobility * law.c_tau);
  const Slip<Dim> direction = trial / -size;  // of the slip
  Slip<Dim> f = slide<Dim>(direction, k / (mobility * share) * per_dq, g);
  if constexpr (Dim == 3) {
    f += (1.0 - 1.0 / share) * (g.force - g.force.dot(direction) * direction);
  }
  return f;
}

/// Linearises friction as nguyen2024's listing does: by the slip velocity of the iterate, and
/// without the torque rows of a slipping contact (it has no other torques). For large c_tau its
/// Newton iteration jumps between the two directions of slip.
template <int Dim>
[[nodiscard]] Slip<Dim> linearise_as_thesis(const Coulomb& law, double per_dq,
                                            ActiveFriction<Dim>& g) {
  g.torque_of_coupling = g.kind != FrictionKind::slide;
  const double speed = size_of(g.slip);
  if (law.c_tau * speed <= g.bound) return stick(law, per_dq, g);
  return slide<Dim>(g.slip / speed, g.bound / speed * per_dq, g);
}

}  // namespace impactbench
