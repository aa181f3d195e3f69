#pragma once

#include "problems/model/contact_step.hpp"
#include "problems/model/coordinate_arms.hpp"
#include "schemes/api/scheme.hpp"
#include "schemes/barrier/barrier_law.hpp"
#include "schemes/support/coordinates/coordinate_step.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Core>

namespace impactbench::barrier {

/// The step of barrier.hpp for generalised systems: with M, F and S at q^n, v^n
/// (coordinate_step.hpp), T_a the tangents of constraint a at q^n, g_a = f_a + inset,
///
///   M (v^{n+1} - v^n) = h (F + S) + sum (p_a grad f_a(q^{n+1}) + T_a r_a)
///   p_a = -h kappa b'(g_a(q^{n+1})),   q^{n+1} = q^n + h v^{n+1}
///   r_a = -mu_a P_a f(|u_a| / creep) u_a / |u_a|,   u_a = T_a^T v^{n+1}, P_a the p_a of g_a(q^n)
///
/// f as in barrier.hpp; by Newton's method with M + h^2 kappa b'' grad f_a (x) grad f_a and the
/// derivative of r_a, with all iterates in g_a > 0; where it is slow, with -h p_a grad grad f_a as
/// well. A step has converged if its residual, as a velocity, is 1e-13 of the velocities, or what
/// rounding of gaps leaves, but 1e-6 of them at most (and 1e-9 where it falls no more). Gaps of
/// less than about 1e-9 of the coordinates do not determine their impulses so well: such a step
/// is reported as not converged. The unit of a frictionless constraint stands for the metre.
class BarrierCoordinates final : public Scheme {
 public:
  /// Throws ConfigurationError where a constraint is closed at the start.
  BarrierCoordinates(const BarrierRule& rule, const GeneralisedSystem& system, const State& start,
                     double h);
  StepReport step(State& state) override;

 private:
  [[nodiscard]] StepReport minimise(const State& state);
  void compute_gradient(const State& state);
  [[nodiscard]] double sum(const Eigen::VectorXd& q, const Eigen::VectorXd& v);
  [[nodiscard]] bool factorise(bool curved);
  [[nodiscard]] bool search(const State& state);
  void bend(double length);
  void compute_bounds();
  void add_friction();
  /// Of places and velocities in lengths: coordinates times their arms (CoordinateArms).
  [[nodiscard]] double largest(const Eigen::Ref<const Eigen::VectorXd>& x) const {
    return largest_length(x, arms_);
  }
  [[nodiscard]] Eigen::Vector2d slip(Eigen::Index a, const Eigen::VectorXd& v) const;
  void record(ContactImpulses& out);

  const GeneralisedSystem* system_;
  double h_, inset_, creep_;
  double rounded_place_{0.0}, rounded_speed_{0.0}, rounded_sum_{0.0};  ///< rounding errors
  Wall wall_;
  CoordinateStep coordinates_;
  Eigen::LLT<Eigen::MatrixXd> factor_;
  Eigen::MatrixXd matrix_, curved_, slopes_;  ///< columns of slopes_: grad f_a where v_ leads
  Eigen::VectorXd none_, aim_, v_, trial_, place_, row_, heavy_, gradient_, direction_, impulses_;
  Eigen::VectorXd arms_;                         ///< [m] per unit of each coordinate
  Eigen::VectorXd gaps_, closing_, curvatures_;  ///< g_a, its change by direction_; kappa b''
  Eigen::VectorXd bounds_;                       ///< mu_a P_a; 0 without friction
  Eigen::MatrixXd rows_;                         ///< of one constraint, as recorded
};

}  // namespace impactbench::barrier
