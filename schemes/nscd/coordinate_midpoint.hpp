#pragma once

#include "schemes/nscd/nscd.hpp"
#include "schemes/support/coordinate_contacts.hpp"

#include <functional>
#include <span>

namespace impactbench::nscd {

/// Moreau's midpoint step of a generalised system: M, F, f_a and grad f_a at q_m, and S at
/// (v^n + v_f) / 2, v_f the velocity of the step without impulses.
class CoordinateMidpoint {
 public:
  using Enter = std::function<void(Phase)>;

  void prepare(const GeneralisedSystem& system, double h, const Params& params,
               ContactSolver& solver, Enter enter);
  /// Writes what constraints hand on into `told` where it is not null.
  StepReport step(State& state, ContactImpulses* told);

  [[nodiscard]] const ContactProblem& problem() const { return contacts_.problem(); }
  [[nodiscard]] std::span<const double> impulses() const { return contacts_.impulses(); }

 private:
  double h_{0.0}, restitution_{0.0};
  double reach_{0.0};  ///< gaps below it are closed
  Enter enter_;
  CoordinateStep coordinates_;
  CoordinateContacts contacts_;
  Eigen::VectorXd middle_, none_, next_;
};

}  // namespace impactbench::nscd
