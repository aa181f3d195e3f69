#pragma once

#include "schemes/api/scheme.hpp"
#include "schemes/support/coordinates/coordinate_step.hpp"
#include "schemes/support/springs/spring_contacts.hpp"

#include <vector>

namespace impactbench {

/// The step of explicit schemes with springs for generalised systems. With D_a = -f_a, g_a = grad
/// f_a and M, F, S, m_a = 1 / (g_a . M^-1 g_a) at the place q_p (coordinate_step.hpp),
///
///   lam_a = D_a / R + eta_a dD_a/dt while D_a > 0,   dD_a/dt = -g_a . v^n,
///           eta_a = 2 zeta sqrt(m_a / R)             (contact_end = force: [lam_a]_+)
///   M (v^{n+1} - v^n) = h (F + S + sum lam_a g_a)
///
///   start    q_p = q^n, S at v^n,                                q^{n+1} = q^n + h vm
///   middle   q_p = q^n + (h/2) v^n, S at vm,                     the same
///
/// with vm = (v^n + v^{n+1}) / 2, as dem and md do for round bodies. The unit of a constraint
/// stands for the metre in R. Each constraint has the zeta of its own restitution. A constraint
/// with friction adds sum_k r_k t_k to lam_a g_a, with T = (t_1, t_2) at q_p and xi = sum of h T^T
/// v^n since it closed, in components along the tangents:
///
///   r = -(k_t xi + eta_t T^T v^n),   k_t = tangential / R,   eta_t = 2 d sqrt(k_t / w_t),
///   w_t the largest eigenvalue of T^T M^-1 T;   where |r| > mu [lam_a]_+ it is cut to the bound,
///   and xi to the spring that gives it.
class SpringCoordinates final : public Scheme {
 public:
  /// Throws ConfigurationError where h does not resolve the tangential spring of a constraint at
  /// the start: h > leapfrog_phase(d) / sqrt(k_t w_t).
  SpringCoordinates(const SpringLaw& law, ContactPlace place, const GeneralisedSystem& system,
                    const State& start, double h);
  StepReport step(State& state) override;

 private:
  void require_short_step(const State& start);
  void push(const Eigen::VectorXd& v);
  void add_friction(Eigen::Index a, double pressure, const Eigen::VectorXd& v);

  double h_{0.0}, stiffness_{0.0}, tangential_{0.0}, tangential_damping_{0.0};
  bool pulls_{true}, at_start_{true};
  CoordinateStep coordinates_;
  std::vector<double> damping_ratios_;  ///< zeta of each constraint
  Eigen::MatrixXd stretches_;           ///< xi of each constraint [m]
  Eigen::VectorXd forces_;              ///< lam_a and r of the constraint at hand [N]
  Eigen::VectorXd trial_, slip_;
  Eigen::VectorXd place_, impulse_, next_;
};

}  // namespace impactbench
