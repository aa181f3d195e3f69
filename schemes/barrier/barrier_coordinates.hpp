#pragma once

#include "problems/model/contact_step.hpp"
#include "schemes/api/scheme.hpp"
#include "schemes/barrier/barrier_law.hpp"
#include "schemes/support/coordinate_step.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Core>

namespace impactbench::barrier {

/// The step of barrier.hpp for generalised systems, whose constraints have no friction: with M, F
/// and S at q^n, v^n (coordinate_step.hpp), g_a = f_a + inset,
///
///   M (v^{n+1} - v^n) = h (F + S) + sum p_a grad f_a(q^{n+1}),   p_a = -h kappa b'(g_a(q^{n+1}))
///   q^{n+1} = q^n + h v^{n+1}
///
/// by Newton's method with M + h^2 kappa b'' grad f_a (x) grad f_a, and no iterate where some g_a
/// <= 0. A constraint's unit stands for the metre.
class BarrierCoordinates final : public Scheme {
 public:
  /// Throws ConfigurationError where a constraint is closed at the start.
  BarrierCoordinates(const BarrierRule& rule, const GeneralisedSystem& system, const State& start,
                     double h);
  StepReport step(State& state) override;

 private:
  [[nodiscard]] StepReport minimise(const State& state);
  void take_gradient(const State& state);
  [[nodiscard]] double sum(const Eigen::VectorXd& q, const Eigen::VectorXd& v);
  [[nodiscard]] double search(const State& state);

  const GeneralisedSystem* system_;
  double h_, inset_;
  double rounded_speed_{0.0},
      rounded_sum_{0.0};  ///< what rounding leaves of velocities, of the sum
  Wall wall_;
  CoordinateStep coordinates_;
  Eigen::LLT<Eigen::MatrixXd> factor_;
  Eigen::MatrixXd matrix_, slopes_;  ///< columns of slopes_: grad f_a where v_ leads
  Eigen::VectorXd none_, aim_, v_, trial_, place_, row_, heavy_, gradient_, direction_, impulses_;
};

}  // namespace impactbench::barrier
