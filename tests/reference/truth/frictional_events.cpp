// The reference of mechanisms with friction against what is known in closed form: a block that
// slides to rest, a point that bounces to rest while it slides, a disc that bounces on a rough
// floor, Painleve's rod; and without friction against the other computed reference.
#include "reference/computed/event_driven/event_driven.hpp"
#include "reference/computed/frictional_events/motion.hpp"
#include "tests/reference/truth/truths.hpp"
#include "tests/support/block.hpp"
#include "tests/support/bodies_in_coordinates.hpp"
#include "tests/support/truths.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

namespace impactbench::testing {
namespace {

using computed::frictional_events::Motion;

Truth known(const Problem& p) {
  return reference("frictional_events").truth(p, std::nullopt).value();
}

TEST(FrictionalEvents, ABlockSlidesToTheStopAndBackToRest) {
  const BlockNumbers numbers;
  const Problem p = numbers.problem();
  const Truth truth = known(p);
  const double a = numbers.friction * Block::g, v1 = std::sqrt(numbers.square_at_stop());
  const double hits = (numbers.speed - v1) / a, back = numbers.rebound * v1,
               rests = hits + back / a;
  for (int k = 0; k <= 200; ++k) {
    const double t = p.horizon * k / 200.0, s = t - hits;
    const double x = s < 0.0     ? numbers.speed * t - 0.5 * a * t * t
                     : t < rests ? Block::L - back * s + 0.5 * a * s * s
                                 : numbers.rest();
    EXPECT_NEAR(Sample(truth, t, 2).q[0], x, 1e-13) << t;
    EXPECT_NEAR(Sample(truth, t, 2).q[1], 0.0, 1e-15) << t;
  }
  ASSERT_EQ(truth.event_times.size(), 1U);
  EXPECT_NEAR(truth.event_times[0], hits, 1e-13);
  EXPECT_NEAR(truth.corners.back(), rests, 1e-12);
  EXPECT_LT(truth.uncertainty, 1e-11);
}

TEST(FrictionalEvents, APointThatBouncesToRestLosesSlipByEachImpact) {
  // It lands with v = sqrt(2 g y), then with e v, e^2 v, ...: each takes mu (1 + e) of it from the
  // slip; all impacts are over 2 v / g e / (1 - e) after the first, and then it slides with -mu g.
  const BlockNumbers numbers{
      .friction = 0.1, .floor_restitution = 0.4, .speed = 0.4, .height = 0.002, .horizon = 0.45};
  const Problem p = numbers.problem();
  const Truth truth = known(p);
  const double e = numbers.floor_restitution, mu = numbers.friction, g = Block::g;
  double v = std::sqrt(2.0 * g * numbers.height), t = v / g, u = numbers.speed, x = u * t;
  for (int k = 0; k < 60; ++k) {
    u -= mu * (1.0 + e) * v;
    v *= e;
    x += u * 2.0 * v / g;
    t += 2.0 * v / g;
  }
  EXPECT_NEAR(t, std::sqrt(2.0 * numbers.height / g) * (1.0 + 2.0 * e / (1.0 - e)), 1e-12);
  for (const double later : {0.0, 0.05, 0.1}) {
    const double moved = u * later - 0.5 * mu * g * later * later;
    EXPECT_NEAR(Sample(truth, t + later, 2).q[0], x + moved, 1e-11) << later;
    EXPECT_NEAR(Sample(truth, t + later, 2).v[0], u - mu * g * later, 1e-9) << later;
  }
  EXPECT_NEAR(Sample(truth, p.horizon, 2).v[0], 0.0, 1e-14);  // it has come to rest
  // Rebounds e^k 0.2 m/s above 3e-7 m/s are impacts of their own: k < 14.6.
  EXPECT_EQ(truth.event_times.size(), 15U);
}

TEST(FrictionalEvents, ADiscInCoordinatesBouncesAsItsExactReferenceHasIt) {
  const Problem round = problem_entry("oblique_impact").make({});
  const Problem p = coordinates_of(round, skewed(round.system->dofs()));
  const Eigen::MatrixXd a = skewed(round.system->dofs());
  Motion motion(*generalised_system(*p.system), p.initial, p.horizon,
                {.tolerance = 1e-13, .longest = 1e-3});
  motion.run();
  EXPECT_EQ(motion.reason(), "");
  const Truth exact = truth_of(round);
  Eigen::VectorXd q(a.rows()), v(a.rows());
  for (int k = 0; k <= 100; ++k) {
    const double t = p.horizon * k / 100.0;
    motion.at(t, q, v);
    const Sample s(exact, t, a.rows());
    EXPECT_LT((a * q - s.q).cwiseAbs().maxCoeff(), 1e-11) << t;
  }
  EXPECT_FALSE(motion.impacts().empty());
}

TEST(FrictionalEvents, WithoutFrictionAreTheOtherReference) {
  const Problem p = problem_entry("double_pendulum").make({{"horizon", 1.2}});
  Motion motion(*generalised_system(*p.system), p.initial, p.horizon,
                {.tolerance = 1e-13, .longest = 3e-3});
  motion.run();
  const Truth other = computed::event_driven::computed(p, 2e-4);
  Eigen::VectorXd q(2), v(2);
  for (int k = 0; k <= 60; ++k) {
    const double t = p.horizon * k / 60.0;
    motion.at(t, q, v);
    EXPECT_LT((q - Sample(other, t, 2).q).cwiseAbs().maxCoeff(), 1e-9) << t;
  }
  EXPECT_EQ(motion.impacts().size(), other.event_times.size());
  EXPECT_FALSE(motion.impacts().empty());
}

TEST(FrictionalEvents, KnowWhereARodHasNoneOneOrThreeMotions) {
  // f'' = A lambda + B of painleve_rod.hpp, with slip to the left.
  int slides = 0, lifts = 0, jumps = 0, undecided = 0;
  for (const double mu : {0.3, 1.2, 1.34, 1.5, 2.5}) {
    for (const double theta : {0.3, 0.8, 1.107, 1.3, 1.5}) {
      for (const double spin : {0.0, 3.0, 7.0}) {
        const Problem p =
            problem_entry("sliding_rod").make({{"friction", mu}, {"angle", theta}, {"spin", spin}});
        const double A = 1.0 + 3.0 * std::cos(theta) * (std::cos(theta) - mu * std::sin(theta));
        const double B = 0.5 * spin * spin * std::sin(theta) - 9.81;
        Motion motion(*generalised_system(*p.system), p.initial, 1e-3,
                      {.tolerance = 1e-12, .longest = 1e-4});
        const std::string where = std::to_string(mu) + ' ' + std::to_string(theta);
        EXPECT_EQ(motion.beginnings(), A < 0.0 && B > 0.0 ? 3U : 1U) << where;
        EXPECT_EQ(!motion.impacts().empty(), A < 0.0 && B < 0.0) << where;
        if (A < 0.0) ++(B < 0.0 ? jumps : undecided);
        if (A > 0.0) ++(B < 0.0 ? slides : lifts);
        Eigen::VectorXd q(3), v(3);
        motion.at(0.0, q, v);
        const double slip = v[0] + 0.5 * std::sin(theta) * v[2];
        if (A < 0.0 && B < 0.0) {
          EXPECT_NEAR(slip, 0.0, 1e-14) << where;
        }
        motion.run();
        motion.at(1e-3, q, v);
        const double gap = q[1] - 0.5 * std::sin(q[2]);
        if (A > 0.0 && B > 0.0) {
          EXPECT_NEAR(gap, 0.5 * B * 1e-6, 0.1 * B * 1e-6) << where;
        }
        if (B < 0.0) {
          EXPECT_NEAR(gap, 0.0, 1e-14) << where;
        }
      }
    }
  }
  EXPECT_GT(slides, 5);
  EXPECT_GT(lifts, 5);
  EXPECT_GT(jumps, 5);
  EXPECT_GT(undecided, 1);
}

// A tilted slider meets its slot corner by corner, ever faster: before rounding decides which hits
// are one the motion ends.
TEST(FrictionalEvents, EndWhereCornersHitInTurnEverFaster) {
  const Problem p = problem_entry("slider_crank").make({{"angle_3", 0.001}, {"horizon", 0.004}});
  Motion motion(*generalised_system(*p.system), p.initial, p.horizon,
                {.tolerance = 1e-13, .longest = 1e-5});
  motion.run();
  EXPECT_NE(motion.reason().find("in turn"), std::string::npos) << motion.reason();
  EXPECT_NEAR(motion.covered(), 0.00269414, 5e-9);
  ASSERT_GT(motion.impacts().size(), 10U);
  const auto& hits = motion.impacts();
  EXPECT_LT(hits.back() - hits[hits.size() - 2], 1e-3 * (hits[1] - hits[0]));
}

// One that is not tilted meets it with two corners at once: any change decides which comes first,
// and nothing is known after that.
TEST(FrictionalEvents, EndWhereAnErrorGrowsTenfold) {
  const Problem p = problem_entry("slider_crank").make({{"horizon", 0.02}});
  Motion motion(*generalised_system(*p.system), p.initial, p.horizon,
                {.tolerance = 1e-13, .longest = 1e-4});
  motion.run();
  EXPECT_EQ(motion.covered(), p.horizon) << "of itself it goes on";
  const Truth truth = known(p);
  Eigen::VectorXd q(3), v(3);
  EXPECT_TRUE(truth.at(0.0025, q, v));
  EXPECT_FALSE(truth.at(0.006, q, v));
  EXPECT_LT(truth.growth, 10.0);
  EXPECT_TRUE(std::isnan(truth.histories.begin()->second(0.006)));
  EXPECT_LE(truth.event_times.size(), 1U);
}

// A woodpecker at rest on its pole is let go by the least change: less than a cycle of it is not
// known at all, and its cycle is.
TEST(FrictionalEvents, EndAtTheStartWhereAnErrorGrowsAtOnce) {
  const auto for_a_time = [](double horizon) {
    return problem_entry("woodpecker")
        .make({{"start", std::string("cycle")}, {"horizon", horizon}});
  };
  const Problem less = for_a_time(0.12), more = for_a_time(0.8);
  EXPECT_FALSE(reference("frictional_events").truth(less, std::nullopt).has_value());
  const Truth cycles = known(more);
  Eigen::VectorXd q(3), v(3);
  EXPECT_TRUE(cycles.at(0.8, q, v));
  EXPECT_TRUE(cycles.scalars.contains("cycle_period"));
}

// Tilted more, its corners hit one by one: errors grow little, for all of the run.
TEST(FrictionalEvents, KnowASliderWhoseCornersHitOneByOne) {
  const Problem p = problem_entry("slider_crank").make({{"angle_3", 0.02}, {"horizon", 0.02}});
  const Truth truth = known(p);
  Eigen::VectorXd q(3), v(3);
  EXPECT_TRUE(truth.at(p.horizon, q, v));
  EXPECT_LT(truth.growth, 10.0);
  EXPECT_GT(truth.event_times.size(), 5U);
  EXPECT_LT(truth.uncertainty, 1e-10);
}

}  // namespace
}  // namespace impactbench::testing
