#pragma once

#include "schemes/support/laws/dissipation.hpp"
#include "schemes/support/newton/contact_response.hpp"
#include "schemes/support/newton/newmark_step.hpp"

#include <vector>

namespace impactbench {

/// The step of newmark_step.hpp with contacts of this law, which may dissipate, may differ from one
/// pair of materials to another, and may depend on the radii.
template <NormalLaw Law, int Dim, int Dofs>
class NewmarkNewton final : public NewmarkStep<Dim, Dofs> {
 public:
  NewmarkNewton(const Law& law, const Compliance& contact, const NewtonSettings& settings,
                const RoundSystem& system, const State& start, double h, LinearSolver& solver)
      : Step(settings, system, start, h, Law::looks_back, solver),
        law_(law),
        contact_(contact),
        law_of_contact_(system.law()),
        bodies_(round_bodies(system)) {
    const double c = contact.per_root_radius ? 1.0 : contact.coefficient;
    for (const ContactLaw& pair : system.laws().table())
      losses_.push_back({Dissipation(pair.restitution, contact.end, c, h), pair});
    law_.coefficient = c;
    law_.dissipation = losses_.front().dissipation;
    contacts_differ_ = contact.per_root_radius || losses_.size() > 1;
  }

 private:
  using Step = NewmarkStep<Dim, Dofs>;

  /// The compiler inlines everything that this calls: calls for each contact took 5 % of the
  /// instructions of a run of 529 discs.
  [[gnu::flatten]] void add_contacts(const State& state, int k, double share) override {
    std::size_t cursor = 0;
    const auto velocity = [&](Eigen::Index i) { return this->velocity(i, state.q); };
    for (const auto [i, w] : this->near().walls()) {
      compute_losses(i, -1 - w);
      const auto& obstacle = this->system().obstacles()[static_cast<std::size_t>(w)];
      const auto response = law_.obstacle(this->body(i, state.q), obstacle, k);
      if (response) this->add(wall_key(i, w), *response, law_of_contact_, share, cursor, velocity);
    }
    for (const auto [i, j] : this->near().pairs()) {
      compute_losses(i, j);
      const auto response = law_.pair(this->body(i, state.q), this->body(j, state.q), k);
      if (response) this->add({i, j}, *response, law_of_contact_, share, cursor, velocity);
    }
  }

  /// Sets law_ and law_of_contact_ for the contact of these two.
  void compute_losses(int body, int partner) {
    if (!contacts_differ_) return;
    const Losses& own = losses_[this->system().law_place(body, partner)];
    law_.dissipation = own.dissipation;
    law_of_contact_ = own.law;
    if (!contact_.per_root_radius) return;
    const double c =
        contact_.of_contact(reduced_radius(bodies_, body, partner), partner < 0).coefficient;
    law_.coefficient = c;
    law_.dissipation = own.dissipation.stiffened(c);
  }

  /// The velocity whose slip friction opposes.
  [[nodiscard]] double velocity(Eigen::Index k, const Eigen::VectorXd& q0) const {
    return Law::looks_back ? (this->q_[k] - q0[k]) / this->h() : this->v_[k];
  }

  Law law_;
  Compliance contact_;
  ContactLaw law_of_contact_;  ///< of the contact at hand
  RoundBodies bodies_;
  struct Losses {
    Dissipation dissipation;
    ContactLaw law;
  };
  std::vector<Losses> losses_;   ///< by the places of MaterialLaws; with per_root_radius of c = 1
  bool contacts_differ_{false};  ///< in stiffness or losses
};

}  // namespace impactbench
