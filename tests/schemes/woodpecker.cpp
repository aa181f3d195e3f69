// The woodpecker on its way to the limit cycle: its period and its descent by schemes that have no
// law in common but those of contact, and the order at which steps find them.
#include "reference/yardsticks/cycle_meter.hpp"
#include "tests/support/run.hpp"
#include "tests/support/truths.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

namespace impactbench::testing {
namespace {

const Cycle swings{"angle_bird", -0.1, "height"};

struct Settled {
  double period{0.0}, descent{0.0}, cycles{0.0};
};

/// Means of the last half of the cycles of so long a run in steps of h.
Settled settled(const char* scheme, double horizon, double h) {
  const Problem problem = problem_entry("woodpecker").make({{"horizon", horizon}});
  Session session(scheme_entry(scheme), {}, problem, h);
  CycleMeter meter(problem, swings, h);
  session.run(std::llround(horizon / h),
              [&](const State& s) { meter.after_step(s, static_cast<double>(s.step) * h); });
  std::map<std::string, double> q;
  meter.finish(q);
  EXPECT_TRUE(q.contains("cycle_period")) << scheme;
  return {q["cycle_period"], q["cycle_descent"], q["cycle_count"]};
}

/// The limit, by two computations of the motion from event to event.
constexpr double period = 0.1459760209, descent = 0.0194453439;

TEST(Woodpecker, FromEventToEventItsCycleIsThatOfTheReference) {
  // What is left of the start shrinks from cycle to cycle: its means over the last half of the run
  // come nearer to the limit, to 1e-4 and to 1e-6.
  const Settled early = settled("event_driven", 1.5, 1e-4),
                late = settled("event_driven", 6.0, 1e-4);
  EXPECT_GE(early.cycles, 8.0);
  EXPECT_NEAR(early.period, period, 1e-4 * period);
  EXPECT_NEAR(late.period, period, 1e-6 * period);
  EXPECT_NEAR(late.descent, descent, 1e-6 * descent);
  EXPECT_LT(std::abs(late.period - period), 0.1 * std::abs(early.period - period));
}

TEST(Woodpecker, StepsFindItsCycleByTheirOrder) {
  // Of the same cycles, counted from the start.
  const double horizon = 1.0;
  const Settled exact = settled("event_driven", horizon, 1e-4);
  for (const char* scheme : {"bathe", "moreau_jean", "nscd"}) {
    std::vector<double> steps, of_period, of_descent;
    for (const double h : {4e-5, 2e-5, 1e-5, 5e-6}) {
      const Settled found = settled(scheme, horizon, h);
      ASSERT_EQ(found.cycles, exact.cycles) << scheme;
      steps.push_back(h);
      of_period.push_back(std::abs(found.period / exact.period - 1.0));
      of_descent.push_back(std::abs(found.descent / exact.descent - 1.0));
    }
    EXPECT_NEAR(slope(steps, of_period), 1.0, 0.25) << scheme;
    EXPECT_NEAR(slope(steps, of_descent), 1.0, 0.25) << scheme;
    EXPECT_LT(of_period.back(), 2.5e-4) << scheme;
    EXPECT_LT(of_descent.back(), 2.5e-4) << scheme;
  }
}

}  // namespace
}  // namespace impactbench::testing
