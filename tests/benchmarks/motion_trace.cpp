// When two motions are one, and by how much they are apart.
#include "benchmarks/power/motion_trace.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace impactbench::testing {
namespace {

constexpr double h = 0.01;

/// A point on a circle of radius 1 about `centre`; from step `late` on it is off by `off`.
MotionTrace trace(int steps, double off = 0.0, int late = 1, double centre = 0.0) {
  const auto at = [&](int k) {
    State out;
    const double t = h * k, error = k >= late ? off : 0.0;
    out.q = Eigen::Vector2d(centre + std::cos(t) + error, std::sin(t));
    out.v = Eigen::Vector2d(-std::sin(t), std::cos(t));
    out.step = k;
    return out;
  };
  const State start = at(0);
  MotionTrace out;
  for (int k = 1; k <= steps; ++k)
    out.take(start, at(k), h);
  return out;
}

TEST(MotionTrace, OfTheSameMotionIsTheSame) {
  for (const int steps : {1, 2, 127, 128, 129, 1000}) {
    EXPECT_EQ(trace(steps).distance(trace(steps)), 0.0) << steps;
    EXPECT_EQ(trace(steps), trace(steps)) << steps;
  }
}

TEST(MotionTrace, ShowsAChangeByItsSize) {
  // The way is |cos t - 1| + |sin t| <= 1 + sqrt 2 in the sum, and weights are between 1 and 2.
  for (const int steps : {10, 400, 5000}) {
    for (const double off : {1e-3, -1e-5}) {
      const double apart = trace(steps).distance(trace(steps, off));
      EXPECT_GT(apart, 0.4 * std::abs(off)) << steps;
      EXPECT_LT(apart, 30.0 * std::abs(off)) << steps;
    }
  }
}

TEST(MotionTrace, SeesTheEndHoweverManyStepsThereAre) {
  for (const int steps : {100, 128, 129, 200, 257, 3333}) {
    EXPECT_GT(trace(steps).distance(trace(steps, 1e-3, steps)), 1e-4) << steps;
    EXPECT_LE(trace(steps).sums.size(), 2U * 129U) << steps;
  }
  EXPECT_GE(trace(3333).sums.size(), 2U * 64U);
}

TEST(MotionTrace, TakesRoundingOfTheOriginForNone) {
  // 1e-10 of a way of 1 is nothing, and 1e-9 of rounding at 1e6 m neither; 1e-6 is something.
  EXPECT_LT(trace(300).distance(trace(300, 1e-10)), MotionTrace::rounding);
  EXPECT_LT(trace(300, 0.0, 1, 1e6).distance(trace(300, 1e-9, 1, 1e6)), MotionTrace::rounding);
  EXPECT_GT(trace(300).distance(trace(300, 1e-6)), MotionTrace::rounding);
}

TEST(MotionTrace, OfARunThatEndsEarlierIsAnother) {
  EXPECT_EQ(trace(300).distance(trace(299)), 1.0);
  EXPECT_EQ(trace(3).distance(trace(3, std::numeric_limits<double>::quiet_NaN(), 2)), 1.0);
}

}  // namespace
}  // namespace impactbench::testing
