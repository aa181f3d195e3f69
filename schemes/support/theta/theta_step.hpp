#pragma once

#include "problems/contact/neighbours.hpp"
#include "schemes/api/restartable.hpp"
#include "schemes/api/scheme.hpp"
#include "schemes/solvers/api/contact_impulses.hpp"
#include "schemes/support/contacts/closed_contacts.hpp"
#include "schemes/support/contacts/impulse_cache.hpp"
#include "schemes/support/contacts/velocity_rows.hpp"
#include "schemes/support/coordinates/settling.hpp"
#include "schemes/support/nearest/nearest_velocity.hpp"
#include "schemes/support/theta/acceleration_rule.hpp"

#include <cmath>
#include <cstddef>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace impactbench {

/// The settings in which theta steps differ.
struct ThetaSettings {
  double theta{0.5};    ///< weight of v^{n+1} in the displacement of a step [-]
  double ahead{0.5};    ///< gamma: gaps and normals are those at q^n + gamma h v^n [-]
  bool touching{true};  ///< gaps that are 0 up to rounding are closed
  bool warm_start{false};
  /// Whether the force is theta times that at the end plus 1 - theta times that at the start, or
  /// that at q^n + (1 - theta) h v^n and v^n. Where it is constant both agree.
  bool force_at_ends{false};
  bool projects{false};  ///< combined projection of positions
};

/// The reason of a step whose force at its end has not converged.
inline constexpr std::string_view force_at_end_unsettled =
    "the force at the end of the step was not found: the step is too long for how fast it varies";

/// Rounding of forces that are differences of large ones, in roundings of v (Settling).
inline constexpr double rounding_of_forces = 1e7;
/// Rounding of v from forces in a step of h, in largest coordinates over h: a force varies by less
/// than 4 m / h^2 times the change of place, and each place is rounded by 2e-16 of itself.
inline constexpr double rounding_of_places = 16.0 * 2.2e-16;

/// Largest distance between the places ahead of two successive steps, over h times the top speed.
[[nodiscard]] inline double displacement_ahead(double theta, double ahead) {
  return std::abs(1.0 - theta - ahead) + theta + ahead;
}

/// The theta step of Moreau and Jean for round bodies with so many degrees of freedom each, more
/// than the dimension where they rotate; equations and signs: schemes/moreau_jean/moreau_jean.hpp.
/// Its contacts are sought at the place ahead, q^n + gamma h v^n.
///
/// With an AccelerationRule (theta = 1/2 then) the smooth part of the motion follows the rule;
/// forces that vary in time or have no potential are added, their mean over the step taken at q^n +
/// (h/2) v^n and v^n. Where no force varies, every rule is theta = 1/2.
template <int Dim, int Dofs>
class ThetaStep final : public Scheme, public Restartable {
 public:
  ThetaStep(const ThetaSettings& settings, const RoundSystem& system, const State& start, double h,
            ContactSolver& solver, std::unique_ptr<AccelerationRule> rule = nullptr);
  StepReport step(State& state) override;
  [[nodiscard]] bool one_step() const override { return !rule_ || rule_->one_step(); }
  void restart(const State& state) override;

  [[nodiscard]] const ContactProblem* contact_problem() const override { return &problem_; }
  [[nodiscard]] std::span<const double> impulses() const override { return impulses_; }

 private:
  static constexpr Eigen::Index dofs = Dofs;

  [[nodiscard]] std::size_t rows() const { return static_cast<std::size_t>(problem_.rows); }
  [[nodiscard]] Eigen::Map<const Eigen::VectorXd> inverse_mass() const;
  [[nodiscard]] static double top_speed(const Eigen::VectorXd& v);
  void compute_force(const State& state);
  void begin_rule(const State& state);
  void compute_acceleration(const State& state, Eigen::VectorXd& a) const;
  void compute_drive(const State& state, Eigen::VectorXd& a);
  void detect(const State& state);
  [[nodiscard]] Vec<Dim> place_ahead(const State& state, int body) const;
  void find_contacts(const State& state);
  void set_contacts(const State& state);
  void remember_middle(int body, const State& state);
  StepReport solve(bool again);
  StepReport move(State& state, bool again);
  void fly(State& state);
  void land(int body, State& state);
  void apply_impulses(Eigen::VectorXd& v) const;
  [[nodiscard]] bool renew_force(const State& state, Settling& settling);
  [[nodiscard]] bool add_violated(const State& state);
  void repeat(State& state, StepReport& report);
  void project(State& state, StepReport& report);

  ThetaSettings settings_;
  double h_{0.0};
  double before_{0.0}, after_{0.0};  ///< weights of v^n, v^{n+1} in the displacement [s]
  double ahead_{0.0};                ///< gamma h [s]
  double displacement_{0.0};  ///< of a body from one place ahead to the next, over its speed [s]
  double reach_{0.0};         ///< gaps below it are closed [m]
  double violated_{0.0};      ///< gaps below it are violated at the end of a step [m]
  const RoundSystem* system_{nullptr};
  RoundBodies bodies_;
  ContactSolver* solver_{nullptr};
  Neighbours<Dim, Dofs> neighbours_;
  ClosedContacts<Dim> closed_;
  ContactProblem problem_;
  ImpulseCache<Dim> kept_;
  std::vector<double> impulses_;
  Eigen::VectorXd middle_;  ///< q^n + (1 - theta) h v^n of bodies in contact
  Eigen::VectorXd place_;   ///< where the force is taken
  Eigen::VectorXd kick_;    ///< h M^-1 F
  bool driven_{false};      ///< F differs from step to step
  double gain_{0.0};        ///< of speed in a step without contact, at most [m/s]
  double speed_{0.0};       ///< no body is faster [m/s]
  bool elsewhere_{false};   ///< the step does not begin where the last one ended

  // For forces at both ends, and for projections.
  bool repeats_{false};                ///< the step is repeated until it fits its end
  State start_;                        ///< of the step
  Eigen::VectorXd at_start_, at_end_;  ///< the force there
  ClosedContacts<Dim> ended_;          ///< overlaps at the end
  NearestVelocity nearest_;
  Eigen::VectorXd push_;  ///< of the projection, over h

  std::unique_ptr<AccelerationRule> rule_;  ///< null: theta alone, or no force varies
  AccelerationRule::Weights weights_{};
  Eigen::VectorXd acceleration_, known_, shift_, bent_;  ///< a', gain, shift, shift + bend a'
};

extern template class ThetaStep<1, 1>;
extern template class ThetaStep<2, 2>;
extern template class ThetaStep<2, 3>;
extern template class ThetaStep<3, 3>;
extern template class ThetaStep<3, 6>;

}  // namespace impactbench
