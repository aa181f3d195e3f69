#include "problems/model/disc_setup.hpp"
#include "tests/reference/truth/truths.hpp"
#include "tests/support/run.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <utility>

namespace impactbench::testing {
namespace {

TEST(BallInBox, ReturnsMirroredAfterOnePeriodOfEachAxis) {
  const Problem p = problem_entry("moving_ball").make({{"horizon", 50.0}});
  const Truth truth = reference("ball_in_box").truth(p, std::nullopt).value();
  // Box 1.2 x 1.5, r = 0.2: the centre has 0.8 x 1.1; periods 2 * 0.8 / 0.8 = 2 s, 2 * 1.1 / 0.4
  // = 5.5 s.
  EXPECT_NEAR(Sample(truth, 2.0, 3).q[0], 1.0, 1e-14);
  EXPECT_NEAR(Sample(truth, 5.5, 3).q[1], 0.6, 1e-14);
  EXPECT_NEAR((Sample(truth, 22.0, 3).q - p.initial.q).norm(), 0.0, 1e-12);
  // Reversal: at t and 2 T - t of an axis the position is the same and the velocity opposite.
  for (const double t : {0.1, 0.77, 1.9}) {
    const Sample a(truth, t, 3);
    const Sample b(truth, 2.0 - t, 3);
    EXPECT_NEAR(a.q[0], b.q[0], 1e-13);
    EXPECT_EQ(a.v[0], -b.v[0]);
  }
  for (double t = 0.0; t < 50.0; t += 0.37) {
    const Sample s(truth, t, 3);
    EXPECT_TRUE(s.q[0] >= 0.2 - 1e-12 && s.q[0] <= 1.0 + 1e-12);
    EXPECT_EQ(std::abs(s.v[0]), 0.8);
  }
  // First wall hits: x at 0.8 / 0.8 = 1 s, y at 0.4 / 0.4 = 1 s.
  ASSERT_GE(truth.event_times.size(), 3U);
  EXPECT_NEAR(truth.event_times[0], 1.0, 1e-14);
  EXPECT_NEAR(truth.event_times[1], 1.0, 1e-14);
  EXPECT_NEAR(truth.event_times[2], 2.0, 1e-14);
}

TEST(BallInBox, StartsWithTheVelocityThatWasGiven) {
  // The ball starts at a wall, moving away from it: no impact has happened yet.
  const Problem p = problem_entry("moving_ball").make({});
  EXPECT_EQ(Sample(reference("ball_in_box").truth(p, std::nullopt).value(), 0.0, 3).v, p.initial.v);
}

TEST(BallInBox, LosesOnlyTheSpeedAcrossTheWall) {
  // e = 1/2. Along x the centre has 0.8 m, starts 0.8 m before the wall at 0.8 m/s: hits after 1 s,
  // then 0.8 / 0.4 = 2 s, then 0.8 / 0.2 = 4 s. Along y 1.1 m, 0.4 m at 0.4 m/s: 1 s, 1.1 / 0.2.
  const Problem p = problem_entry("moving_ball").make({{"restitution", 0.5}, {"horizon", 8.0}});
  const Truth truth = reference("ball_in_box").truth(p, std::nullopt).value();
  const std::array hits{1.0, 1.0, 3.0, 6.5, 7.0};
  ASSERT_EQ(truth.event_times.size(), hits.size());
  for (std::size_t k = 0; k < hits.size(); ++k)
    EXPECT_NEAR(truth.event_times[k], hits[k], 1e-14);
  const Sample s(truth, 2.0, 3);
  EXPECT_NEAR(s.q[0], 0.2 + 0.4, 1e-15);
  EXPECT_NEAR(s.q[1], 0.2 + 0.2, 1e-15);
  const Sample late(truth, 6.75, 3);
  EXPECT_NEAR(late.v[0], -0.2, 1e-16) << "slowed by its own walls only";
  EXPECT_NEAR(late.v[1], -0.1, 1e-16);
  const Problem plastic =
      problem_entry("moving_ball").make({{"restitution", 0.0}, {"horizon", 8.0}});
  const Truth stuck = reference("ball_in_box").truth(plastic, std::nullopt).value();
  EXPECT_EQ(stuck.event_times.size(), 2U);
  EXPECT_EQ(Sample(stuck, 7.0, 3).v.norm(), 0.0);
}

TEST(BallInBox, KeepsWithinTheUncertaintyThatItStates) {
  // The elastic zigzag by folding the line at infinity in extended precision: no sum over hits.
  for (const double horizon : {2.0, 50.0, 1000.0}) {
    const Problem p = problem_entry("moving_ball").make({{"horizon", horizon}});
    const Truth truth = reference("ball_in_box").truth(p, std::nullopt).value();
    EXPECT_LT(truth.uncertainty, 1e-9) << "a bound, not an excuse";
    const std::array<long double, 2> low{0.2, 0.2};
    const std::array<long double, 2> high{1.2L - 0.2L, 1.5L - 0.2L};
    for (double t = 0.0; t <= horizon; t += 0.0137) {
      const Sample s(truth, t, 3);
      for (Eigen::Index k = 0; k < 2; ++k) {
        const auto i = static_cast<std::size_t>(k);
        const long double length = high[i] - low[i];
        const long double way = std::fmod(
            std::abs(static_cast<long double>(p.initial.q[k]) - low[i] +
                     static_cast<long double>(p.initial.v[k]) * static_cast<long double>(t)),
            2.0L * length);
        const long double x = low[i] + (way <= length ? way : 2.0L * length - way);
        ASSERT_LE(std::abs(static_cast<double>(x - static_cast<long double>(s.q[k]))),
                  truth.uncertainty)
            << "horizon " << horizon << " t = " << t;
      }
    }
  }
}

TEST(BallUnderGravity, BouncesAtTheTimesOfFreeFall) {
  for (const double e : {1.0, 0.5}) {
    const Problem p = problem_entry("bouncing_ball").make({{"restitution", e}});
    const Truth truth = reference("ball_under_gravity").truth(p, std::nullopt).value();
    const double g = 9.80665;
    const double first = std::sqrt(2.0 * 0.8 / g);  // falls 0.8 m to the floor
    ASSERT_GE(truth.event_times.size(), 2U);
    EXPECT_NEAR(truth.event_times[0], first, 1e-14);
    EXPECT_NEAR(truth.event_times[1], first + 2.0 * e * first, 1e-13);
    EXPECT_NEAR(Sample(truth, first, 3).q[1], 0.2, 1e-13);
    EXPECT_NEAR(Sample(truth, first + e * first, 3).q[1], 0.2 + e * e * 0.8, 1e-13) << "apex";
  }
}

TEST(BallUnderGravity, SaysNothingAfterImpactsHaveAccumulated) {
  const Problem p = problem_entry("bouncing_ball").make({{"restitution", 0.5}});
  const Truth truth = reference("ball_under_gravity").truth(p, std::nullopt).value();
  // t_1 (1 + 2 e / (1 - e)) = 3 t_1.
  const double end = 3.0 * std::sqrt(2.0 * 0.8 / 9.80665);
  Eigen::VectorXd q(3), v(3);
  EXPECT_TRUE(truth.at(end - 1e-3, q, v));
  EXPECT_FALSE(truth.at(end + 1e-3, q, v));
  EXPECT_FALSE(truth.at(-1.0, q, v));
}

TEST(TwoBallCollision, KeepsMomentumEnergyAndNewtonsLaw) {
  for (const double e : {1.0, 0.4}) {
    const Problem p = problem_entry("two_balls_test2")
                          .make({{"mass_2", 3.0}, {"restitution", e}, {"horizon", 0.5}});
    const Truth truth = reference("two_ball_collision").truth(p, std::nullopt).value();
    // Gap 0.5 - 0.2 = 0.3 m at 1 m/s.
    ASSERT_EQ(truth.event_times.size(), 1U);
    EXPECT_NEAR(truth.event_times[0], 0.3, 1e-14);
    const Sample s(truth, 0.4, 6);
    EXPECT_NEAR(s.v[0] + 3.0 * s.v[3], 1.0, 1e-14);
    EXPECT_NEAR(s.v[3] - s.v[0], e, 1e-14);
    EXPECT_NEAR(s.q[0], 1.3 + 0.1 * s.v[0], 1e-14);
  }
}

TEST(TwoBallCollision, TakesImpactsAtOneInstantOneAfterAnother) {
  // The large disc touches the wall: ball, disc, wall, disc, ball; the small one returns alone.
  const Problem p = problem_entry("two_balls_test3_case2").make({});
  const Truth truth = reference("two_ball_collision").truth(p, std::nullopt).value();
  const Sample s(truth, 1.0, 6);
  EXPECT_EQ(s.v[0], -1.0);
  EXPECT_EQ(s.v[3], 0.0);
}

TEST(TwoBallCollision, EndsWhereImpactsAtOnceGiveSomethingElse) {
  // A lighter disc at the wall would go on after three impacts in turn, and stay where two act at
  // once. Apart from the wall by any distance there is an order again.
  const auto knows = [](double mass, double x) {
    const Problem p = problem_entry("two_balls_test3_case2").make({{"mass_2", mass}, {"x_2", x}});
    const Truth truth = reference("two_ball_collision").truth(p, std::nullopt).value();
    Eigen::VectorXd q(6), v(6);
    EXPECT_TRUE(truth.at(0.25, q, v)) << "before";
    return truth.at(0.75, q, v);
  };
  EXPECT_TRUE(knows(1.0, 2.0));
  EXPECT_FALSE(knows(0.9, 2.0));
  EXPECT_TRUE(knows(0.9, 1.99));
  EXPECT_FALSE(reference("two_ball_collision")
                   .truth(problem_entry("two_balls_test3_case2").make({{"mass_2", 0.9}}), {})
                   ->event_times.size() > 0);
}

TEST(RigidTruths, CoverOnlyWhatTheyKnow) {
  const Problem moving = problem_entry("moving_ball").make({});
  const Problem cradle = problem_entry("newton_cradle").make({});
  EXPECT_FALSE(reference("ball_in_box").truth(moving, Compliance{2.0, 1e5}));
  EXPECT_FALSE(reference("ball_under_gravity").truth(moving, std::nullopt));
  for (const char* name : {"ball_in_box", "ball_under_gravity", "two_ball_collision"}) {
    EXPECT_FALSE(reference(name).truth(cradle, std::nullopt)) << name;
  }
}

TEST(RigidTruths, HaveNoEventsAfterTheRun) {
  const auto events = [](const char* name, const char* problem, const ParameterSet& given) {
    return reference(name)
        .truth(problem_entry(problem).make(given), std::nullopt)
        .value()
        .event_times.size();
  };
  // The point comes to the corner after 1 s.
  EXPECT_EQ(events("corner_limits", "corner", {{"horizon", 0.9}}), 0U);
  EXPECT_EQ(events("corner_limits", "corner", {{"horizon", 1.1}}), 1U);
  // Two people meet after (1 m - 0.1 m / sin 0.6) / (1 m/s) = 0.82 s.
  EXPECT_EQ(events("crowd", "crowd_exit", {{"horizon", 0.8}}), 0U);
  EXPECT_EQ(events("crowd", "crowd_exit", {{"horizon", 0.9}}), 1U);
  // A bar flies 0.05 m at 0.1 m/s before it meets a wall, or another bar.
  for (const auto& [name, problem] :
       {std::pair("bar_wave", "impacting_bar"), {"two_bars", "two_bars"}}) {
    ParameterSet bar{{"n", 5}, {"restitution", 0.5}, {"gap", 0.05}, {"speed", 0.1}};
    bar["horizon"] = 0.4;
    EXPECT_EQ(events(name, problem, bar), 0U) << name;
    bar["horizon"] = 0.6;
    EXPECT_EQ(events(name, problem, bar), 1U) << name;
  }
  // A block reaches its plane after 0.1 m / (10 m/s).
  ParameterSet block{{"along", 2}, {"across", 1}, {"gap", 0.1}, {"speed", 10.0}};
  block["horizon"] = 0.009;
  EXPECT_EQ(events("block_wave", "block_on_wall", block), 0U);
  block["horizon"] = 0.011;
  EXPECT_EQ(events("block_wave", "block_on_wall", block), 1U);
}

TEST(PlaneImpacts, EventsAreTheImpactsOfTheRun) {
  const auto events = [](const char* name, const ParameterSet& given) {
    return reference("plane_impacts")
        .truth(problem_entry(name).make(given), std::nullopt)
        .value()
        .event_times;
  };
  // x = 1 - t: the wall at t = 1, beyond the end of a run of 0.9 s.
  EXPECT_TRUE(events("polar_wall", {{"horizon", 0.9}}).empty());
  ASSERT_EQ(events("polar_wall", {}).size(), 1U);
  EXPECT_NEAR(events("polar_wall", {})[0], 1.0, 1e-14);
  // A point that glides along the circle from the start meets nothing.
  EXPECT_TRUE(
      events("disc_wall",
             {{"side", std::string("inside")}, {"x", 1.0}, {"y", 0.0}, {"vx", 0.0}, {"vy", 1.0}})
          .empty());
}

}  // namespace
}  // namespace impactbench::testing
