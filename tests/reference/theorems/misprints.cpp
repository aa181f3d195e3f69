// Statements of nguyen2024 that are wrong as printed: the counterexamples of errata.toml in plain
// arithmetic, apart from the checks.
#include "tests/support/largest.hpp"

#include <Eigen/Dense>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace impactbench::theorems {
namespace {

using Eigen::Vector2d;

/// Outside of the unit ball, S, d = 1 - |x| within. Across the radius at rho the second derivative
/// of d^2 is 2 d d' / rho = -2 (1 - rho) / rho = -2 d / (r - d), r = 1: with d = s twice what the
/// text allows, and what the corrected constant allows.
TEST(Misprints, SquaredDistancesBendTwiceAsMuch) {
  const double rho = 0.5, h = 1e-3, s = 0.5, r = 1.0;
  const auto squared = [](const Vector2d& x) { return std::pow(1.0 - x.norm(), 2); };
  const Vector2d at(rho, 0.0), across(0.0, h);
  const double second = (squared(at + across) - 2.0 * squared(at) + squared(at - across)) / (h * h);
  EXPECT_NEAR(second, -2.0, 1e-5);
  EXPECT_LT(second + s / (r - s), -0.9) << "as printed d^2 + |x|^2 s / (2 (r - s)) is convex";
  EXPECT_NEAR(second + 2.0 * s / (r - s), 0.0, 1e-5);
}

/// The circle |x| = 1 and x = (a, 0): |x - (cos t, sin t)|^2 = 1 + a^2 - 2 a cos t has its maximum
/// (1 + a)^2 at t = pi, as the disc has. Only the disc about 0 has radius 1 and contains the
/// circle: one about y leaves out the point opposite to y, 1 + |y| away.
TEST(Misprints, CirclesHaveTheFarthestDistancesOfTheirDiscs) {
  for (const double a : {0.25, 1.0, 3.0}) {
    double farthest = 0.0;
    for (int k = 0; k < 1000; ++k)
      farthest =
          testing::larger(farthest, 1.0 + a * a - 2.0 * a * std::cos(2.0 * M_PI * k / 1000.0));
    EXPECT_NEAR(std::sqrt(farthest), 1.0 + a, 1e-12);
  }
}

/// C = B[0, 1], R = 1, x = (1/2, 0): far x = (-1, 0), dfar x = 3/2, which is between R and 2 R.
TEST(Misprints, PointsWithinTwoRadiiAreNotSeparated) {
  const Vector2d x(0.5, 0.0), far(-1.0, 0.0);
  const double radius = 1.0, dfar = 1.5;
  ASSERT_EQ((x - far).norm(), dfar);
  const Vector2d star = (1.0 / radius - 1.0 / dfar) * far + x / dfar;
  EXPECT_NEAR(star.norm(), 0.0, 1e-15);
  const double q = -x.squaredNorm() / 2.0, least = -1.0 / 2.0;  // -|c|^2 / 2 on the unit ball
  EXPECT_EQ(q, -0.125);
  EXPECT_GT(q, least) << "theorem 5.14 has q(x) <= q(c)";
  // Theorem 5.18 has the difference.
  EXPECT_NEAR(q - least, dfar * (1.0 - dfar / (2.0 * radius)), 1e-15);
}

/// C = B[0, 1], R = 1, x* = (1, 0): min of c_1 - |c|^2 / 2 is -3/2 at (-1, 0), and dfar((1, 0))
/// = 2. The text's maximum of c_1 + |c|^2 / 2 is 3/2 at (1, 0).
TEST(Misprints, TheRadiusOfALevelIsThatOfTheProposition) {
  const double least = -1.5, most = 1.5, squared = 4.0;
  EXPECT_EQ(1.0 - 2.0 * least, squared);
  EXPECT_EQ(1.0 - 2.0 * most, -2.0) << "as printed";
}

/// C = B[0, 1], R = 1, x* = 0: q(c) = -|c|^2 / 2 >= -1 = a on C, Phi = -1/2.
TEST(Misprints, TheLeastValueLiesAboveTheLevel) {
  const double a = -1.0, phi = -0.5;
  EXPECT_GT(phi, a) << "lemma 5.16 has Phi <= a";
  // { q >= a } is the ball of radius sqrt 2: x = (3, 0) is 4, 4 and 3 + sqrt 2 away at most.
  EXPECT_LE(3.0 + std::sqrt(-2.0 * phi), 3.0 + std::sqrt(-2.0 * a));
}

/// C = B[0, 1], V = { (4, 0) }, rho - R = 1, x = 0, x* = -k (1, 0): q(x) - q(v) - dfar v =
/// 4 k + 8 - 5, for every k; -dfar 0 = -1.
TEST(Misprints, TheDualityNeedsAPointOfV) {
  const auto right = [](double k) {
    const Vector2d star(-k, 0.0), v(4.0, 0.0);
    return 0.0 - (star.dot(v) - v.squaredNorm() / 2.0) - (v.norm() + 1.0);
  };
  EXPECT_EQ(right(0.0), 3.0);
  EXPECT_EQ(right(1e6) - right(0.0), 4e6);
}

/// C = B[0, 1], x = (4, 0): dfar = 5, the ball that attains the minimum is C itself, d = 3.
TEST(Misprints, TheMinimumIsOfFarthestDistances) {
  const Vector2d x(4.0, 0.0), far(-1.0, 0.0);
  const double dfar = (x - far).norm();
  const Vector2d centre = (1.0 - 1.0 / dfar) * far + x / dfar;  // R U x
  EXPECT_NEAR(centre.norm(), 0.0, 1e-15);
  EXPECT_EQ(x.norm() + 1.0, dfar);
  EXPECT_EQ(x.norm() - 1.0, dfar - 2.0);
}

/// S = { y >= min(0, -s x) }: (1, -s) is a tangent, and so is (0, 1).
TEST(Misprints, ConesOfTheEpigraph) {
  const double s = 0.75;
  EXPECT_GT(Vector2d(0.0, -1.0).dot(Vector2d(1.0, -s)), 0.0) << "no Frechet normal";
  // v_1 >= 0 from (-1, 0), v_1 <= s v_2 from (1, -s), v_2 <= 0 from (0, 1): v = 0.
  for (int k = 0; k < 360; ++k) {
    const Vector2d v(std::cos(M_PI * k / 180.0), std::sin(M_PI * k / 180.0));
    EXPECT_GT(std::max({-v.x(), v.x() - s * v.y(), v.y()}), 0.1) << k;
  }
  EXPECT_GT(Vector2d(0.0, 1.0).dot(Vector2d(0.0, 1.0)), 0.0) << "no Clarke normal";
}

/// f(x) = x and S = { 0, 1 }: two parallel lines. <v, d> <= |v| w(max(1, K) |d|), w(t) = t^2.
TEST(Misprints, SumsNeedTheEuclideanFactor) {
  const Vector2d v(-1.0, 1.0), d(-0.5, 0.5);
  EXPECT_EQ(d.y(), d.x() + 1.0) << "from one line to the other";
  EXPECT_EQ(v.dot(d), 1.0);
  EXPECT_NEAR(v.norm() * d.squaredNorm(), std::sqrt(0.5), 1e-15) << "as printed, K = 1";
  EXPECT_NEAR(v.norm() * 2.0 * d.squaredNorm(), std::sqrt(2.0), 1e-15) << "1 + K^2 = 2";
  // In the 1-norm, whose dual norm is that of the maximum, the print is right.
  EXPECT_LE(v.dot(d), v.lpNorm<Eigen::Infinity>() * std::pow(d.lpNorm<1>(), 2));
}

}  // namespace
}  // namespace impactbench::theorems
