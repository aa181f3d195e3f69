#pragma once

#include "problems/model/contact_step.hpp"
#include "schemes/api/scheme.hpp"
#include "schemes/support/convex_newton.hpp"
#include "schemes/support/coordinate_step.hpp"

#include <Eigen/Core>

#include <vector>

namespace impactbench {

/// The step of cone_step.hpp for generalised systems, whose constraints have no friction, with M,
/// F, S, f_a and g_a = grad f_a at q^n, S of v^n (coordinate_step.hpp):
///
///   M (v^{n+1} - v^n) = h (F + S) + sum p_a g_a,   q^{n+1} = q^n + h v^{n+1}
///   0 <= p_a  perpendicular to  g_a . v^{n+1} + f_a / (h + tau) + R_a p_a >= 0
///
/// R_a is R_n of ConeRule with w = W_n = g_a . M^-1 g_a. A constraint's unit stands for the metre.
/// With an ImpedanceRule it is y_n of it that is complementary to p_a, of constraints f_a < 0
/// alone.
class ConeCoordinates final : public Scheme {
 public:
  ConeCoordinates(const ConeRule& rule, const GeneralisedSystem& system, double h,
                  LinearSolver& solver);
  StepReport step(State& state) override;

 private:
  void pose(const Eigen::VectorXd& v);
  void add(Eigen::Index a, const Eigen::VectorXd& v);

  ConeRule rule_;
  double h_, settles_;  ///< h + tau
  CoordinateStep coordinates_;
  ConvexNewton newton_;
  ContactProblem problem_;           ///< of one body in the coordinates L^T v, M = L L^T
  std::vector<Eigen::Index> posed_;  ///< constraint of each contact
  std::vector<double> impulses_;
  std::vector<ConeSoft> give_;
  Eigen::VectorXd none_, next_, row_;
};

}  // namespace impactbench
