#pragma once

#include "schemes/api/scheme.hpp"
#include "schemes/support/nearest_velocity.hpp"

#include <optional>

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
  NearestScheme(const RowSearch& rows, Inertia inertia, Glue glue = {})
      : rows_(rows), inertia_(inertia), glue_(glue) {}

  void prepare(const MechanicalSystem& system, const State& start, double h,
               Solvers solvers) override;
  StepReport step(State& state) override;
  [[nodiscard]] const ContactProblem* contact_problem() const override {
    return coordinates_ ? &coordinates_->contacts().problem() : &nearest_.problem();
  }
  [[nodiscard]] std::span<const double> impulses() const override {
    return coordinates_ ? coordinates_->contacts().impulses() : nearest_.impulses();
  }

 private:
  RowSearch rows_;
  Inertia inertia_;
  Glue glue_;
  const MechanicalSystem* system_{nullptr};
  double h_{0.0};
  NearestVelocity nearest_;
  std::optional<NearestCoordinates> coordinates_;  ///< of a generalised system
  Eigen::VectorXd force_;
};

}  // namespace impactbench
