#pragma once

#include "problems/model/contact_step.hpp"
#include "schemes/api/scheme.hpp"
#include "schemes/support/cone/convex_newton.hpp"
#include "schemes/support/coordinates/coordinate_step.hpp"

#include <Eigen/Core>

#include <vector>

namespace impactbench {

/// The step of cone_step.hpp for generalised systems, with M, F, S, f_a, g_a = grad f_a and the
/// tangents t_k of constraints with friction at q^n, S of v^n (coordinate_step.hpp):
///
///   M (v^{n+1} - v^n) = h (F + S) + sum (p_a g_a + sum_k p_k t_k),   q^{n+1} = q^n + h v^{n+1}
///   y_n = g_a . v^{n+1} + f_a / (h + tau) + R_n p_a,   y_k = t_k . (v^{n+1} + e_t v^n) + R_t p_k
///   p in K = {|p_t| <= mu p_a},   y in K* = {mu |y_t| <= y_n},   p . y = 0
///
/// R_n and R_t are those of ConeRule with W_n = g_a . M^-1 g_a and W_t the largest eigenvalue of
/// T^T M^-1 T for d - 1 tangents T; d = 1 without friction, and the unit of f_a stands for the
/// metre. An ImpedanceRule sets y by itself, for constraints with f_a < 0 alone.
class ConeCoordinates final : public Scheme {
 public:
  ConeCoordinates(const ConeRule& rule, const GeneralisedSystem& system, double h,
                  LinearSolver& solver);
  StepReport step(State& state) override;

 private:
  void pose(const Eigen::VectorXd& v);
  void add(Eigen::Index a, const Eigen::VectorXd& v);
  void add_row(Eigen::Index a, std::size_t r);
  [[nodiscard]] ConeSoft softness(std::size_t contact) const;

  ConeRule rule_;
  double h_, settles_;  ///< h + tau
  CoordinateStep coordinates_;
  ConvexNewton newton_;
  std::size_t rows_;                 ///< of a constraint
  ContactProblem problem_;           ///< of one body in the coordinates L^T v, M = L L^T
  std::vector<Eigen::Index> posed_;  ///< constraint of each contact
  std::vector<double> impulses_;
  std::vector<ConeSoft> give_;
  Eigen::VectorXd none_, next_, row_, across_;
};

}  // namespace impactbench
