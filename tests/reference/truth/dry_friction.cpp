// Dry friction: slides of a block on a spring and on a shaken base against numbers known by hand
// and against power series in more digits.
#include "tests/reference/truth/truths.hpp"
#include "tests/support/run.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

namespace impactbench::testing {
namespace {

using Long = long double;
using Kind = ConstraintEvent::Kind;

Truth truth_of_block(const Problem& problem) {
  return reference("dry_friction").truth(problem, std::nullopt).value();
}

std::vector<double> instants(const Truth& truth, Kind kind) {
  std::vector<double> out;
  for (const ConstraintEvent& event : truth.constraint_events) {
    if (event.kind == kind) out.push_back(event.time);
  }
  return out;
}

TEST(DryFriction, TakesFourTimesItsReachFromTheAmplitudeInAPeriod) {
  // SDND100: mu m g / k = 1e-4 m; slides of pi / 100 s from 0.85e-3 m by twice 0.75, 0.55, 0.35 and
  // 0.15e-3 m, then 0.05e-3 m is within reach of friction.
  const Truth truth = truth_of_block(problem_entry("rubbing_oscillator").make({}));
  const auto stops = instants(truth, Kind::stops), starts = instants(truth, Kind::starts);
  ASSERT_EQ(stops.size(), 4U);
  ASSERT_EQ(starts.size(), 4U);
  const double half = std::numbers::pi / 100.0, places[] = {-0.65e-3, 0.45e-3, -0.25e-3, 0.05e-3};
  for (std::size_t k = 0; k < 4; ++k) {
    EXPECT_NEAR(stops[k], half * static_cast<double>(k + 1), 1e-13);
    EXPECT_NEAR(starts[k], half * static_cast<double>(k), 1e-13);
    EXPECT_NEAR(Sample(truth, stops[k], 2).q[0], places[k], 1e-15);
  }
  EXPECT_EQ(Sample(truth, 0.2, 2).v[0], 0.0);
}

TEST(DryFriction, ABlockThatSlidesAtFirstDoesNotStart) {
  const Truth truth = truth_of_block(problem_entry("rubbing_oscillator").make({{"velocity", 0.6}}));
  const auto stops = instants(truth, Kind::stops), starts = instants(truth, Kind::starts);
  ASSERT_FALSE(stops.empty());
  ASSERT_FALSE(starts.empty());
  EXPECT_GE(starts.front(), stops.front());
}

/// A block on a shaken base by power series of order 20 in steps of 1e-2 s: starts and stops.
std::vector<Long> changes_of(Long base, Long end) {
  const Long rate = 2.0L * std::numbers::pi_v<Long>;
  std::vector<Long> out;
  Long t = 0.0L, v = 0.0L, sense = 0.0L;
  const auto drive = [&](Long at) { return -base * std::sin(rate * at); };
  // Speed after s, by the series of the integral of the sine.
  const auto speed = [&](Long s) {
    Long sum = 0.0L, term = s;
    for (int n = 0; n < 24; ++n) {
      sum += term * std::sin(rate * t + 0.5L * std::numbers::pi_v<Long> * n);
      term *= rate * s / (n + 2);
    }
    return v - base * sum - sense * s;
  };
  while (t < end) {
    const Long h = 1e-2L;
    const auto over = [&](Long s) {
      return sense == 0.0L ? std::abs(drive(t + s)) > 1.0L : sense * speed(s) < 0.0L;
    };
    Long high = h;
    if (over(h)) {
      Long low = sense == 0.0L || v != 0.0L ? 0.0L : 1e-6L;
      for (int i = 0; i < 70; ++i) {
        const Long middle = 0.5L * (low + high);
        (over(middle) ? high : low) = middle;
      }
      out.push_back(t + high);
      const Long a = drive(t + high);
      t += high, v = 0.0L;
      sense = sense == 0.0L || std::abs(a) > 1.0L ? std::copysign(1.0L, a) : 0.0L;
      continue;
    }
    v = sense == 0.0L ? 0.0L : speed(h);
    t += h;
  }
  return out;
}

TEST(DryFriction, SticksAndSlipsOnABaseAsPowerSeriesDo) {
  // SDND104: below 1 m/s2 it is carried; above it slides from where a sin(2 pi t) = mu g on.
  EXPECT_TRUE(
      instants(truth_of_block(problem_entry("rubbing_base").make({{"base", 0.99}})), Kind::starts)
          .empty());
  for (const double base : {1.01, 1.5, 15.0}) {
    const Problem problem = problem_entry("rubbing_base").make({{"base", base}});
    const Truth truth = truth_of_block(problem);
    EXPECT_NEAR(instants(truth, Kind::starts).at(0),
                std::asin(1.0 / base) / (2.0 * std::numbers::pi), 1e-13);
    const std::vector<Long> changes = changes_of(base, problem.horizon);
    ASSERT_EQ(truth.corners.size(), changes.size()) << base;
    EXPECT_GT(changes.size(), 4U);
    for (std::size_t k = 0; k < changes.size(); ++k)
      EXPECT_NEAR(truth.corners[k], static_cast<double>(changes[k]), 1e-10) << base << ' ' << k;
  }
  // It sticks between slides at 1.5, and turns at once at 15.
  const auto gap = [](double base) {
    const Truth truth = truth_of_block(problem_entry("rubbing_base").make({{"base", base}}));
    return instants(truth, Kind::starts).at(1) - instants(truth, Kind::stops).at(0);
  };
  EXPECT_GT(gap(1.5), 1e-3);
  EXPECT_EQ(gap(15.0), 0.0);
}

TEST(RockingBlock, GrowthIsWhatAnImpactThatIsAStepOffMovesTheNextOneBy) {
  // Small angles: the block leans by l = w by, w = y p alpha its rate, and leaves with
  // r (w + p^2 alpha by). A swing from l back to l lasts (2 / p) artanh(rate / (p (alpha - l))):
  // longer by 2 by r (1 + y^2) / (1 - r^2 y^2), y^2 = 1 - (1 - a / alpha)^2. The second impact
  // moves itself alone. A block that leaves with (1 + r) p^2 alpha by less is back earlier by
  // 2 by (1 + r) / (1 - r^2 y^2).
  const double b = 0.01, h = 0.1, alpha = std::atan2(b, h), share = 0.5;
  const Problem once = problem_entry("rocking_block")
                           .make({{"width", 2.0 * b},
                                  {"height", 2.0 * h},
                                  {"angle", share * alpha},
                                  {"horizon", 3.0}});
  const Truth all = reference("rocking_block").truth(once, std::nullopt).value();
  ASSERT_GT(all.event_times.size(), 3U);
  const auto until = [&](std::size_t impacts) {
    const double end = 0.5 * (all.event_times[impacts - 1] + all.event_times[impacts]);
    const Problem part = problem_entry("rocking_block")
                             .make({{"width", 2.0 * b},
                                    {"height", 2.0 * h},
                                    {"angle", share * alpha},
                                    {"horizon", end}});
    return reference("rocking_block").truth(part, std::nullopt).value().growth;
  };
  EXPECT_NEAR(until(1), 1.0, 1e-6);
  const double square = 1.0 - (1.0 - share) * (1.0 - share);
  const double r = 1.0 - 1.5 * std::pow(std::sin(alpha), 2);
  const double second = 1.0 + 2.0 * r * (1.0 + square) / (1.0 - r * r * square);
  const double slow = 2.0 * (1.0 + r) / (1.0 - r * r * square);
  EXPECT_NEAR(until(2), 0.5 * (second + slow + 1.0), 0.02 * second);
}

TEST(RockingBlock, LosesItsSpeedAsHousnerHasItAndSwingsAsLongAsHeSays) {
  // Small angles: a quarter of a period is arcosh(1 / (1 - a / alpha)) / p.
  const double b = 0.01, h = 0.1, alpha = std::atan2(b, h);
  const Problem problem =
      problem_entry("rocking_block")
          .make(
              {{"width", 2.0 * b}, {"height", 2.0 * h}, {"angle", 0.6 * alpha}, {"horizon", 1.0}});
  const Truth truth = reference("rocking_block").truth(problem, std::nullopt).value();
  const double p = std::sqrt(0.75 * 9.81 / std::hypot(b, h));
  ASSERT_GT(truth.event_times.size(), 2U);
  EXPECT_NEAR(truth.event_times[0], std::acosh(1.0 / 0.4) / p, 2e-3 / p);
  const double t = truth.event_times[0], s = 1e-9;
  const Sample before(truth, t - s, 3), after(truth, t + s, 3);
  EXPECT_NEAR(after.v[2] / before.v[2], 1.0 - 1.5 * std::pow(std::sin(alpha), 2), 1e-7);
  // The moment of momentum about the corner that is hit is what an impact keeps.
  const auto moment = [&](const Sample& x) {
    const double inertia = (b * b + h * h) / 3.0;
    return inertia * x.v[2] + (-b) * x.v[1] - h * x.v[0];
  };
  EXPECT_NEAR(moment(before), moment(after), 1e-7);
}

TEST(RockingBlock, SwingsAsItsEquationOfMotionDoes) {
  // Runge and Kutta's method on d2th/dt2 = -p^2 sin(alpha - th), to the first impact.
  const Problem problem = problem_entry("rocking_block").make({});
  const Truth truth = reference("rocking_block").truth(problem, std::nullopt).value();
  const double alpha = std::atan2(0.1, 0.4), square = 0.75 * 9.81 / std::hypot(0.1, 0.4);
  double th = 0.15, w = 0.0, t = 0.0;
  const double dt = 1e-4;
  while (true) {
    const auto a = [&](double x) { return -square * std::sin(alpha - x); };
    const double k1 = a(th), k2 = a(th + 0.5 * dt * w),
                 k3 = a(th + 0.5 * dt * w + 0.25 * dt * dt * k1),
                 k4 = a(th + dt * w + 0.5 * dt * dt * k2);
    const double next = th + dt * w + dt * dt / 6.0 * (k1 + k2 + k3);
    if (next < 0.0) break;
    th = next, w += dt / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4), t += dt;
  }
  const Sample s(truth, t, 3);
  EXPECT_NEAR(s.q[2], th, 1e-10);
  EXPECT_NEAR(s.v[2], w, 1e-9);
  EXPECT_NEAR(truth.event_times[0], t - th / w, 1e-7);
}

}  // namespace
}  // namespace impactbench::testing
