// The turn of one rigid cell: the nonlinear equation, its bound, the free top.

#include "schemes/mka3d/rotation_step.hpp"
#include "tests/schemes/mka3d/bodies.hpp"
#include "tests/support/largest.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace impactbench::testing {
namespace {

using mka3d::RotationStep;

TEST(RotationStep, SolvesItsEquationUpToTheBound) {
  Shaker shaker(11);
  int most = 0;
  for (int trial = 0; trial < 20000; ++trial) {
    // Moments from d_1, d_2, d_3 > 0 over seven decades, momenta at the bound.
    const Vec3 d(std::exp(8.0 * shaker.number()), std::exp(8.0 * shaker.number()),
                 std::exp(8.0 * shaker.number()));
    const Vec3 inertia = Vec3::Constant(d.sum()) - d;
    Vec3 angle = shaker.vector();
    angle *= 0.5485 / angle.lpNorm<1>();
    const Vec3 impulse = angle.cwiseProduct(inertia);
    const RotationStep r(impulse, inertia);
    ASSERT_TRUE(r.converged) << inertia.transpose() << " " << angle.transpose();
    most = std::max(most, r.iterations);
    EXPECT_NEAR(r.e0 * r.e0 + r.e.squaredNorm(), 1.0, 1e-15);
    for (int i = 0; i < 3; ++i) {
      const int j = (i + 1) % 3, k = (i + 2) % 3;
      const double left =
          2.0 * inertia[i] * r.e0 * r.e[i] + 2.0 * (inertia[k] - inertia[j]) * r.e[j] * r.e[k];
      EXPECT_NEAR(left, impulse[i], 2e-14 * inertia.maxCoeff());
    }
  }
  EXPECT_LT(most, 60);
  EXPECT_GT(most, 5);
}

TEST(RotationStep, RefusesWhatIsBeyondTheBound) {
  EXPECT_FALSE(RotationStep(Vec3(0.3, 0.2, 0.1), Vec3(1, 1, 1)).converged);
  EXPECT_TRUE(RotationStep(Vec3(0.3, 0.2, 0.04), Vec3(1, 1, 1)).converged);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(RotationStep(Vec3(nan, 0.0, 0.0), Vec3(1, 1, 1)).converged);
  // The number is the maximum of the estimate over its free parameter.
  double best = 0.0;
  for (double beta = 0.0; beta < 0.6; beta += 1e-5)
    best = larger(best, std::sqrt(4.0 * beta - 6.0 * beta * beta) - beta);
  EXPECT_NEAR(best, mka3d::rotation_bound, 5e-6);
  EXPECT_GE(best, mka3d::rotation_bound);
}

TEST(RotationStep, ASphereTurnsByTheDiscreteAngle) {
  // I_1 = I_2 = I_3: sin(angle) = 2 e_0 e = h omega about the axis of pi.
  const Vec3 omega(0.1, -0.2, 0.05);
  const RotationStep r(omega, Vec3(1, 1, 1));
  EXPECT_LT((2.0 * r.e0 * r.e - omega).norm(), 1e-16);
}

TEST(RotationStep, ASymmetricTopPrecessesWithOrderTwo) {
  // I_1 = I_2: in the body, omega turns about axis 3 at the rate (I_3 - I_1) / I_1 omega_3.
  const Vec3 inertia(1.0, 1.0, 1.6), omega(0.5, 0.0, 1.0);
  const double rate = 0.6, end = 10.0;
  const auto error = [&](int steps) {
    const double h = end / steps;
    Vec3 momentum = inertia.cwiseProduct(omega);
    for (int n = 0; n < steps; ++n)
      momentum = RotationStep(h * momentum, inertia).turned_back(momentum);
    const Vec3 exact(0.5 * std::cos(rate * end), 0.5 * std::sin(rate * end), 1.6);
    return (momentum - exact).norm();
  };
  const double coarse = error(100), fine = error(200);
  EXPECT_GT(fine, 1e-6);
  EXPECT_NEAR(std::log2(coarse / fine), 2.0, 0.02);
}

}  // namespace
}  // namespace impactbench::testing
