// The reference of mechanisms with friction against what is known in closed form: a block that
// slides to rest, a point that bounces to rest while it slides, a disc that bounces on a rough
// floor, Painleve's rod; and without friction against the other computed reference.
#include "problems/model/generalised_setup.hpp"
#include "reference/computed/event_driven/event_driven.hpp"
#include "reference/computed/frictional_events/motion.hpp"
#include "tests/reference/truth/truths.hpp"
#include "tests/support/block.hpp"
#include "tests/support/bodies_in_coordinates.hpp"
#include "tests/support/truths.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
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

/// A point on the top of a smooth hill, x'' = sin x, before a rough wall that is far off.
class HillTop final : public GeneralisedSystem {
 public:
  [[nodiscard]] double length() const override { return 1.0; }
  [[nodiscard]] double top_speed() const override { return 1.0; }
  [[nodiscard]] const Eigen::VectorXd& mass() const override { return mass_; }
  void mass_matrix(const Eigen::VectorXd&, Eigen::MatrixXd& m) const override { m.setOnes(); }
  [[nodiscard]] bool constant_force() const override { return false; }
  void external_force(double, const Eigen::VectorXd& q, const Eigen::VectorXd&,
                      Eigen::VectorXd& force) const override {
    force[0] = std::sin(q[0]);
  }
  [[nodiscard]] double external_potential(double, const Eigen::VectorXd& q) const override {
    return std::cos(q[0]);
  }
  [[nodiscard]] Eigen::Index constraints() const override { return 1; }
  [[nodiscard]] double constraint(Eigen::Index, const Eigen::VectorXd& q) const override {
    return 1e6 - q[0];
  }
  void constraint_gradient(Eigen::Index, const Eigen::VectorXd&,
                           Eigen::VectorXd& g) const override {
    g[0] = -1.0;
  }
  [[nodiscard]] double restitution() const override { return 0.0; }
  [[nodiscard]] ContactLaw law(Eigen::Index) const override { return {.friction = 0.5}; }
  [[nodiscard]] int tangents() const override { return 1; }
  void constraint_tangent(Eigen::Index, int, const Eigen::VectorXd&,
                          Eigen::VectorXd& t) const override {
    t[0] = 1.0;
  }

 private:
  Eigen::VectorXd mass_{Eigen::VectorXd::Ones(1)};
};

// At rest on the top a speed d becomes the distance d sinh t, and d cos(1) of the shift is along x:
// beyond 1 s it grows as cos(1) sinh(t) / t, which is 10 at 5.27 s. Where the first of the 200
// instants that are looked at comes later, nothing is known.
TEST(FrictionalEvents, EndAtTheStartWhereAnErrorGrowsAtOnce) {
  const auto for_a_time = [](double horizon) {
    return make_generalised("hill_top", {}, std::make_unique<HillTop>(),
                            {Eigen::VectorXd::Zero(1), Eigen::VectorXd::Zero(1)}, horizon);
  };
  const Problem brief = for_a_time(20.0), lasting = for_a_time(1600.0);
  const Truth truth = known(brief);
  Eigen::VectorXd q(1), v(1);
  EXPECT_TRUE(truth.at(5.2, q, v));
  EXPECT_FALSE(truth.at(5.3, q, v));
  EXPECT_FALSE(reference("frictional_events").truth(lasting, std::nullopt).has_value());
}

// A woodpecker at rest hangs on its pole by friction: the lower edge of the sleeve sticks with 0.71
// of mu times its normal force, slip up or down is stopped at 101 and 31 m/s2, and an edge that is
// lifted comes back with 474 m/s2 (W and b of the contact at the start). A small speed thus moves
// the sleeve by a multiple of its square, and the bird by no more than the speed takes it: all of
// it is known, also of less than a cycle.
TEST(FrictionalEvents, KnowAWoodpeckerThatStartsAtRest) {
  for (const double horizon : {0.12, 0.8}) {
    const Problem p =
        problem_entry("woodpecker").make({{"start", std::string("cycle")}, {"horizon", horizon}});
    const Truth truth = known(p);
    Eigen::VectorXd q(3), v(3);
    EXPECT_TRUE(truth.at(horizon, q, v));
    EXPECT_LT(truth.growth, 1.5) << horizon;
    EXPECT_EQ(truth.scalars.contains("cycle_period"), horizon == 0.8);
  }
}

// Pendulums of any length swing alike, in times as the root of it: a step may be off by the same
// share of the length, whatever that is in radians.
TEST(FrictionalEvents, TakeTheSameStepsAtAnyLength) {
  const auto swung = [](double scale) {
    const double horizon = 0.6 * std::sqrt(scale);
    const Problem p = problem_entry("floor_pendulum")
                          .make({{"length_1", scale},
                                 {"length_2", 0.7 * scale},
                                 {"floor", 1.5 * scale},
                                 {"horizon", horizon}});
    Motion motion(*generalised_system(*p.system), p.initial, horizon,
                  {.tolerance = 1e-13, .longest = horizon});
    motion.run();
    EXPECT_EQ(motion.covered(), horizon) << motion.reason();
    EXPECT_FALSE(motion.impacts().empty());
    Eigen::VectorXd q(2), v(2);
    motion.at(horizon, q, v);
    return q;
  };
  const Eigen::VectorXd of_a_metre = swung(1.0);
  for (const double scale : {1e-6, 1e6})
    EXPECT_LT((swung(scale) - of_a_metre).cwiseAbs().maxCoeff(), 1e-11) << scale;
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
