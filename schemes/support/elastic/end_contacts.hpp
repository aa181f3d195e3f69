#pragma once

#include "schemes/api/scheme.hpp"
#include "schemes/support/contacts/round_schemes.hpp"
#include "schemes/support/coordinates/coordinate_contacts.hpp"
#include "schemes/support/coordinates/coordinate_step.hpp"
#include "schemes/support/elastic/end_force.hpp"

#include <Eigen/Core>

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace impactbench {

/// Why a scheme whose contacts are forces, without an impact law, cannot run a problem; or nothing.
[[nodiscard]] std::optional<std::string> refuse_beside_elastic_constraints(
    std::string_view scheme, const ProblemTraits& traits);

/// The method of such a scheme: a `Stepper` that is made of (params, system, start, h, solver) asks
/// for a contact solver without friction, one made of (params, system, start, h) for none.
template <class Stepper, class Params>
class ElasticContactMethod final : public Method {
 public:
  ElasticContactMethod(std::string_view name, const Params& params, SchemeClaims claims)
      : name_(name), params_(params), claims_(std::move(claims)) {}

  [[nodiscard]] SchemeClaims claims() const override { return claims_; }
  [[nodiscard]] SolverTask task(const ProblemTraits& traits) const override {
    return solves ? frictionless_task(traits) : SolverTask{};
  }
  [[nodiscard]] std::optional<std::string> refuses(const ProblemTraits& traits,
                                                   double) const override {
    return refuse_beside_elastic_constraints(name_, traits);
  }
  [[nodiscard]] std::unique_ptr<Scheme> instance(const MechanicalSystem& system, const State& start,
                                                 double h, Solvers solvers) const override {
    const GeneralisedSystem& bodies = *generalised_system(system);
    if constexpr (solves) {
      return std::make_unique<Stepper>(params_, bodies, start, h, *solvers.contact);
    } else {
      return std::make_unique<Stepper>(params_, bodies, start, h);
    }
  }

 private:
  static constexpr bool solves =
      std::is_constructible_v<Stepper, const Params&, const GeneralisedSystem&, const State&,
                              double, ContactSolver&>;

  std::string_view name_;
  Params params_;
  SchemeClaims claims_;
};

/// One step of the trapezoidal rule of a generalised system whose contacts are forces at its end,
/// with an inertia B that need not be M:
///
///   B (q' - q - h v) = (h^2 / 4) (F_0 + F(q', v')) + h sum p_a g_a,   v' = 2 (q' - q) / h - v
///   0 <= p_a [N s]  perpendicular to  f_a(q') >= 0,   g_a = grad f_a(q')
///
/// F the mean over the time of the step. Newton's method with the stiffness K = -dF/dq by central
/// differences, symmetric, taken at the start and again where convergence has become poor; each
/// pass solves the contact problem of A dq = r + h sum p_a g_a, A = B + (h^2 / 4) K, with linear
/// gaps. Linear forces and gaps need one pass, and another to confirm it.
class EndContacts {
 public:
  /// The system and the solver must outlive this; `warm_start` begins from the last impulses.
  void prepare(const GeneralisedSystem& system, const State& start, double h, ContactSolver& solver,
               bool warm_start);
  /// Computes B for the steps that follow; false where A is not positive definite.
  [[nodiscard]] bool compute_inertia(const Eigen::MatrixXd& inertia);

  /// Finds q' from `state` and F_0, into `end`.
  [[nodiscard]] StepReport find(const State& state, const Eigen::VectorXd& first_force,
                                Eigen::VectorXd& end);

  [[nodiscard]] const Eigen::MatrixXd& stiffness() const { return stiffness_; }
  /// F(q', v') of the step that was found.
  [[nodiscard]] const Eigen::VectorXd& force() const { return force_; }
  /// Adds sum p_a g_a of that step.
  void add_momenta(Eigen::VectorXd& momenta) const { contacts_.add_momenta(look_, momenta); }
  /// Records p_a g_a, each times `share`.
  void record(double share, ContactImpulses& out) const;

  [[nodiscard]] const ContactProblem& problem() const { return contacts_.problem(); }
  [[nodiscard]] std::span<const double> impulses() const { return contacts_.impulses(); }

 private:
  [[nodiscard]] bool factorise();
  void compute_pushes();

  const GeneralisedSystem* system_{nullptr};
  double h_{0.0};
  EndForce force_at_end_;
  CoordinateStep look_;
  CoordinateContacts contacts_;
  Eigen::MatrixXd inertia_, stiffness_, metric_;
  Eigen::MatrixXd gradients_;  ///< of the last pass
  bool pushes_known_{false};
  Eigen::VectorXd force_, place_, residual_;
};

}  // namespace impactbench
