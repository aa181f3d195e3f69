#pragma once

#include "problems/contact/neighbours.hpp"
#include "schemes/solvers/api/contact_impulses.hpp"
#include "schemes/support/contacts/closed_contacts.hpp"
#include "schemes/support/contacts/impulse_cache.hpp"
#include "schemes/time_dg/time_dg.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace impactbench::time_dg {

/// Steps of round bodies with so many degrees of freedom each (more than the dimension if they
/// rotate); time_dg.hpp has the equations.
template <int Dim, int Dofs>
class RoundJumps final : public Scheme {
 public:
  RoundJumps(const Params& params, const RoundSystem& system, const State& start, double h,
             ContactSolver& solver);
  StepReport step(State& state) override;

  /// The problem of the impacts, if there were any; else that of the forces at the end.
  [[nodiscard]] const ContactProblem* contact_problem() const override {
    return &(jumps_ ? impacts_ : end_).problem;
  }
  [[nodiscard]] std::span<const double> impulses() const override {
    return (jumps_ ? impacts_ : end_).impulses;
  }

 private:
  using Contacts = std::vector<ClosedContact<Dim>>;
  /// One of the contact problems of a step.
  struct Stage {
    Contacts contacts;
    ContactProblem problem;
    std::vector<double> impulses;
    ImpulseCache<Dim> kept;
  };

  void prepare(Stage& stage);
  void find(const Eigen::VectorXd& q);
  [[nodiscard]] Vec<Dim> normal(const ContactKey& key, const Eigen::VectorXd& q) const;
  [[nodiscard]] Vec<Dim> contact_velocity(const ContactKey& key, const Vec<Dim>& n,
                                          const Eigen::VectorXd& v) const;
  [[nodiscard]] double rate(const Stage& stage, std::size_t c, std::size_t row,
                            const Eigen::VectorXd& v) const;
  [[nodiscard]] bool approaches(const Contacts& contacts, const Eigen::VectorXd& v) const;
  void set_start(const Eigen::VectorXd& q);
  void set_slip(double* b, const double* slip, std::size_t rows, double change, double arm) const;
  void set_end(Stage& stage, const Eigen::VectorXd& v, bool rebounds);
  void set_impacts(const Eigen::VectorXd& v);
  void hit_at_start(const Eigen::VectorXd& q, StepReport& report);
  void solve(Stage& stage, bool keeps, StepReport& report);
  void apply(const Stage& stage, Eigen::VectorXd& v) const;
  void record(const Stage& stage, double share);
  [[nodiscard]] double radius(int body) const {
    return bodies_.radius[static_cast<std::size_t>(body)];
  }

  const RoundSystem* system_;
  RoundBodies bodies_;
  ContactSolver& solver_;
  double h_;
  double reach_;  ///< gaps below it are closed [m]
  bool warm_start_;
  bool driven_;  ///< F differs from step to step
  Neighbours<Dim, Dofs> neighbours_;
  ClosedContacts<Dim> found_;
  Stage start_, end_, impacts_;
  Eigen::VectorXd inverse_mass_, kick_, place_, ahead_, none_;
  Eigen::VectorXd from_;  ///< v^n, after line 0
  State next_;            ///< q^{n+1}, v^- and then v^{n+1}
  bool jumps_{false};
};

extern template class RoundJumps<1, 1>;
extern template class RoundJumps<2, 2>;
extern template class RoundJumps<2, 3>;
extern template class RoundJumps<3, 3>;
extern template class RoundJumps<3, 6>;

}  // namespace impactbench::time_dg
