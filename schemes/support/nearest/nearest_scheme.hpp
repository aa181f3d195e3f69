#pragma once

#include "schemes/api/scheme.hpp"
#include "schemes/support/nearest/nearest_velocity.hpp"

#include <memory>
#include <string_view>

namespace impactbench {

/// The common part of schemes with one nearest velocity per step. The aim is
///
///   with inertia     U = u^n + h M^-1 f_h,
///   without          U = M^-1 f_h,            f_h the mean force over the step at q^n,
///
/// then u^{n+1} is the nearest velocity to U (nearest_velocity.hpp; for generalised systems
/// nearest_coordinates.hpp) and q^{n+1} = q^n + h u^{n+1}.
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

/// The common claims of schemes whose forces and gaps are those of the start of the step: order 1,
/// no gain of energy, and no overlap, as gaps are convex.
[[nodiscard]] SchemeClaims claims_of_nearest(const ContactStep& contact, std::string_view source);

/// A method that steps round bodies by a NearestScheme, and generalised systems by
/// NearestCoordinates.
class NearestMethod : public Method {
 public:
  NearestMethod(const RowSearch& rows, Inertia inertia, Glue glue = {})
      : rows_(rows), inertia_(inertia), glue_(glue) {}

  [[nodiscard]] SolverTask task(const ProblemTraits& traits) const override;
  [[nodiscard]] std::unique_ptr<Scheme> instance(const MechanicalSystem& system, const State& start,
                                                 double h, Solvers solvers) const override;

 protected:
  [[nodiscard]] const Glue& glue() const { return glue_; }

 private:
  RowSearch rows_;
  Inertia inertia_;
  Glue glue_;
};

}  // namespace impactbench
