#pragma once

#include "schemes/api/scheme.hpp"
#include "schemes/support/closed_contacts.hpp"
#include "schemes/support/contact_response.hpp"
#include "schemes/support/contact_system.hpp"
#include "schemes/support/coulomb.hpp"
#include "schemes/support/dissipation.hpp"
#include "schemes/support/friction_rows.hpp"
#include "schemes/support/near_list.hpp"
#include "schemes/support/newton_settings.hpp"
#include "schemes/support/record_contact.hpp"

#include <Eigen/Core>

#include <cmath>
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
template <NormalLaw Law, int Dim, int Dofs>
class NewmarkNewton final : public Scheme {
 public:
  NewmarkNewton(const Law& law, const Compliance& contact, const NewtonSettings& settings,
                const RoundSystem& system, const State& start, double h, LinearSolver& solver) {
    system_ = &system;
    bodies_ = round_bodies(system);
    contact_ = contact;
    law_ = law;
    settings_ = settings;
    h_ = h;
    const double c = contact.per_root_radius ? 1.0 : contact.coefficient;
    for (const ContactLaw& pair : system.laws().table())
      losses_.push_back({Dissipation(pair.restitution, contact.end, c, h), pair});
    law_.coefficient = c;
    law_.dissipation = losses_.front().dissipation;
    contacts_differ_ = contact.per_root_radius || losses_.size() > 1;
    coulomb_.c_tau = settings.c_tau;
    rows_.prepare(system);
    law_of_contact_ = system.law();
    searches_ = rows_.act() && settings_.slip_newton == "exact";
    per_dq_ = (Law::looks_back ? 1.0 : 2.0) / h;
    const Eigen::Index dofs = system.dofs();
    for (Eigen::VectorXd* work : {&q_, &v_, &residual_, &dq_, &previous_}) {
      work->setZero(dofs);
    }
    flight_ = 0.5 * h * h * system.mass().cwiseInverse();
    mass_per_step_ = system.mass() / h;
    external_ = &system_->weight();
    if (!system_->constant_force()) {
      mean_force_ = system_->weight();
      external_ = &mean_force_;
    }
    fall_ = flight_.cwiseProduct(*external_);
    keeps_corrections_ = searches_ || settings_.newton_stop == "two_cycle";
    near_.prepare(*system_, start.q, Law::looks_back);
    const std::size_t n = system_->bodies().size();
    const std::size_t contacts = ClosedContacts<Dim>::per_body * n;
    contacts_.clear();
    contacts_.reserve(contacts, rows_.kinds().size());
    if (searches_) last_.reserve(contacts, rows_.kinds().size());
    involved_.reserve(n);
    involved_in_.assign(n, -1);
    linear_.prepare(*system_, h, rows_.act(), solver);
  }

  StepReport step(State& state) override {
    StepReport report;
    if (external_ == &mean_force_) compute_mean_force(state);
    start_from(state);
    involved_.clear();
    bool converged = false, cycles = false;
    for (int k = 1; k <= settings_.newton_limit && !converged && !cycles; ++k) {
      report.nonlinear_iterations = k;
      enter(Phase::detection);
      if (k == 1) {
        near_.start(state.q, q_);
      } else {
        near_.follow(report.own_residual, state.q, q_);
      }
      enter(Phase::assembly);
      collect(state, k, 1.0);
      if (searches_) search(state, k);
      linearise();
      if (!contacts_.normal.empty()) linear_.assemble(contacts_);
      enter(Phase::solve);
      fly(k);
      if (!contacts_.normal.empty() && !linear_.solve(residual_, dq_, report)) return report;
      enter(Phase::update);
      report.own_residual = move(k);
      if (!std::isfinite(report.own_residual)) {
        report.status = StepStatus::breakdown;
        report.reason = "the Newton correction is not a number";
        return report;
      }
      converged = k > 1 && small_enough(settings_, report.own_residual, last_change_);
      cycles = k > 1 && !converged && reverses_last_step();
      last_change_ = report.own_residual;
      if (searches_) complete_friction_changes();
      previous_.swap(dq_);
    }
    if (!converged) {
      report.status = StepStatus::not_converged;
      report.two_cycle = cycles;
      report.reason = newton_failed(cycles);
    }
    accept(state);
    ++state.step;
    if (recorded() != nullptr) record(*recorded());
    return report;
  }

 private:
  /// q^n + h v^n and v^n, in one pass over memory.
  void start_from(const State& state) {
    const double *q = state.q.data(), *v = state.v.data();
    double *q_end = q_.data(), *v_end = v_.data();
    for (Eigen::Index k = 0, n = state.v.size(); k < n; ++k) {
      q_end[k] = q[k] + h_ * v[k];
      v_end[k] = v[k];
    }
  }

  using Contact = ActiveContact<Dim>;
  using Friction = ActiveFriction<Dim>;

  /// The iterate becomes the end of the step; behind the bodies q may hold what forces remember.
  void accept(State& state) {
    if (state.q.size() == q_.size()) {
      state.q.swap(q_);
    } else {
      state.q.head(q_.size()) = q_;
      system_->remember(state.q);
    }
    state.v.swap(v_);
  }

  /// The forces that the last linear system had, those of its solution included.
  void record(ContactImpulses& out) const {
    const Eigen::VectorXd& dq = previous_;
    out.clear(rows_.act() ? Dim : 1, Dofs);
    const auto force_of = [&](const Contact& c, const Friction& g) {
      Slip<Dim> f = g.force + g.change;
      if (!searches_) {
        f += g.coupling * along_normal<Dofs>(c, dq) -
             g.stick * along_tangents<Dofs>(c, g, [&](Eigen::Index i) { return dq[i]; });
      }
      return f;
    };
    for (std::size_t k = 0; k < contacts_.normal.size(); ++k) {
      const Contact& c = contacts_.normal[k];
      const auto kinds = contacts_.friction_of(k);
      const Friction g = kinds.empty() ? Friction{} : kinds.front();
      const double lam = c.force - c.stiffness * along_normal<Dofs>(c, dq);
      record_contact<Dim, Dofs>(c.key, c.normal, g.lever_i, g.lever_j, h_ * lam,
                                h_ * force_of(c, g), out);
      if (kinds.size() < 2) continue;
      Slide<Dim> torque = Slide<Dim>::Zero();
      for (const Friction& turns : kinds.subspan(1))
        torque += torque_on_first(c, turns, force_of(c, turns));
      torque *= h_;
      out.resistance.insert(out.resistance.end(), torque.begin(), torque.end());
    }
  }

  void compute_mean_force(const State& state) {
    const double t = static_cast<double>(state.step) * h_;
    place_ = state.q;
    place_.head(state.v.size()) += (0.5 * h_) * state.v;
    system_->mean_force(t, t + h_, place_, state.v, mean_force_);
    fall_ = flight_.cwiseProduct(mean_force_);
  }

  /// newton_stop = two_cycle ends the step there, though it has not converged.
  [[nodiscard]] bool reverses_last_step() const {
    return settings_.newton_stop == "two_cycle" &&
           (dq_ + previous_).norm() < settings_.newton_tolerance;
  }

  /// The closed contacts into contacts_, the momentum residual with their forces into residual_.
  /// Friction forces go on from the last linearisation, of whose change they take `share`. What it
  /// calls is inlined: calls for each contact were 5 % of the instructions of a run of 529 discs.
  [[gnu::flatten]] void collect(const State& state, int k, double share) {
    if (searches_ && share == 1.0) last_.swap(contacts_);
    contacts_.clear();
    std::size_t cursor = 0;
    for (const auto [i, w] : near_.walls()) {
      compute_losses(i, -1 - w);
      const auto response = law_.obstacle(body(i, state.q), system_->obstacles()[index(w)], k);
      if (response) add(wall_key(i, w), *response, state.q, share, cursor);
    }
    for (const auto [i, j] : near_.pairs()) {
      compute_losses(i, j);
      const auto response = law_.pair(body(i, state.q), body(j, state.q), k);
      if (response) add({i, j}, *response, state.q, share, cursor);
    }
    start_residual(state, k);
    if (!rows_.act()) {
      for (const Contact& c : contacts_.normal)
        add_normal_force<Dofs>(c, c.force, residual_);
    }
    for_each_friction([&](const Contact& c, const Friction& g) {
      add_force<Dofs>(c, g, g.kind == FrictionKind::slide ? c.force : 0.0, g.force, residual_);
    });
  }

  /// What the law of a contact is to the next response of law_ and to its friction.
  void compute_losses(int body, int partner) {
    if (!contacts_differ_) return;
    const Losses& own = losses_[system_->law_place(body, partner)];
    law_.dissipation = own.dissipation;
    law_of_contact_ = own.law;
    if (!contact_.per_root_radius) return;
    const double c =
        contact_.of_contact(reduced_radius(bodies_, body, partner), partner < 0).coefficient;
    law_.coefficient = c;
    law_.dissipation = own.dissipation.stiffened(c);
  }

  /// M (v^n - v) / h + F_ext. A body that has touched nothing in this step has got there with the
  /// first iteration: from then on only the others are looked at.
  void start_residual(const State& state, int k) {
    for (const Contact& c : contacts_.normal) {
      involve(c.key.body, state.step);
      if (!is_wall(c.key)) involve(c.key.partner, state.step);
    }
    const Eigen::VectorXd& weight = *external_;
    if (k == 1) {  // v = v^n
      for (const Eigen::Index at : involved_)
        residual_.segment<Dofs>(at) = weight.segment<Dofs>(at);
      return;
    }
    for (const Eigen::Index at : involved_) {
      residual_.segment<Dofs>(at) = mass_per_step_.segment<Dofs>(at).cwiseProduct(
                                        state.v.segment<Dofs>(at) - v_.segment<Dofs>(at)) +
                                    weight.segment<Dofs>(at);
    }
  }

  void involve(int body, std::int64_t step) {
    if (involved_in_[index(body)] == step) return;
    involved_in_[index(body)] = step;
    involved_.push_back(Dofs * static_cast<Eigen::Index>(body));
  }

  /// dq of the bodies that touch nothing. After the first iteration that of bodies that have
  /// touched nothing in this step is zero, and written only where somebody reads it.
  void fly(int k) {
    if (k == 1) {
      dq_ = fall_;
    } else if (keeps_corrections_) {
      dq_.setZero();
    }
    for (const Eigen::Index at : involved_)
      dq_.segment<Dofs>(at) = flight_.segment<Dofs>(at).cwiseProduct(residual_.segment<Dofs>(at));
  }

  /// Adds dq, and returns its norm.
  double move(int k) {
    if (k == 1) return move_all();
    double sum = 0.0;
    for (const Eigen::Index at : involved_) {
      const Vec<Dofs> d = dq_.segment<Dofs>(at);
      q_.segment<Dofs>(at) += d;
      v_.segment<Dofs>(at) += (2.0 / h_) * d;
      sum += d.squaredNorm();
    }
    return std::sqrt(sum);
  }

  /// One pass over memory: in a gas it is most of what a body costs.
  double move_all() {
    const double per_length = 2.0 / h_;
    using Entries = Eigen::Array<double, Dofs, 1>;
    Entries squares = Entries::Zero();
    for (Eigen::Index at = 0; at < dq_.size(); at += Dofs) {
      const Entries d = dq_.segment<Dofs>(at);
      q_.segment<Dofs>(at).array() += d;
      v_.segment<Dofs>(at).array() += per_length * d;
      squares += d * d;
    }
    return std::sqrt(squares.sum());
  }

  [[nodiscard]] LawBody<Dim> body(int i, const Eigen::VectorXd& q0) const {
    return {centre<Dim, Dofs>(q_, i), centre<Dim, Dofs>(q0, i), system_->bodies().radius[index(i)],
            system_->bodies().mass[index(i)]};
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

  void add(const ContactKey& key, const ContactResponse<Dim>& response, const Eigen::VectorXd& q0,
           double share, std::size_t& cursor) {
    contacts_.normal.push_back({key, response.normal, response.force, response.stiffness});
    if (rows_.act()) add_friction(response, q0, share, cursor);
  }

  /// The friction of the contact that was added last.
  void add_friction(const ContactResponse<Dim>& response, const Eigen::VectorXd& q0, double share,
                    std::size_t& cursor) {
    const Contact& contact = contacts_.normal.back();
    const bool goes_on = searches_ && advance_to(last_.normal, cursor, contact.key,
                                                 [](const Contact& old) { return old.key; });
    for (std::size_t k = 0; k < contacts_.kinds; ++k) {
      Friction& g = contacts_.friction.emplace_back();
      g.kind = rows_.kinds()[k];
      rows_.set(
          contact, response, law_of_contact_, [&](Eigen::Index i) { return velocity(i, q0); }, g);
      if (!goes_on) continue;
      const Friction& old = last_.friction[cursor * contacts_.kinds + k];
      g.force = in_new_tangents(g.kind, last_.normal[cursor].normal,
                                Slip<Dim>(old.force + share * old.change), response.normal);
    }
  }

  /// The velocity whose slip friction opposes.
  [[nodiscard]] double velocity(Eigen::Index k, const Eigen::VectorXd& q0) const {
    return Law::looks_back ? (q_[k] - q0[k]) / h_ : v_[k];
  }

  [[nodiscard]] double mobility(const Friction& g) const {
    return per_dq_ * 0.5 * h_ * h_ * g.inverse_mass;
  }

  [[nodiscard]] double merit() const {
    const double metres = 0.5 * h_ * h_;
    double sum = 0.0;
    for (const Eigen::Index at : involved_)
      sum += flight_.segment<Dofs>(at).cwiseProduct(residual_.segment<Dofs>(at)).squaredNorm();
    for (const Friction& g : contacts_.friction) {
      const double per_force = metres * g.inverse_mass;
      sum += (per_force * slip_defect(coulomb_, g, mobility(g))).squaredNorm();
    }
    return std::sqrt(sum);
  }

  /// Halves the last correction until the merit has fallen.
  void search(const State& state, int k) {
    constexpr double shortest = 1.0 / 1024.0;
    double now = merit();
    for (double share = 1.0; k > 1 && share > shortest && now > 0.01 * settings_.newton_tolerance &&
                             !(now < (1.0 - 1e-4 * share) * last_merit_);) {
      share *= 0.5;
      // A body that touches nothing has got there with its first correction, and keeps it.
      for (const Eigen::Index at : involved_) {
        q_.segment<Dofs>(at) -= share * previous_.segment<Dofs>(at);
        v_.segment<Dofs>(at) -= (2.0 / h_ * share) * previous_.segment<Dofs>(at);
      }
      near_.follow(share * previous_.norm(), state.q, q_);
      collect(state, k, share);
      now = merit();
    }
    last_merit_ = now;
  }

  /// Chooses stick or slip; friction goes to the right-hand side as the linear law has it.
  void linearise() {
    for_each_friction([&](const Contact& c, Friction& g) {
      const Slip<Dim> f = searches_ ? linearise_exactly(coulomb_, per_dq_, mobility(g), g)
                                    : linearise_as_thesis(coulomb_, per_dq_, g);
      g.change = f - g.force;
      add_force<Dofs>(c, g, 0.0, g.change, residual_);
    });
  }

  /// Adds to the changes of the friction forces what dq makes of them.
  void complete_friction_changes() {
    for_each_friction([&](const Contact& c, Friction& g) {
      const Slip<Dim> along_t = along_tangents<Dofs>(c, g, [&](Eigen::Index k) { return dq_[k]; });
      g.change += g.coupling * along_normal<Dofs>(c, dq_) - g.stick * along_t;
    });
  }

  static std::size_t index(int i) { return static_cast<std::size_t>(i); }
  Law law_{};
  Compliance contact_;
  NewtonSettings settings_;
  struct Losses {
    Dissipation dissipation;
    ContactLaw law;
  };
  std::vector<Losses> losses_;   ///< by the places of MaterialLaws; with per_root_radius of c = 1
  bool contacts_differ_{false};  ///< in stiffness or losses
  Coulomb coulomb_;
  FrictionRows<Dim, Dofs> rows_;
  ContactLaw law_of_contact_;  ///< of the contact at hand
  const RoundSystem* system_{nullptr};
  RoundBodies bodies_;
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
  Eigen::VectorXd q_, v_, residual_, dq_, previous_;
};

}  // namespace impactbench
