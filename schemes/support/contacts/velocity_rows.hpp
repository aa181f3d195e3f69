#pragma once

#include "problems/model/round_system.hpp"
#include "schemes/solvers/api/contact_problem.hpp"
#include "schemes/support/contacts/closed_contacts.hpp"
#include "schemes/support/contacts/contact_rows.hpp"

#include <Eigen/Core>

#include <algorithm>
#include <cstddef>

namespace impactbench {

/// Writes the contacts of round bodies into a problem of velocities: the rows of contact_rows.hpp,
///
///   b = u(v^n + h M^-1 F) + e u(v^n),   e the normal or tangential restitution of the contact,
///
/// with u relative to the surface of a moving obstacle. A contact with five rows also has friction
/// against rolling: om_i - om_j along both tangents, without rebound, and mu_r is rolling_friction
/// times the reduced radius. The plane has one tangent and one axis, and zeros for the second of
/// both. Where contacts resist twisting instead, these two rows are om_i - om_j along the normal
/// and zeros, with twisting_friction.
template <int Dim, int Dofs>
struct VelocityRows {
  const RoundSystem& system;
  const RoundBodies& bodies;
  const Eigen::VectorXd& v;     ///< v^n
  const Eigen::VectorXd& kick;  ///< h M^-1 F
  ContactProblem& problem;
  bool rebounds{true};  ///< else e = 0

  void write(std::size_t c, const ClosedContact<Dim>& contact) const {
    const int i = contact.key.body, partner = contact.key.partner;
    problem.body_a[c] = i;
    problem.body_b[c] = partner < 0 ? ContactProblem::fixed : partner;
    const ContactLaw& law = system.law(i, partner);
    problem.friction[c] = law.friction;
    const ContactRows<Dim> e = contact_rows(contact.normal);
    if (problem.rows == 5) {
      problem.rolling[c] = (twists() ? law.twisting_friction : law.rolling_friction) *
                           reduced_radius(bodies, i, partner);
      write_rolling(c, e);
    }
    for (std::size_t row = 0; row < std::min<std::size_t>(rows(), Dim); ++row) {
      auto both = cleared(c, row);
      both.a.template head<Dim>() = e.along[row];
      if (partner >= 0) both.b.template head<Dim>() = -e.along[row];
      if constexpr (Dofs > Dim) {
        both.a.template tail<Dofs - Dim>() =
            bodies.radius[static_cast<std::size_t>(i)] * e.turn[row];
        if (partner >= 0)
          both.b.template tail<Dofs - Dim>() =
              bodies.radius[static_cast<std::size_t>(partner)] * e.turn[row];
      }
      compute_velocity(c, row, restitution(law, row));
    }
    if (partner < 0 && system.surfaces_move()) compute_surface(c, contact, e, law);
  }

 private:
  using Row = Eigen::Map<Vec<Dofs>>;
  struct BothRows {
    Row a, b;
  };
  [[nodiscard]] std::size_t rows() const { return static_cast<std::size_t>(problem.rows); }

  [[nodiscard]] double restitution(const ContactLaw& law, std::size_t row) const {
    if (!rebounds) return 0.0;
    return row == 0 ? law.restitution : law.tangential_restitution;
  }
  [[nodiscard]] bool twists() const { return Dim == 3 && system.law().twisting_friction > 0.0; }
  /// The axis of the moment of this row.
  [[nodiscard]] Vec<3> axis(const ContactRows<3>& e, std::size_t row) const {
    if (!twists()) return e.along[row - 2];
    return row == 3 ? Vec<3>(-e.along[0]) : Vec<3>(Vec<3>::Zero());
  }

  void write_rolling(std::size_t c, const ContactRows<Dim>& e) const {
    if constexpr (Dim == 3 && Dofs > Dim) {
      for (std::size_t row = 3; row < 5; ++row) {
        auto both = cleared(c, row);
        both.a.template tail<3>() = axis(e, row);
        if (problem.body_b[c] != ContactProblem::fixed) both.b.template tail<3>() = -axis(e, row);
        compute_velocity(c, row, 0.0);
      }
    }
    if constexpr (Dim == 2 && Dofs > Dim) {
      for (std::size_t row = 2; row < 5; ++row) {
        auto both = cleared(c, row);
        if (row == 3) both.a[Dim] = 1.0;
        if (row == 3 && problem.body_b[c] != ContactProblem::fixed) both.b[Dim] = -1.0;
        compute_velocity(c, row, 0.0);
      }
    }
  }

  void compute_surface(std::size_t c, const ClosedContact<Dim>& contact, const ContactRows<Dim>& e,
                       const ContactLaw& law) const {
    const Obstacle& o = system.obstacles()[static_cast<std::size_t>(-1 - contact.key.partner)];
    const Vec<Dim> moves = surface_velocity<Dim>(o, contact.normal);
    double* b = problem.b.data() + c * rows();
    for (std::size_t row = 1; row < std::min<std::size_t>(rows(), Dim); ++row)
      b[row] -= (1.0 + restitution(law, row)) * e.along[row].dot(moves);
    if constexpr (Dim == 3) {
      for (std::size_t row = 3; row < rows(); ++row)
        b[row] -= axis(e, row).dot(o.spin);
    }
    if (Dim == 2 && rows() == 5) b[3] -= o.spin.z();
  }

  [[nodiscard]] BothRows cleared(std::size_t c, std::size_t row) const {
    const std::size_t at = (c * rows() + row) * static_cast<std::size_t>(Dofs);
    BothRows out{Row(problem.jacobian_a.data() + at), Row(problem.jacobian_b.data() + at)};
    out.a.setZero();
    out.b.setZero();
    return out;
  }

  void compute_velocity(std::size_t c, std::size_t row, double restitution) const {
    const std::size_t at = (c * rows() + row) * static_cast<std::size_t>(Dofs);
    problem.b[c * rows() + row] =
        along(problem.jacobian_a.data() + at, problem.body_a[c], restitution) +
        along(problem.jacobian_b.data() + at, problem.body_b[c], restitution);
  }

  [[nodiscard]] double along(const double* row, int body, double restitution) const {
    if (body == ContactProblem::fixed) return 0.0;
    double sum = 0.0;
    for (Eigen::Index k = 0; k < Dofs; ++k) {
      const Eigen::Index at = static_cast<Eigen::Index>(Dofs) * body + k;
      sum += row[k] * (v[at] + kick[at] + restitution * v[at]);
    }
    return sum;
  }
};

}  // namespace impactbench
