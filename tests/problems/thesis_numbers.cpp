#include "problems/model/round_system.hpp"
#include "tests/support/run.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

namespace impactbench::testing {
namespace {

/// Numbers that nguyen2024 prints for a problem (its tables 4.1-4.13 and its listing), by hand.
struct Printed {
  const char* name;
  int discs;
  double mass, radius;         ///< of the first disc
  Vec2 first, first_velocity;  ///< of the first disc
  Vec2 last;                   ///< centre of the last disc
  double last_radius;
  double x_low, x_high, y_low, y_high;
  double gravity;  ///< downwards
  double horizon;
};

const Printed kPrinted[] = {
    {"two_balls_test1", 2, 1, 0.1, {0.5, 1}, {1, 0}, {1.5, 1}, 0.1, 0, 2, 0, 2, 0, 1.5},
    {"two_balls_test2", 2, 1, 0.1, {1, 1}, {1, 0}, {1.5, 1}, 0.1, 0, 2, 0, 2, 0, 1.5},
    {"two_balls_test3_case1", 2, 1, 0.2, {0.5, 1}, {1, 0}, {1, 1}, 0.1, 0, 2, 0, 2, 0, 1.5},
    {"two_balls_test3_case2", 2, 1, 0.1, {0.5, 1}, {1, 0}, {2, 1}, 1.0, 0, 3, 0, 3, 0, 1.5},
    {"four_stacked", 4, 1, 0.1, {0.5, 0.1}, {0, 0}, {0.5, 0.7}, 0.1, 0, 1, 0, 1, 9.80665, 2},
    {"bouncing_ball", 1, 1, 0.2, {1, 1}, {0, 0}, {1, 1}, 0.2, 0, 2, 0, 3, 9.80665, 2.5},
    {"moving_ball", 1, 0.2, 0.2, {1, 0.6}, {-0.8, -0.4}, {1, 0.6}, 0.2, 0, 1.2, 0, 1.5, 0, 3},
    // x does not matter to this motion; the text and the listing contradict each other.
    {"falling_ball", 1, 1, 0.2, {0.5, 1}, {0, -1}, {0.5, 1}, 0.2, 0, 1, 0, 2, 0, 3},
    {"newton_cradle", 4, 2, 0.2, {0, 0}, {1, 0}, {1.8, 0}, 0.2, -1, 4, -0.2, 1, 0, 1.5},
    // No wall is hit in table 4.12, so that the box is ours.
    {"four_balls_to_point", 4, 1, 0.4, {0, 0}, {1, 1}, {0, 1}, 0.4, -4, 5, -4, 5, 0, 1.1},
    // The table gives no common end time.
    {"box_81_fixed", 81, 1, 0.16, {3.65, 3.65}, {0, -1}, {0.45, 0.45}, 0.16, 0, 4, 0, 4.5, 0, 6.4},
    // In equilibrium with the floor; the listing presses 1e-5 m into it (precision = thesis).
    {"rolling_ball",
     1,
     1,
     0.20001,
     {0, 0.20001},
     {1, 0},
     {0, 0.20001},
     0.20001,
     -0.3,
     1,
     0,
     0.5,
     9.80665,
     1.1},
    {"four_balls_spin", 4, 1, 0.4, {0, 0}, {1, 1}, {0, 1}, 0.4, -1, 2, -1, 2, 0, 0.5},
    {"two_balls_friction", 2, 1, 0.2, {0, 0.2}, {1, 0}, {0.5, 0.2}, 0.2, -1, 2, 0, 1, 9.80665, 0.5},
};

TEST(ThesisNumbers, AreThoseOfTheDefaults) {
  for (const Printed& row : kPrinted) {
    const Problem p = problem_entry(row.name).make({});
    const auto& system = *disc_system(*p.system);
    ASSERT_EQ(system.bodies().size(), static_cast<std::size_t>(row.discs)) << row.name;
    EXPECT_EQ(system.bodies().mass.front(), row.mass) << row.name;
    EXPECT_EQ(system.bodies().radius.front(), row.radius) << row.name;
    EXPECT_EQ(system.bodies().radius.back(), row.last_radius) << row.name;
    EXPECT_EQ(Vec2(p.initial.q.head<2>()), row.first) << row.name;
    EXPECT_EQ(Vec2(p.initial.v.head<2>()), row.first_velocity) << row.name;
    const Vec2 last = p.initial.q.segment<2>(p.initial.q.size() - 3);
    EXPECT_LT((last - row.last).norm(), 1e-14) << row.name << ": last at " << last.transpose();
    ASSERT_EQ(system.walls().size(), 4U) << row.name;
    EXPECT_EQ(system.wall(0).point.y(), row.y_low) << row.name;
    EXPECT_EQ(system.wall(1).point.x(), row.x_high) << row.name;
    EXPECT_EQ(system.wall(2).point.y(), row.y_high) << row.name;
    EXPECT_EQ(system.wall(3).point.x(), row.x_low) << row.name;
    EXPECT_EQ(system.gravity(), Vec3(0.0, -row.gravity, 0.0)) << row.name;
    EXPECT_EQ(p.horizon, row.horizon) << row.name;
  }
}

TEST(ThesisNumbers, CoverEveryProblemButOurOwn) {
  // Those of random places have their check sums in random_boxes.cpp.
  std::set<std::string> covered{"box_25", "box_81_random", "box_100_random", "box_529", "box_1225"};
  for (const Printed& row : kPrinted)
    covered.insert(row.name);
  EXPECT_GE(covered.size(), 19U);
  std::set<std::string> printed_there;
  for (const ProblemEntry& entry : problem_catalogue()) {
    if (entry.reference.starts_with("nguyen2024")) printed_there.insert(std::string(entry.name));
  }
  for (const std::string& name : printed_there)
    EXPECT_TRUE(covered.contains(name)) << name << " has no row of printed numbers here";
}

TEST(ThesisNumbers, PotentialEnergiesAreMassTimesGravityTimesHeight) {
  const auto potential = [](const char* name, const ParameterSet& given = {}) {
    const Problem p = problem_entry(name).make(given);
    return p.system->external_potential(0.0, p.initial.q);
  };
  EXPECT_NEAR(potential("four_stacked"), 9.80665 * (0.1 + 0.3 + 0.5 + 0.7), 1e-13);
  EXPECT_DOUBLE_EQ(potential("bouncing_ball"), 9.80665);
  EXPECT_DOUBLE_EQ(potential("bouncing_ball", {{"y", 2.0}}), 2.0 * 9.80665);
  EXPECT_DOUBLE_EQ(potential("resting_ball"), 9.80665 * (0.2 - 5e-4));
  EXPECT_EQ(potential("box_81_fixed"), 0.0);
}

TEST(ThesisNumbers, The81DiscsStandInColumnsFromRightToLeftAndTopToBottom) {
  const Problem p = problem_entry("box_81_fixed").make({});
  for (int column = 0; column < 9; ++column) {
    for (int row = 0; row < 9; ++row) {
      const Vec2 x = p.initial.q.segment<2>(3 * (9 * column + row));
      EXPECT_LT((x - Vec2(3.65 - 0.4 * column, 3.65 - 0.4 * row)).norm(), 1e-14);
    }
  }
}

TEST(ThesisNumbers, TheAppendixBoxOfTheFourDiscsIsOneMetreAround) {
  const Problem p = problem_entry("four_balls_to_point").make({{"margin", 1.0}});
  const auto& walls = disc_system(*p.system)->walls();
  EXPECT_EQ(walls[0].point.y(), -1.0);
  EXPECT_EQ(walls[1].point.x(), 2.0);
  EXPECT_EQ(walls[2].point.y(), 2.0);
  EXPECT_EQ(walls[3].point.x(), -1.0);
  // All meet at the centre of the square at once: equal distances to it, velocities towards it.
  for (int i = 0; i < 4; ++i) {
    const Vec2 to_centre = Vec2(0.5, 0.5) - Vec2(p.initial.q.segment<2>(3 * i));
    EXPECT_EQ(Vec2(p.initial.v.segment<2>(3 * i)), 2.0 * to_centre) << i;
  }
}

TEST(ThesisNumbers, TheRollingBallOfTheListingIsPressedByTheDifferenceOfTwoLiterals) {
  const Problem p =
      problem_entry("rolling_ball").make({{"precision", std::string("thesis")}, {"depth", 1e-5}});
  const double radius = disc_system(*p.system)->bodies().radius[0];
  EXPECT_EQ(radius, static_cast<double>(0.20001F));
  EXPECT_EQ(p.initial.q[1], static_cast<double>(0.2F));
  EXPECT_TRUE(p.traits.initial_penetration);
  EXPECT_FALSE(problem_entry("rolling_ball").make({}).traits.initial_penetration);
}

TEST(ThesisNumbers, ASpinOfTheFirstDiscIsARotation) {
  const Problem p = problem_entry("four_balls_to_point").make({{"spin", -1.0}});
  EXPECT_TRUE(p.traits.rotation);
  EXPECT_EQ(p.initial.v[2], -1.0);
  EXPECT_EQ(p.initial.v[5], 0.0);
}

TEST(ThesisNumbers, TheRestingBallStaysOnTheSpringFloorsThatItsDefaultsAreFor) {
  // On D^2 / (2 R) the depth swings between the start and 2 m g R - start: contact persists while
  // both are positive. R = 5e-7 needs the smaller depth that the header names.
  const auto depth_swing = [](const ParameterSet& given, double R) {
    const Problem p = problem_entry("resting_ball").make(given);
    EXPECT_TRUE(p.traits.initial_penetration);
    const double start = 0.2 - p.initial.q[1];
    return std::min(start, 2.0 * 9.80665 * R - start);
  };
  EXPECT_GT(depth_swing({}, 1e-4), 0.0);
  EXPECT_GT(depth_swing({}, 5e-5), 0.0);
  EXPECT_LT(depth_swing({}, 5e-7), 0.0);
  EXPECT_GT(depth_swing({{"depth", 2.5e-6}}, 5e-7), 0.0);
}

}  // namespace
}  // namespace impactbench::testing
