// The lengths and speeds with which limits and tolerances compare, as settings of a problem vary.
#include "tests/support/run.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace impactbench::testing {
namespace {

double length_of(const char* problem, const ParameterSet& numbers) {
  const Problem p = problem_entry(problem).make(numbers);
  return generalised_system(*p.system)->length();
}

// A point that starts a hair from its wall moves like one that starts on it: overlaps of both are
// compared with the same length, which is that of the way. Far from the wall it is the distance.
TEST(Scales, TheLengthOfAPointIsTheLongerOfItsDistanceAndItsWay) {
  struct Point {
    const char *problem, *distance, *speed;
  };
  for (const Point& point :
       {Point{"bouncing_point", "position", "velocity"}, Point{"skewed_wall", "q1", "v1"}}) {
    SCOPED_TRACE(point.problem);
    const auto length = [&](double distance, double speed) {
      return length_of(point.problem, {{point.distance, distance}, {point.speed, speed}});
    };
    const double way = length(0.0, -1.0);
    EXPECT_GE(way, 2.0) << "1 m/s for 2 s";
    EXPECT_EQ(length(1e-9, -1.0), way);
    EXPECT_EQ(length(0.5 * way, -1.0), way);
    EXPECT_EQ(length(3.0 * way, -1.0), 3.0 * way);
  }
}

// A point that bounces under gravity comes no higher than its energy lifts it, however long it
// bounces: x + v^2 / (2 g).
TEST(Scales, TheLengthOfAPointUnderGravityDoesNotGrowWithTheTime) {
  for (const double horizon : {10.0, 1000.0}) {
    const ParameterSet numbers{
        {"position", 0.5}, {"velocity", -3.0}, {"gravity", 2.0}, {"horizon", horizon}};
    EXPECT_DOUBLE_EQ(length_of("bouncing_point", numbers), 0.5 + 9.0 / 4.0);
  }
}

// Away from the wall gravity drives the point for all of the time, on to it along the distance.
TEST(Scales, TheTopSpeedOfAPointBoundsItsSpeed) {
  const auto speed = [](double gravity) {
    const Problem p = problem_entry("bouncing_point")
                          .make({{"velocity", 0.0}, {"gravity", gravity}, {"horizon", 10.0}});
    return generalised_system(*p.system)->top_speed();
  };
  EXPECT_DOUBLE_EQ(speed(2.0), 2.0);
  EXPECT_DOUBLE_EQ(speed(-2.0), 20.0);
}

}  // namespace
}  // namespace impactbench::testing
