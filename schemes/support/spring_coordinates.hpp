#pragma once

#include "schemes/api/scheme.hpp"
#include "schemes/support/coordinate_step.hpp"
#include "schemes/support/spring_contacts.hpp"

namespace impactbench {

/// Generalised systems as explicit schemes with springs step them. With D_a = -f_a, g_a = grad f_a
/// and M, F, S, m_a = 1 / (g_a . M^-1 g_a) at the place q_p (coordinate_step.hpp),
///
///   lam_a = D_a / R + eta_a dD_a/dt while D_a > 0,   dD_a/dt = -g_a . v^n,
///           eta_a = 2 zeta sqrt(m_a / R)             (contact_end = force: [lam_a]_+)
///   M (v^{n+1} - v^n) = h (F + S + sum lam_a g_a)
///
///   start    q_p = q^n, S at v^n,                                q^{n+1} = q^n + h vm
///   middle   q_p = q^n + (h/2) v^n, S at vm,                     the same
///
/// with vm = (v^n + v^{n+1}) / 2: what dem and md do with round bodies. A constraint's
/// unit stands for the metre in R.
class SpringCoordinates final : public Scheme {
 public:
  SpringCoordinates(const SpringLaw& law, ContactPlace place, const GeneralisedSystem& system,
                    double h);
  StepReport step(State& state) override;

 private:
  void push(const Eigen::VectorXd& v);

  double h_{0.0}, stiffness_{0.0}, damping_ratio_{0.0};
  bool pulls_{true}, at_start_{true};
  CoordinateStep coordinates_;
  Eigen::VectorXd place_, impulse_, next_;
};

}  // namespace impactbench
