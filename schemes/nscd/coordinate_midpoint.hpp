#pragma once

#include "schemes/api/restartable.hpp"
#include "schemes/nscd/nscd.hpp"
#include "schemes/support/coordinates/coordinate_contacts.hpp"

#include <span>

namespace impactbench::nscd {

/// Moreau's midpoint step for generalised systems: M, F, f_a and grad f_a at q_m, and S at (v^n +
/// v_f) / 2, v_f the velocity of the step without impulses.
class CoordinateMidpoint final : public Scheme, public Restartable {
 public:
  CoordinateMidpoint(const Params& params, const GeneralisedSystem& system, double h,
                     ContactSolver& solver);
  StepReport step(State& state) override;
  void restart(const State&) override {}

  [[nodiscard]] const ContactProblem* contact_problem() const override {
    return &contacts_.problem();
  }
  [[nodiscard]] std::span<const double> impulses() const override { return contacts_.impulses(); }

 private:
  double h_{0.0};
  double reach_{0.0};  ///< gaps below it are closed
  CoordinateStep coordinates_;
  CoordinateContacts contacts_;
  Eigen::VectorXd middle_, none_, next_;
};

}  // namespace impactbench::nscd
