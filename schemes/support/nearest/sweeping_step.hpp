#pragma once

#include "problems/model/set_step.hpp"
#include "problems/model/sweeping_system.hpp"
#include "schemes/api/scheme.hpp"
#include "schemes/support/nearest/frozen_set.hpp"
#include "schemes/support/nearest/kinetic_projection.hpp"
#include "schemes/support/nearest/nearest_coordinates.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace impactbench {

/// Projects on the set of a sweeping process: in closed form where the set has one, else from its
/// constraints (kinetic_projection.hpp). Only the constructor allocates.
class SetProjection {
 public:
  /// The system must outlive this.
  explicit SetProjection(const SweepingSystem& system);
  /// The point of C(t, s) nearest to `w`, into `z`; false where none was found or is finite.
  [[nodiscard]] bool nearest(SetAt set, const Eigen::VectorXd& w, Eigen::VectorXd& z);
  [[nodiscard]] int linearisations() const { return linearisations_; }

 private:
  const SweepingSystem& system_;
  FrozenSet frozen_;
  KineticProjection projection_;
  int linearisations_{0};
};

/// One step of a sweeping process by projection on its set at the end (SetStep::Normals::end). With
/// w = q^n + h F, z the nearest point of C(t^{n+1}, q^n) to it and D = |w - z|,
///
///   q^{n+1} = z + (w - z) d / D,   d + (h / R) d^(alpha-1) = D,   R = 0: d = 0,
///   v^{n+1} = (q^{n+1} - q^n) / h.
///
/// This is implicit Euler for q' = F - (1/R) |q - P(q)|^(alpha-2) (q - P(q)): for q^{n+1} on the
/// segment from z to w the nearest point is z again, for any closed set, so that the equation
/// involves its distance alone.
class ProjectedSweep final : public Scheme {
 public:
  ProjectedSweep(const SetStep& law, const SweepingSystem& system, double h);
  StepReport step(State& state) override;

 private:
  SetStep law_;
  const SweepingSystem& system_;
  double h_;
  SetProjection projection_;
  Eigen::VectorXd force_, w_, z_;
};

/// One step by constraints linearised at q^n (SetStep::Normals::start): the nearest velocity of
/// nearest_coordinates.hpp in C(t^{n+1}, q^n).
class LinearisedSweep final : public Scheme {
 public:
  LinearisedSweep(bool warm_start, const SweepingSystem& system, double h, ContactSolver& solver);
  StepReport step(State& state) override;
  [[nodiscard]] const ContactProblem* contact_problem() const override {
    return nearest_.contact_problem();
  }
  [[nodiscard]] std::span<const double> impulses() const override { return nearest_.impulses(); }
  void record_impulses(ContactImpulses* out) override { nearest_.record_impulses(out); }

 private:
  double h_;
  FrozenSet frozen_;
  NearestCoordinates nearest_;
};

/// d of ProjectedSweep.
[[nodiscard]] double regularised_distance(double whole, double alpha, double h_over_r);

/// Why a scheme of sweeping processes cannot run another problem, or go backwards; or nothing.
[[nodiscard]] std::optional<std::string> refuse_beside_sweeping(std::string_view scheme,
                                                                const ProblemTraits& traits,
                                                                double h);

}  // namespace impactbench
