// How much a truth multiplies an error: by hand of planted ones, and where motions are known to.
#include "reference/support/growth.hpp"
#include "tests/reference/truth/truths.hpp"
#include "tests/support/largest.hpp"
#include "tests/support/run.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

namespace impactbench::testing {
namespace {

/// A point that goes on at 1 m/s, `off` (1 + rate t) from its place, with these events.
Truth going(double off, double rate, std::vector<double> events, double end = 10.0) {
  Truth out;
  out.at = [=](double t, Eigen::VectorXd& q, Eigen::VectorXd& v) {
    if (t > end) return false;
    q[0] = t + off * (1.0 + rate * t);
    v[0] = 1.0;
    return true;
  };
  out.event_times = std::move(events);
  return out;
}

TEST(Growth, IsThatOfPlacesOrOfInstants) {
  const double s = 1e-6;
  const Truth truth = going(0.0, 0.0, {1.0, 2.0, 3.0});
  const auto growth = [&](const Truth& moved, double V = 1.0) {
    return growth_of(truth, moved, 1, s, V, 10.0);
  };
  EXPECT_EQ(growth(truth), 1.0);
  EXPECT_NEAR(growth(going(s, 0.3, {1.0, 2.0, 3.0})), 4.0, 1e-6);
  EXPECT_NEAR(growth(going(s, 0.3, {1.0, 2.0, 3.0}, 5.0)), 2.5, 1e-6) << "as far as both know";
  EXPECT_NEAR(growth(going(0.0, 0.0, {1.0 + 2 * s, 2.0, 3.0 + 14 * s})), 7.0, 1e-6);
  EXPECT_NEAR(growth(going(0.0, 0.0, {1.0, 2.0, 3.0 + 14 * s})), 14.0, 1e-6);
  EXPECT_NEAR(growth(going(0.0, 0.0, {1.0, 2.0, 3.0 + 14 * s}), 0.5), 7.0, 1e-6);
  EXPECT_EQ(growth(going(0.0, 0.0, {1.0, 2.5, 3.0 + 14 * s})), 1.0) << "another event";
}

TEST(Growth, OfADoublePendulumAndOfASlowDiscIsMoreThanOne) {
  const Truth pendulum =
      reference("event_driven").truth(problem_entry("double_pendulum").make({}), {}).value();
  EXPECT_GT(pendulum.growth, 2.0);
  EXPECT_LT(pendulum.growth, 10.0);
  // Discs with e = 0.2, of which the second is at rest: moved by 1 mm towards the first, it is hit
  // 1 ms earlier, and all impacts after that come at their own speeds.
  const auto truth_of = [](double x) {
    return reference("two_ball_collision")
        .truth(problem_entry("two_balls_test2").make({{"restitution", 0.2}, {"x_2", x}}), {})
        .value();
  };
  const Truth slow = truth_of(1.5);
  ASSERT_GE(slow.event_times.size(), 3U);
  const Truth nearer = truth_of(1.499);
  double most = 1.0;
  for (std::size_t k = 0; k < slow.event_times.size(); ++k) {
    const double off = std::abs(nearer.event_times[k] - slow.event_times[k]);
    if (off < 0.015) most = larger(most, off / 1e-3);
  }
  EXPECT_GE(slow.growth, 0.99 * most);
}

}  // namespace
}  // namespace impactbench::testing
