#include "reference/yardsticks/residual.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace impactbench {
namespace {

/// A disc of mass 2 kg, radius 1 m, inertia 1 kg m2 on a wall: u_n = v_y, u_t = v_x + om, hence
/// W_nn = 1/2 and W_tt = 1/2 + 1 = 3/2.
ContactProblem on_a_wall(double b_n, double b_t, double mu) {
  ContactProblem p;
  p.rows = 2;
  p.resize(1);
  p.body_a[0] = 0;
  p.body_b[0] = ContactProblem::fixed;
  p.jacobian_a = {0.0, 1.0, 0.0, 1.0, 0.0, 1.0};
  p.jacobian_b.assign(6, 0.0);
  p.inverse_mass = {0.5, 0.5, 1.0};
  p.b = {b_n, b_t};
  p.friction = {mu};
  return p;
}

double residual(const ContactProblem& p, const std::vector<double>& impulses) {
  ResidualYardstick yardstick;
  return yardstick(p, impulses);
}

TEST(Residual, VanishesAtTheSolutionsOfAllThreeStates) {
  // Open: u_n = 1 > 0 without impulse.
  EXPECT_EQ(residual(on_a_wall(1.0, 5.0, 0.5), {0.0, 0.0}), 0.0);
  // Sticking: p_n = 2 / W_nn = 4, p_t = -0.3 / W_tt = -0.2 inside the cone 0.5 * 4.
  EXPECT_NEAR(residual(on_a_wall(-2.0, 0.3, 0.5), {4.0, -0.2}), 0.0, 1e-15);
  // Sliding forwards: p_t = -2, and u_t = 6 - 3 = 3 stays positive.
  EXPECT_NEAR(residual(on_a_wall(-2.0, 6.0, 0.5), {4.0, -2.0}), 0.0, 1e-15);
}

TEST(Residual, MeasuresEachDefectInMetresPerSecond) {
  // The velocity left after 1 % too little impulse: 0.04 * W_nn.
  EXPECT_NEAR(residual(on_a_wall(-2.0, 0.0, 0.0), {3.96, 0.0}), 0.02, 1e-15);
  // Pulling: p_n = -1 at u_n = 0, by W_nn |p_n|.
  EXPECT_NEAR(residual(on_a_wall(0.5, 0.0, 0.0), {-1.0, 0.0}), 0.5, 1e-15);
  // An impulse at a contact that opens: min(W_nn p_n, u_n) = min(0.5, 1.5).
  EXPECT_NEAR(residual(on_a_wall(1.0, 0.0, 0.0), {1.0, 0.0}), 0.5, 1e-15);
  // Friction along the slip instead of against it: u_t = 6 + 3 = 9, and W_tt (2 + 2) is missing.
  EXPECT_NEAR(residual(on_a_wall(-2.0, 6.0, 0.5), {4.0, 2.0}), 6.0, 1e-15);
  // Out of the cone by 0.1: W_tt * 0.1.
  EXPECT_NEAR(residual(on_a_wall(-2.0, 6.0, 0.5), {4.0, -2.1}), 0.15, 1e-14);
  // Slip inside the cone, |p_t| < mu p_n: what is left of the slip.
  EXPECT_NEAR(residual(on_a_wall(-2.0, 0.3, 0.5), {4.0, -0.1}), 0.15, 1e-15);
}

TEST(Residual, NaNAnywhereAndWrongSizesAreNotNumbers) {
  const double nan = std::nan("");
  EXPECT_TRUE(std::isnan(residual(on_a_wall(nan, 0.0, 0.5), {0.0, 0.0})));
  EXPECT_TRUE(std::isnan(residual(on_a_wall(1.0, nan, 0.5), {0.0, 0.0})));
  EXPECT_TRUE(std::isnan(residual(on_a_wall(1.0, 0.0, 0.5), {nan, 0.0})));
  EXPECT_TRUE(std::isnan(residual(on_a_wall(1.0, 0.0, 0.5), {0.0, nan})));
  EXPECT_TRUE(std::isnan(residual(on_a_wall(1.0, 0.0, 0.5), {0.0})));
}

}  // namespace
TEST(Residual, ADirectionThatMovesNothingIsMeasuredByTheOther) {
  // W = diag(2, 0), mu = 1/2, u_t = 0.3 whatever p: p_n = 1 takes p_t = -1/2 against the slip. With
  // the factor 2 of the normal | 2 p_t - P(2 p_t - 0.3) |, P onto |x| <= 1.
  ContactProblem problem;
  problem.rows = problem.dofs = 2;
  problem.resize(1);
  problem.body_a = {0};
  problem.body_b = {ContactProblem::fixed};
  problem.jacobian_a = {1.0, 0.0, 0.0, 1.0};
  problem.inverse_mass = {2.0, 0.0};
  problem.b = {-2.0, 0.3};
  problem.friction = {0.5};
  ResidualYardstick yardstick;
  EXPECT_EQ(yardstick(problem, std::vector{1.0, -0.5}), 0.0);
  EXPECT_EQ(ConeResidual()(problem, std::vector{1.0, -0.5}), 0.0);
  EXPECT_DOUBLE_EQ(yardstick(problem, std::vector{1.0, 0.0}), 0.3);
  EXPECT_DOUBLE_EQ(yardstick(problem, std::vector{1.0, 0.5}), 0.3);
  // W = diag(0, 2): u_n = 0.2 leaves no pressure, which min(2 p_n, 0.2) is.
  problem.inverse_mass = {0.0, 2.0};
  problem.b = {0.2, 0.0};
  EXPECT_EQ(yardstick(problem, std::vector{0.0, 0.0}), 0.0);
  EXPECT_DOUBLE_EQ(yardstick(problem, std::vector{0.05, 0.0}), 0.1);
  // A pull where u_n = 0 is none that a contact has.
  problem.b = {0.0, 0.0};
  EXPECT_DOUBLE_EQ(yardstick(problem, std::vector{-0.05, 0.0}), 0.1);
  EXPECT_DOUBLE_EQ(ConeResidual()(problem, std::vector{-0.05, 0.0}), 0.1);
}

}  // namespace impactbench
