#pragma once

#include "schemes/api/scheme.hpp"
#include "schemes/support/nearest_velocity.hpp"

#include <memory>

namespace impactbench {

/// What the schemes of one nearest velocity per step have in common; its aim is
///
///   with inertia     U = u^n + h M^-1 f_h,
///   without          U = M^-1 f_h,            f_h the mean force over the step at q^n,
///
/// then u^{n+1} is the nearest velocity (nearest_velocity.hpp; of generalised
/// systems nearest_coordinates.hpp) and q^{n+1} = q^n + h u^{n+1}.
class NearestScheme final : public Scheme {
 public:
  NearestScheme(const RowSearch& rows, Inertia inertia, Glue glue, const MechanicalSystem& system,
                const State& start, double h, ContactSolver& solver);
  StepReport step(State& state) override;
  [[nodiscard]] const ContactProblem* contact_problem() const override {
    return &nearest_.problem();
  }
  [[nodiscard]] std::span<const double> impulses() const override { return nearest_.impulses(); }

 private:
  Inertia inertia_;
  const MechanicalSystem* system_;
  double h_;
  NearestVelocity nearest_;
  Eigen::VectorXd force_;
};

/// That, or what steps a generalised system so.
[[nodiscard]] std::unique_ptr<Scheme> nearest_instance(const RowSearch& rows, Inertia inertia,
                                                       Glue glue, const MechanicalSystem& system,
                                                       const State& start, double h,
                                                       Solvers solvers);

}  // namespace impactbench
