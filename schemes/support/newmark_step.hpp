#pragma once

#include "schemes/api/scheme.hpp"
#include "schemes/support/closed_contacts.hpp"
#include "schemes/support/contact_response.hpp"
#include "schemes/support/contact_system.hpp"
#include "schemes/support/coulomb.hpp"
#include "schemes/support/friction_rows.hpp"
#include "schemes/support/near_list.hpp"
#include "schemes/support/newton_settings.hpp"

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
/// below the tolerance. Only bodies that touch something enter the linear system. Forces of the
/// place are those at q^n + h/2 v^n, forces of the velocity those at v^n.
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
  /// `looks_back`: the law of contact is one over the step. System and solver must outlive this.
  NewmarkStep(const NewtonSettings& settings, const RoundSystem& system, const State& start,
              double h, bool looks_back, LinearSolver& solver);

  StepReport step(State& state) override;

 protected:
  using Contact = ActiveContact<Dim>;
  using Friction = ActiveFriction<Dim>;

  /// Adds the contacts that are closed in iteration k, of those that near() lists, in their order.
  /// Friction forces go on from the last linearisation, of whose change they take `share`.
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

  /// A contact whose friction has this law and opposes the slip of velocity(entry of v).
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

  /// f(contact, friction) for every contact and each kind of its friction; nothing without any.
  template <class F>
  void for_each_friction(F&& f) {
    Friction* g = contacts_.friction.data();
    for (const Contact& c : contacts_.normal) {
      for (std::size_t k = 0; k < contacts_.kinds; ++k)
        f(c, *g++);
    }
  }

  /// The closed contacts into contacts_, the momentum residual with their forces into residual_.
  void collect(const State& state, int k, double share);
  /// q^n + h v^n and v^n, in one pass over memory.
  void start_from(const State& state);
  /// The iterate becomes the end of the step; behind the bodies q may hold what forces remember.
  void accept(State& state);
  /// The forces that the last linear system had, those of its solution included.
  void record(ContactImpulses& out) const;
  void compute_mean_force(const State& state);
  /// newton_stop = two_cycle ends the step there, though it has not converged.
  [[nodiscard]] bool reverses_last_step() const;
  /// M (v^n - v) / h + F_ext. A body that has touched nothing in this step has got there with the
  /// first iteration: from then on only the others are looked at.
  void start_residual(const State& state, int k);
  void involve(int body, std::int64_t step);
  /// dq of the bodies that touch nothing. After the first iteration that of bodies that have
  /// touched nothing in this step is zero, and written only where somebody reads it.
  void fly(int k);
  /// Adds dq, and returns its norm.
  double move(int k);
  /// One pass over memory: in a gas it is most of what a body costs.
  double move_all();
  [[nodiscard]] double mobility(const Friction& g) const;
  [[nodiscard]] double merit() const;
  /// Halves the last correction until the merit has fallen.
  void search(const State& state, int k);
  /// Chooses stick or slip; friction goes to the right-hand side as the linear law has it.
  void linearise();
  /// Adds to the changes of the friction forces what dq makes of them.
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
