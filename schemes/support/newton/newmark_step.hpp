#pragma once

#include "schemes/api/scheme.hpp"
#include "schemes/support/contacts/closed_contacts.hpp"
#include "schemes/support/newton/contact_response.hpp"
#include "schemes/support/newton/contact_system.hpp"
#include "schemes/support/newton/coulomb.hpp"
#include "schemes/support/newton/friction_rows.hpp"
#include "schemes/support/newton/near_list.hpp"
#include "schemes/support/newton/newton_settings.hpp"

#include <Eigen/Core>

#include <cstdint>
#include <vector>

namespace impactbench {

/// Newmark's method with gamma = 1, beta = 1/2,
///   q^{n+1} = q^n + h v^n + h^2/2 a^{n+1},  v^{n+1} = v^n + h a^{n+1}
///   <=>  v^{n+1} = (2/h) (q^{n+1} - q^n) - v^n,
/// with compliant contact, Coulomb friction and friction against rolling and twisting at the end of
/// the step (or over the step, for a law that looks back), solved by Newton's method:
///   (2 M / h^2 + A) dq = M (v^n - v) / h + p + F_ext,   q += dq,  v += (2/h) dq,
/// F_ext being the mean over the step,
/// A and p: contact_system.hpp, coulomb.hpp (no geometric stiffness). Starts from q = q^n + h v^n,
/// v = v^n; at least two iterations; stops when the 2-norm of dq over all degrees of freedom is
/// below the tolerance. Only bodies in contact enter the linear system. Forces that depend on the
/// place are taken at q^n + h/2 v^n, forces that depend on the velocity at v^n.
///
/// slip_newton = exact: a step that does not reduce the merit
///   |h^2/2 M^-1 r|^2 + sum over contacts of |h^2/2 T^T M^-1 T slip_defect|^2   [m^2]
/// (r: momentum residual, friction forces as unknowns, the sum over all kinds of friction) is
/// halved until it does, so that no sequence of iterates can repeat.
/// Source: nguyen2024, sections 4.2.1, 4.3.1, 4.5 and the appendix listing; semi-smooth Newton with
/// a line search: Alart & Curnier 1991 (Comput. Methods Appl. Mech. Eng. 92), De Luca et al. 1996.
template <int Dim, int Dofs>
class NewmarkStep : public Scheme {
 public:
  /// `looks_back`: the contact law is one over the step. System and solver must outlive this.
  NewmarkStep(const NewtonSettings& settings, const RoundSystem& system, const State& start,
              double h, bool looks_back, LinearSolver& solver);

  StepReport step(State& state) override;

 protected:
  using Contact = ActiveContact<Dim>;
  using Friction = ActiveFriction<Dim>;

  /// Adds the contacts of near() that are closed in iteration k, in their order. Friction forces
  /// start from `share` of the change of the last linearisation.
  virtual void add_contacts(const State& state, int k, double share) = 0;

  [[nodiscard]] const NearList<Dim, Dofs>& near() const { return near_; }
  [[nodiscard]] const RoundSystem& system() const { return *system_; }
  [[nodiscard]] double h() const { return h_; }

  /// Body i at its iterate and at the start q0 of the step.
  [[nodiscard]] LawBody<Dim> body(int i, const Eigen::VectorXd& q0) const {
    const auto at = static_cast<std::size_t>(i);
    return {centre<Dim, Dofs>(q_, i), centre<Dim, Dofs>(q0, i), system_->bodies().radius[at],
            system_->bodies().mass[at]};
  }

  /// Adds a contact whose friction has this law and opposes the slip of velocity(entry of v).
  template <class Velocity>
  void add(const ContactKey& key, const ContactResponse<Dim>& response, const ContactLaw& law,
           double share, std::size_t& cursor, const Velocity& velocity) {
    contacts_.normal.push_back({key, response.normal, response.force, response.stiffness});
    if (rows_.act()) add_friction(response, law, share, cursor, velocity);
  }

  Eigen::VectorXd q_, v_;  ///< the iterate

 private:
  /// The friction of the contact that was added last.
  template <class Velocity>
  void add_friction(const ContactResponse<Dim>& response, const ContactLaw& law, double share,
                    std::size_t& cursor, const Velocity& velocity) {
    const Contact& contact = contacts_.normal.back();
    const bool goes_on = searches_ && advance_to(last_.normal, cursor, contact.key,
                                                 [](const Contact& old) { return old.key; });
    for (std::size_t k = 0; k < contacts_.kinds; ++k) {
      Friction& g = contacts_.friction.emplace_back();
      g.kind = rows_.kinds()[k];
      rows_.set(contact, response, law, velocity, g);
      if (!goes_on) continue;
      const Friction& old = last_.friction[cursor * contacts_.kinds + k];
      g.force = in_new_tangents(g.kind, last_.normal[cursor].normal,
                                Slip<Dim>(old.force + share * old.change), response.normal);
    }
  }

  /// Calls f(contact, friction) for every contact and each kind of its friction.
  template <class F>
  void for_each_friction(F&& f) {
    Friction* g = contacts_.friction.data();
    for (const Contact& c : contacts_.normal) {
      for (std::size_t k = 0; k < contacts_.kinds; ++k)
        f(c, *g++);
    }
  }

  /// Finds the closed contacts (contacts_) and the momentum residual with their forces (residual_).
  void collect(const State& state, int k, double share);
  /// Sets the iterate to q^n + h v^n and v^n, in one pass over memory.
  void start_from(const State& state);
  /// Makes the iterate the end of the step; q may continue beyond the bodies with memory of forces.
  void accept(State& state);
  /// Records the forces of the last linear system, including those of its solution.
  void record(ContactImpulses& out) const;
  void compute_mean_force(const State& state);
  /// True where newton_stop = two_cycle ends the step, though it has not converged.
  [[nodiscard]] bool reverses_last_step() const;
  /// Sets M (v^n - v) / h + F_ext. A body without contact in this step has converged in the first
  /// iteration: after that only the others are treated.
  void start_residual(const State& state, int k);
  void involve(int body, std::int64_t step);
  /// Sets dq of the bodies out of contact. For bodies without contact in this step it is zero after
  /// the first iteration, and is written only where it is read.
  void fly(int k);
  /// Adds dq, and returns its norm.
  double move(int k);
  /// move in one pass over memory, which in a gas is most of the cost of a body.
  double move_all();
  [[nodiscard]] double mobility(const Friction& g) const;
  [[nodiscard]] double merit() const;
  /// Halves the last correction until the merit has fallen.
  void search(const State& state, int k);
  /// Chooses stick or slip; the constant part of the linear law goes to the right-hand side.
  void linearise();
  /// Adds to the changes of the friction forces their response to dq.
  void complete_friction_changes();

  NewtonSettings settings_;
  Coulomb coulomb_;
  FrictionRows<Dim, Dofs> rows_;
  const RoundSystem* system_{nullptr};
  double h_{0.0};
  double per_dq_{0.0};    ///< change of the slip velocity per T dq [1/s]
  bool searches_{false};  ///< friction forces are unknowns, and steps are halved where needed
  bool keeps_corrections_{false};  ///< corrections are read as a whole, not by their norm alone
  double last_merit_{0.0};
  double last_change_{0.0};  ///< norm of the last correction [m]
  NearList<Dim, Dofs> near_;
  ContactSystem<Dim, Dofs> linear_;
  ActiveContacts<Dim> contacts_, last_;
  std::vector<Eigen::Index> involved_;     ///< first entries of the bodies in contact in this step
  std::vector<std::int64_t> involved_in_;  ///< last step with contact, per body
  Eigen::VectorXd flight_;                 ///< h^2/2 M^-1
  Eigen::VectorXd mass_per_step_;          ///< M / h
  Eigen::VectorXd fall_;                   ///< h^2/2 M^-1 F
  Eigen::VectorXd mean_force_;             ///< over the step, where it is not the weight alone
  const Eigen::VectorXd* external_{nullptr};  ///< F_ext: the weight, or mean_force_
  Eigen::VectorXd place_;                     ///< where F_ext is taken: the middle of the step
  Eigen::VectorXd residual_, dq_, previous_;
};

extern template class NewmarkStep<1, 1>;
extern template class NewmarkStep<2, 2>;
extern template class NewmarkStep<2, 3>;
extern template class NewmarkStep<3, 3>;
extern template class NewmarkStep<3, 6>;

}  // namespace impactbench
