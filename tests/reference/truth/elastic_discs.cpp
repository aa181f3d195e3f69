// Elastic discs from impact to impact, against closed forms, conservation and time reversal.
#include "reference/computed/elastic_discs/elastic_discs.hpp"
#include "problems/model/disc_setup.hpp"
#include "reference/computed/elastic_discs/hard_discs.hpp"
#include "tests/reference/truth/truths.hpp"
#include "tests/support/largest.hpp"
#include "tests/support/run.hpp"

#include <gtest/gtest.h>
#include <boost/multiprecision/cpp_bin_float.hpp>

#include <algorithm>
#include <cmath>
#include <string>

namespace impactbench::testing {
namespace {

using computed::elastic_discs::course_of;
using computed::elastic_discs::HardDiscs;
using Digits = boost::multiprecision::cpp_bin_float_100;
using Discs = HardDiscs<Digits>;

std::optional<Truth> truth_of(const char* name, const Problem& problem) {
  return reference(name).truth(problem, std::nullopt);
}

/// Largest difference of two truths over [0, end].
double difference(const Truth& a, const Truth& b, const Problem& problem, double end) {
  double out = 0.0;
  Eigen::VectorXd q = problem.initial.q, v = problem.initial.v, p = q, u = v;
  for (int k = 0; k <= 1000; ++k) {
    const double t = end * k / 1000.0;
    EXPECT_TRUE(a.at(t, q, v) && b.at(t, p, u)) << t;
    out = larger(out, (q - p).cwiseAbs().maxCoeff<Eigen::PropagateNaN>());
  }
  return out;
}

TEST(ElasticDiscs, AreWhatClosedFormsSayOfOneAndTwo) {
  struct Case {
    const char *problem, *closed;
    ParameterSet parameters;
  };
  for (const Case& c : {Case{"moving_ball", "ball_in_box", {}},
                        Case{"bouncing_ball", "ball_under_gravity", {{"restitution", 1.0}}},
                        Case{"two_balls_test1", "two_ball_collision", {}}}) {
    const Problem problem = problem_entry(c.problem).make(c.parameters);
    const auto closed = truth_of(c.closed, problem);
    const auto ours = truth_of("elastic_discs", problem);
    ASSERT_TRUE(closed && closed->at) << c.problem;
    ASSERT_TRUE(ours && ours->at) << c.problem;
    // Two discs that run to and fro on a line are unstable across it: given for some hits only.
    const auto course = course_of(problem);
    ASSERT_TRUE(course && course->impacts.size() > 1) << c.problem;
    const double end = std::min(problem.horizon, course->given);
    ASSERT_GT(end, 0.3 * problem.horizon) << c.problem;
    EXPECT_LT(difference(*closed, *ours, problem, end), 1e-12) << c.problem;
    EXPECT_GT(ours->event_times.size(), 0U) << c.problem;
    for (const double t : closed->event_times) {
      if (t > end) continue;
      const bool there = std::any_of(ours->event_times.begin(), ours->event_times.end(),
                                     [&](double s) { return std::abs(s - t) < 1e-12; });
      EXPECT_TRUE(there) << c.problem << " at " << t;
    }
  }
}

TEST(ElasticDiscs, AnObliqueHitExchangesTheSpeedsAlongTheLineOfCentres) {
  // Equal discs of radius 1/2: one at rest, hit at an offset of 3/5 of the distance of centres, so
  // that n = (4/5, 3/5): the struck one leaves along n with v.n = 4/5 v, the other across it.
  DiscSetup setup{DiscCommon{}};
  setup.disc(1.0, 0.5, {0.0, 0.0}, {1.0, 0.0});
  setup.disc(1.0, 0.5, {2.8, 0.6}, {0.0, 0.0});
  const Problem problem = std::move(setup).make("oblique", {}, 3.0);
  const auto truth = truth_of("elastic_discs", problem);
  ASSERT_TRUE(truth && truth->event_times.size() == 1);
  EXPECT_NEAR(truth->event_times[0], 2.0, 1e-15);
  Eigen::VectorXd q = problem.initial.q, v = problem.initial.v;
  ASSERT_TRUE(truth->at(3.0, q, v));
  EXPECT_NEAR(v[3], 0.64, 1e-15);
  EXPECT_NEAR(v[4], 0.48, 1e-15);
  EXPECT_NEAR(v[0], 0.36, 1e-15);
  EXPECT_NEAR(v[1], -0.48, 1e-15);
}

/// Discs in a box, moving at random, with gravity or without.
Problem gas(int n, double gravity) {
  return problem_entry("disc_box")
      .make({{"n", std::int64_t{n}},
             {"speed", 2.0},
             {"gravity", gravity},
             {"radius_law", std::string("equal")},
             {"spacing", 2.0},
             {"horizon", 3.0}});
}

TEST(ElasticDiscs, RunBackwardsToWhereTheyBegan) {
  for (const double gravity : {0.0, 9.80665}) {
    const Problem problem = gas(16, gravity);
    const auto& system = *disc_system(*problem.system);
    Discs forth(system, problem.initial.q, problem.initial.v);
    Discs::Event event;
    constexpr int impacts = 120;
    for (int k = 0; k < impacts; ++k)
      ASSERT_EQ(forth.next(event), Discs::Outcome::impact);
    // Half way to the next impact, so that none is closed when time turns round.
    Discs ahead = forth;
    ASSERT_EQ(ahead.next(event), Discs::Outcome::impact);
    const Digits turn = (forth.now() + event.time) / 2;
    Discs back(system, problem.initial.q, problem.initial.v);
    back.restart([&](int i) {
      auto b = forth.propagated(i, turn);
      b.vx = -b.vx;
      b.vy = -b.vy;
      b.time = Digits(0);
      return b;
    });
    for (int k = 0; k < impacts; ++k)
      ASSERT_EQ(back.next(event), Discs::Outcome::impact);
    EXPECT_LT(event.time, turn);
    for (int i = 0; i < 16; ++i) {
      const auto b = back.propagated(i, turn);
      EXPECT_LT(std::abs(static_cast<double>(b.x - Digits(problem.initial.q[3 * i]))), 1e-60);
      EXPECT_LT(std::abs(static_cast<double>(b.vy + Digits(problem.initial.v[3 * i + 1]))), 1e-60);
    }
  }
}

TEST(ElasticDiscs, KeepTheirEnergyAndSayHowLongTheyAreKnown) {
  for (const double gravity : {0.0, 9.80665}) {
    const Problem problem = gas(81, gravity);
    const auto course = course_of(problem);
    ASSERT_TRUE(course);
    EXPECT_GT(course->impacts.size(), 200U);
    EXPECT_LT(course->energy_defect, 1e-90);
    EXPECT_LT(course->difference, 1e-13);
    EXPECT_LE(course->given, course->known);
    EXPECT_GT(course->given, 0.1);
    EXPECT_LT(course->given, problem.horizon) << "chaos ends what schemes can be judged by";
    EXPECT_GT(course->growth, 10.0);
    EXPECT_LE(course->growth, 1e3);
    const auto truth = truth_of("elastic_discs", problem);
    ASSERT_TRUE(truth);
    Eigen::VectorXd q = problem.initial.q, v = problem.initial.v;
    EXPECT_TRUE(truth->at(course->given, q, v));
    EXPECT_FALSE(truth->at(course->given + 1e-9, q, v)) << "it never extrapolates";
    // No two discs overlap and none is outside, at any time.
    const auto& discs = disc_system(*problem.system)->bodies();
    for (int k = 0; k <= 50; ++k) {
      ASSERT_TRUE(truth->at(course->given * k / 50.0, q, v));
      for (int i = 0; i < 81; ++i) {
        for (int j = 0; j < i; ++j) {
          const double gap = (q.segment<2>(3 * i) - q.segment<2>(3 * j)).norm() -
                             discs.radius[static_cast<std::size_t>(i)] -
                             discs.radius[static_cast<std::size_t>(j)];
          ASSERT_GT(gap, -1e-12);
        }
      }
    }
  }
}

TEST(ElasticDiscs, LessDigitsAreKnownForLess) {
  // The growth of an error is what it is: with 16 digits in place of 50 the same impacts are met
  // for a shorter time.
  const Problem problem = gas(25, 0.0);
  const auto& system = *disc_system(*problem.system);
  Discs exact(system, problem.initial.q, problem.initial.v);
  HardDiscs<double> coarse(system, problem.initial.q, problem.initial.v);
  const auto course = course_of(problem);
  ASSERT_TRUE(course);
  Discs::Event a;
  HardDiscs<double>::Event b;
  std::size_t same = 0;
  while (exact.next(a) == Discs::Outcome::impact &&
         coarse.next(b) == HardDiscs<double>::Outcome::impact && a.a == b.a && a.b == b.b &&
         std::abs(static_cast<double>(a.time) - b.time) < 1e-13)
    ++same;
  EXPECT_GT(same, 5U);
  EXPECT_LT(same, course->impacts.size());
}

TEST(ElasticDiscs, EndWhereImpactsAtOnceHaveNoOrder) {
  // Two discs run into a third one from both sides at the same time: which hit comes first decides.
  DiscSetup setup{DiscCommon{}};
  setup.disc(1.0, 0.5, {-3.0, 0.0}, {1.0, 0.0});
  setup.disc(1.0, 0.5, {0.0, 0.0}, {0.0, 0.0});
  setup.disc(1.0, 0.5, {3.0, 0.0}, {-1.0, 0.0});
  const Problem problem = std::move(setup).make("tie", {}, 5.0);
  const auto course = course_of(problem);
  ASSERT_TRUE(course);
  EXPECT_DOUBLE_EQ(course->known, 2.0);
  EXPECT_TRUE(course->impacts.empty());
}

TEST(ElasticDiscs, RefuseWhatTheyAreNoTruthOf) {
  const auto known = [](const Problem& p) { return truth_of("elastic_discs", p).has_value(); };
  const auto box = [](ParameterSet given) {
    given.emplace("n", std::int64_t{9});
    given.emplace("speed", 1.0);
    return problem_entry("disc_box").make(given);
  };
  EXPECT_TRUE(known(box({})));
  EXPECT_FALSE(known(box({{"restitution", 0.5}})));
  EXPECT_FALSE(known(box({{"friction", 0.1}})));
  EXPECT_FALSE(known(box({{"n", std::int64_t{82}}})));
  const ParameterSet smooth{{"friction", 0.0}, {"restitution", 1.0}};
  EXPECT_FALSE(known(problem_entry("rolling_ball").make(smooth))) << "a contact that is closed";
  EXPECT_FALSE(reference("elastic_discs").truth(box({}), Compliance{2.0, 1e4})) << "rigid only";
}

}  // namespace
}  // namespace impactbench::testing
