// The woodpecker's limit cycle: its period and its descent from event to event, and in steps that
// begin on the cycle, with their orders, two-sided; against those of a computation apart from the
// program.
#include "problems/base/error.hpp"
#include "reference/yardsticks/cycle_meter.hpp"
#include "tests/support/run.hpp"
#include "tests/support/truths.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <map>
#include <string>
#include <vector>

namespace impactbench::testing {
namespace {

const Cycle swings{"angle_bird", -0.1, "height"};

/// The fixed point of the map from one rest of the jammed sleeve to the next, by power series
/// between events that are located by halving.
constexpr double period = 0.14597606514375, descent = 0.0194453792847;

struct Settled {
  double period{0.0}, descent{0.0}, cycles{0.0};
};

/// Means of the last half of the cycles of so long a run in steps of h.
Settled settled(const char* scheme, const char* start, double horizon, double h) {
  const Problem problem =
      problem_entry("woodpecker").make({{"horizon", horizon}, {"start", std::string(start)}});
  Session session(scheme_entry(scheme), {}, problem, h);
  CycleMeter meter(problem, swings, h);
  session.run(std::llround(horizon / h),
              [&](const State& s) { meter.after_step(s, static_cast<double>(s.step) * h); });
  std::map<std::string, double> q;
  meter.finish(q);
  EXPECT_TRUE(q.contains("cycle_period")) << scheme;
  return {q["cycle_period"], q["cycle_descent"], q["cycle_count"]};
}

/// Four cycles.
constexpr double four = 0.66;

TEST(Woodpecker, StartsOnItsCycle) {
  const Problem problem =
      problem_entry("woodpecker").make({{"start", std::string("cycle")}, {"horizon", four}});
  const Truth truth = truth_of(problem);
  Eigen::VectorXd q(3), v(3);
  for (int k = 1; k <= 4; ++k) {
    // The bird is at rest there: its angle is even in time, and an error of the period is squared.
    ASSERT_TRUE(truth.at(k * period, q, v));
    EXPECT_NEAR(q[0], problem.initial.q[0] - k * descent, 1e-11);
    EXPECT_NEAR(q[1], problem.initial.q[1], 1e-11);
    EXPECT_NEAR(q[2], problem.initial.q[2], 1e-9);
    EXPECT_NEAR(v[2], 0.0, 1e-7);
  }
  EXPECT_NEAR(truth.scalars.at("cycle_period"), period, 1e-10 * period);
  EXPECT_NEAR(truth.scalars.at("cycle_descent"), descent, 1e-9 * descent);
}

TEST(Woodpecker, KnowsTheCycleOfItsOwnNumbersAlone) {
  const auto make = [](const char* key, double value) {
    return problem_entry("woodpecker").make({{"start", std::string("cycle")}, {key, value}});
  };
  EXPECT_THROW((void)make("friction", 0.2), ConfigurationError);
  EXPECT_THROW((void)make("speed", -0.3), ConfigurationError);
  EXPECT_NO_THROW((void)make("height", 1.0));
}

TEST(Woodpecker, FromEventToEventItComesToTheCycle) {
  // The remainder of the start falls by 0.839 a cycle: in the means over cycles 5 to 10 it is some
  // 1e-4 of the period, so that these are held to 2e-4, and those over cycles 20 to 40 to 1e-5.
  const Settled early = settled("event_driven", "thrown", 1.5, 1e-4),
                late = settled("event_driven", "thrown", 6.0, 1e-4);
  EXPECT_GE(early.cycles, 8.0);
  EXPECT_NEAR(early.period, period, 2e-4 * period);
  EXPECT_NEAR(late.period, period, 1e-5 * period);
  EXPECT_NEAR(late.descent, descent, 1e-5 * descent);
  EXPECT_LT(std::abs(late.period - period), 0.1 * std::abs(early.period - period));
}

TEST(Woodpecker, FromEventToEventItStaysOnTheCycle) {
  const Settled s = settled("event_driven", "cycle", four, 1e-4);
  EXPECT_EQ(s.cycles, 4.0);
  EXPECT_NEAR(s.period, period, 1e-6 * period);
  EXPECT_NEAR(s.descent, descent, 1e-6 * descent);
}

TEST(Woodpecker, InStepsItsCycleIsFoundWithOrderOne) {
  // Renard's series R10. Where in a step an impact falls jumps from one step to the next: errors
  // scatter by a factor of two about a multiple of h, and 14 of them know the order to 0.4.
  constexpr std::array steps{1e-4, 8e-5,   6.3e-5,  5e-5, 4e-5, 3.2e-5, 2.5e-5,
                             2e-5, 1.6e-5, 1.25e-5, 1e-5, 8e-6, 6.3e-6, 5e-6};
  for (const char* scheme : {"nscd", "moreau_jean", "generalised_alpha"}) {
    std::vector<double> h, periods, descents;
    for (const double step : steps) {
      const Settled s = settled(scheme, "cycle", four, step);
      h.push_back(step);
      periods.push_back(std::abs(s.period - period) / period);
      descents.push_back(std::abs(s.descent - descent) / descent);
    }
    EXPECT_NEAR(slope(h, periods), 1.0, 0.4) << scheme;
    EXPECT_NEAR(slope(h, descents), 1.0, 0.4) << scheme;
    EXPECT_LT(periods.back(), 4e-4) << scheme;
    EXPECT_LT(descents.back(), 1.5e-3) << scheme;
  }
}

}  // namespace
}  // namespace impactbench::testing
