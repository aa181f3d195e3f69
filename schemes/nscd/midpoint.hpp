#pragma once

#include "problems/contact/neighbours.hpp"
#include "schemes/api/scheme.hpp"
#include "schemes/nscd/nscd.hpp"
#include "schemes/solvers/api/contact_impulses.hpp"
#include "schemes/support/closed_contacts.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace impactbench::nscd {

/// Moreau's midpoint step of round bodies with so many degrees of freedom each: more than the
/// dimension where they rotate.
template <int Dim, int Dofs>
class Midpoint final : public Scheme {
 public:
  Midpoint(const Params& params, const RoundSystem& system, const State& start, double h,
           ContactSolver& solver);
  StepReport step(State& state) override;

  [[nodiscard]] const ContactProblem* contact_problem() const override { return &problem_; }
  [[nodiscard]] std::span<const double> impulses() const override { return impulses_; }

 private:
  static constexpr Eigen::Index dofs = Dofs;

  /// What a contact keeps of its impulse until the next step. Friction in the plane is a number
  /// along the tangent; in space, where tangents are chosen anew in each step, a vector.
  struct Kept {
    ContactKey key;
    double normal;
    Vec<Dim == 2 ? 1 : 3> friction;
  };

  [[nodiscard]] std::size_t rows() const { return static_cast<std::size_t>(problem_.rows); }
  [[nodiscard]] Eigen::Map<const Eigen::VectorXd> inverse_mass() const;
  [[nodiscard]] static double top_speed(const Eigen::VectorXd& v);
  void take_mean_force(const State& state);
  void detect(const State& state);
  void collect_contacts(const State& state);
  void set_contact(std::size_t c, const ClosedContact<Dim>& contact, const State& state);
  void remember_middle(int body, const State& state);
  [[nodiscard]] double along(const double* row, int body, const Eigen::VectorXd& v,
                             double restitution) const;
  /// e_k of a contact (contact_rows.hpp).
  [[nodiscard]] Eigen::Map<const Vec<Dim>> direction(std::size_t contact, std::size_t row) const;
  StepReport solve();
  void take_kept_impulses();
  void keep_impulses();
  void fly(State& state);
  void land(int body, State& state);
  void apply_impulses(Eigen::VectorXd& v) const;

  Params params_;
  double h_{0.0};
  double reach_{0.0};  ///< gaps below it are closed [m]
  const RoundSystem* system_{nullptr};
  RoundBodies bodies_;
  ContactSolver* solver_{nullptr};
  Neighbours<Dim, Dofs> neighbours_;
  ClosedContacts<Dim> closed_;
  ContactProblem problem_;
  std::vector<Kept> kept_;
  std::vector<double> impulses_;
  Eigen::VectorXd middle_;  ///< of the step, of bodies in contact
  Eigen::VectorXd place_;   ///< where the force is taken: the middle of the step
  Eigen::VectorXd kick_;    ///< h M^-1 F, F the mean over the step
  bool driven_{false};      ///< F differs from step to step
  double gain_{0.0};        ///< of speed in a step without contact, at most [m/s]
  double speed_{0.0};       ///< no body is faster [m/s]
};

extern template class Midpoint<1, 1>;
extern template class Midpoint<2, 2>;
extern template class Midpoint<2, 3>;
extern template class Midpoint<3, 3>;
extern template class Midpoint<3, 6>;

}  // namespace impactbench::nscd
