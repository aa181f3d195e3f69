#include "tests/reference/truth/truths.hpp"
#include "tests/support/run.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace impactbench::testing {
namespace {

struct Printed {
  double friction;
  const char* inertia;
  double sliding, speed, spin;
};
/// nguyen2024's numbers for r = 0.2, g = 9.80665, v_0 = 1 from its formulas: v_0 / 26 and
/// -0.19231 with its J = m, 2/3 v_0 and -10/3 with that of a disc.
const Printed printed[] = {
    {0.25, "thesis", 0.39220, 0.038462, -0.19231},  {0.5, "thesis", 0.19610, 0.038462, -0.19231},
    {1.0, "thesis", 0.09805, 0.038462, -0.19231},   {0.25, "physical", 0.13596, 0.666667, -3.33333},
    {0.5, "physical", 0.06798, 0.666667, -3.33333}, {1.0, "physical", 0.03399, 0.666667, -3.33333},
};

ParameterSet ball(const Printed& row) {
  return {{"radius", 0.2}, {"friction", row.friction}, {"inertia", std::string(row.inertia)}};
}

TEST(SlidingBall, RollsFromTheInstantAndWithTheVelocityThatThesisAndFormulaHave) {
  for (const Printed& row : printed) {
    const Problem p = problem_entry("rolling_ball").make(ball(row));
    const Truth truth = reference("sliding_ball").truth(p, std::nullopt).value();
    // Half a unit of the five decimals above is 5e-6 s.
    EXPECT_NE(Sample(truth, row.sliding - 6e-6, 3).v, Sample(truth, 1.0, 3).v) << "slides before";
    EXPECT_EQ(Sample(truth, row.sliding + 6e-6, 3).v, Sample(truth, 1.0, 3).v) << "rolls after";
    const Sample end(truth, 1.1, 3);
    EXPECT_NEAR(end.v[0], row.speed, 5.1e-7);
    EXPECT_NEAR(end.v[2], row.spin, 5.1e-6);
    EXPECT_NEAR(end.v[0] + 0.2 * end.v[2], 0.0, 1e-15) << "no slip";
  }
}

TEST(SlidingBall, ObeysNewtonsLawsAndTheEnergyThatFrictionTakes) {
  const Problem p = problem_entry("rolling_ball")
                        .make({{"mass", 3.0},
                               {"spin", 2.0},
                               {"radius", 0.1},
                               {"friction", 0.25},
                               {"inertia", std::string("physical")},
                               {"horizon", 0.6}});
  const Truth truth = reference("sliding_ball").truth(p, std::nullopt).value();
  const double inertia = 0.5 * 3.0 * 0.01;
  const auto energy = [&](const Sample& s) {
    return 0.5 * (3.0 * s.v[0] * s.v[0] + inertia * s.v[2] * s.v[2]);
  };
  // About the point of contact the friction has no moment: m r v - J om is constant.
  const double moment = 3.0 * 0.1 * 1.0 - inertia * 2.0;
  double slipped = 0.0;  // integral of |slip|, midpoint rule: exact for the linear slip
  Sample before(truth, 0.0, 3);
  const double start = energy(before);
  const double dt = 1e-3;
  for (int k = 1; k <= 600; ++k) {
    const Sample now(truth, k * dt, 3);
    EXPECT_NEAR(3.0 * 0.1 * now.v[0] - inertia * now.v[2], moment, 1e-14);
    // Exact but in the step of the kink, where the trapezium is off by da dt^2 / 8 at most, with
    // da = mu g = 2.45 m/s2 and mu m g r / J = 49.0 rad/s2.
    EXPECT_NEAR(now.q[0] - before.q[0], 0.5 * dt * (now.v[0] + before.v[0]), 3.1e-7);
    EXPECT_NEAR(now.q[2] - before.q[2], 0.5 * dt * (now.v[2] + before.v[2]), 6.2e-6);
    slipped += 0.5 * dt * (now.v[0] + before.v[0] + 0.1 * (now.v[2] + before.v[2]));
    before = now;
  }
  // The work of friction is mu m g times the way slipped, in which the kink of the slip, 3 mu g, is
  // 9.2e-7 m: 6.8e-6 J.
  EXPECT_NEAR(start - energy(before), 0.25 * 3.0 * 9.80665 * slipped, 6.9e-6);
  EXPECT_GT(start - energy(before), 0.1) << "nothing was lost: nothing was tested";
}

TEST(SlidingBall, BackspinTurnsItRound) {
  // w_0 = 0.5 + 0.2 * 20 = 4.5 m/s > 0: friction brakes the way to the right, stops the disc after
  // v_0^2 / (2 mu g) and drives it to the left, long before the slip is used up.
  const double pull = 0.5 * 9.80665;
  const auto sample = [](double sign, double t) {
    const Problem p = problem_entry("rolling_ball")
                          .make({{"speed", sign * 0.5},
                                 {"spin", sign * 20.0},
                                 {"radius", 0.2},
                                 {"horizon", 0.3},
                                 {"inertia", std::string("thesis")}});
    return Sample(reference("sliding_ball").truth(p, std::nullopt).value(), t, 3);
  };
  EXPECT_NEAR(sample(1.0, 0.5 / pull).q[0], 0.25 / (2.0 * pull), 1e-15);
  EXPECT_NEAR(sample(1.0, 0.5 / pull).v[0], 0.0, 1e-15);
  EXPECT_NEAR(sample(1.0, 0.3).v[0], 0.5 - 0.3 * pull, 1e-14);
  EXPECT_NEAR(sample(1.0, 0.3).v[2], 20.0 - 0.3 * pull * 0.2, 1e-14);  // J = m
  // Mirrored, everything is mirrored.
  EXPECT_EQ(sample(-1.0, 0.3).q[0], -sample(1.0, 0.3).q[0]);
  EXPECT_EQ(sample(-1.0, 0.3).v[2], -sample(1.0, 0.3).v[2]);
}

TEST(SlidingBall, RollsFromTheStartWhereItHasNoSlip) {
  const Problem p =
      problem_entry("rolling_ball").make({{"speed", 0.1}, {"spin", -0.5}, {"radius", 0.2}});
  const Truth truth = reference("sliding_ball").truth(p, std::nullopt).value();
  EXPECT_NEAR(Sample(truth, 1.0, 3).q[0], 0.1, 1e-15);
  EXPECT_EQ(Sample(truth, 1.0, 3).v, p.initial.v);
}

// With v_0 > 0 and no spin, k = m r^2 / J: the slip v + u falls at mu g (1 + k) - k mu_r g, since
// the spin u grows backwards and is resisted; then both fall at mu_r g / (1 + 1/k).
TEST(SlidingBall, RollsToRestWhereSomethingResistsRolling) {
  const double g = 9.80665, mu = 0.5, mu_r = 0.1, k = 2.0, r = 0.2;
  const Problem p =
      problem_entry("rolling_ball")
          .make({{"radius", r}, {"friction", mu}, {"rolling_friction", mu_r}, {"speed", 0.6}});
  const Truth truth = reference("sliding_ball").truth(p, std::nullopt).value();
  const double slides = 0.6 / (mu * g * (1.0 + k) - k * mu_r * g);
  const double rolls_at = 0.6 - mu * g * slides, brakes = mu_r * g / (1.0 + 1.0 / k);
  const double stops = slides + rolls_at / brakes;
  ASSERT_LT(stops, 1.0) << "it comes to rest";
  const Sample first(truth, slides, 3), middle(truth, 0.5 * (slides + stops), 3),
      end(truth, 1.1, 3);
  EXPECT_NEAR(first.v[0], rolls_at, 1e-14);
  EXPECT_NEAR(first.v[2], -rolls_at / r, 1e-13);
  EXPECT_NEAR(middle.v[0], 0.5 * rolls_at, 1e-14);
  EXPECT_NEAR(middle.v[2], -0.5 * rolls_at / r, 1e-13);
  EXPECT_EQ(end.v.norm(), 0.0);
  EXPECT_NEAR(end.q[0] - p.initial.q[0],
              0.5 * (0.6 + rolls_at) * slides + 0.5 * rolls_at * rolls_at / brakes, 1e-14);
}

// Resistance beyond friction keeps the disc from turning: a block that slides to rest.
TEST(SlidingBall, SlidesAsABlockWhereResistanceIsStrongerThanFriction) {
  const double pull = 0.5 * 9.80665;
  const Problem p = problem_entry("rolling_ball").make({{"rolling_friction", 0.6}, {"speed", 0.6}});
  const Truth truth = reference("sliding_ball").truth(p, std::nullopt).value();
  EXPECT_NEAR(Sample(truth, 0.06, 3).v[0], 0.6 - 0.06 * pull, 1e-14);
  const Sample end(truth, 1.0, 3);
  EXPECT_NEAR(end.q[0], 0.18 / pull, 1e-14);
  EXPECT_EQ(end.q[2], 0.0);
  EXPECT_EQ(end.v.norm(), 0.0);
}

// The same from rolling, with k = 2: friction holds the slip while mu_r < mu (1 + 1/k). Beyond, the
// spin stops first, after r om_0 / (k g (mu_r - mu)), and friction at its bound all the time stops
// the disc after v_0^2 / (2 mu g).
TEST(SlidingBall, StopsTurningBeforeItStopsWhereResistanceIsStrong) {
  const double g = 9.80665, mu = 0.5, mu_r = 0.9, v_0 = 0.6, r = 0.2;
  const Problem p = problem_entry("rolling_ball")
                        .make({{"radius", r},
                               {"friction", mu},
                               {"rolling_friction", mu_r},
                               {"speed", v_0},
                               {"spin", -v_0 / r}});
  const Truth truth = reference("sliding_ball").truth(p, std::nullopt).value();
  const double turns = v_0 / (2.0 * g * (mu_r - mu));
  const Sample then(truth, turns, 3), end(truth, 1.0, 3);
  EXPECT_NEAR(then.v[2], 0.0, 1e-13);
  EXPECT_NEAR(then.v[0], v_0 - mu * g * turns, 1e-14);
  EXPECT_NEAR(end.q[2] - p.initial.q[2], -0.5 * v_0 / r * turns, 1e-14);
  EXPECT_NEAR(end.q[0] - p.initial.q[0], 0.5 * v_0 * v_0 / (mu * g), 1e-14);
  EXPECT_EQ(end.v.norm(), 0.0);
}

// Both works together are what the energy loses, whatever turns round: mu m g per way slipped and
// mu_r m g per way r om turned, and the laws hold between events.
TEST(SlidingBall, LosesTheWorkOfBothFrictions) {
  const double g = 9.80665, m = 1.0, r = 0.2, mu = 0.5, mu_r = 0.15, inertia = 0.5 * m * r * r;
  int turned_round = 0;
  for (const double spin : {-30.0, -6.0, 4.0, 30.0}) {
    for (const double speed : {0.0, 0.9}) {
      const Problem p = problem_entry("rolling_ball")
                            .make({{"radius", r},
                                   {"friction", mu},
                                   {"rolling_friction", mu_r},
                                   {"speed", speed},
                                   {"spin", spin},
                                   {"horizon", 0.6}});
      const auto found = reference("sliding_ball").truth(p, std::nullopt);
      if (!found) continue;  // the left wall
      const auto energy = [&](const Sample& s) {
        return 0.5 * (m * s.v[0] * s.v[0] + inertia * s.v[2] * s.v[2]);
      };
      const int steps = 60000;
      const double dt = 0.6 / steps;
      Sample before(*found, 0.0, 3);
      const double start = energy(before);
      double lost = 0.0;
      for (int k = 1; k <= steps; ++k) {
        const Sample now(*found, k * dt, 3);
        const double v = 0.5 * (now.v[0] + before.v[0]), u = 0.5 * r * (now.v[2] + before.v[2]);
        EXPECT_NEAR(now.q[0] - before.q[0], v * dt, 1e-9);
        EXPECT_NEAR(now.q[2] - before.q[2], u / r * dt, 1e-7);
        lost += m * g * (mu * std::abs(v + u) + mu_r * std::abs(u)) * dt;
        if (now.v[2] * before.v[2] < 0.0) ++turned_round;
        before = now;
      }
      EXPECT_NEAR(start - energy(before), lost, 1e-5 * start) << spin << ' ' << speed;
      EXPECT_GT(lost, 0.01) << spin << ' ' << speed;
    }
  }
  EXPECT_GT(turned_round, 0);
}

TEST(SlidingBall, CoversOnlyWhatItKnows) {
  const auto known = [](const char* problem, const ParameterSet& given,
                        const ContactModel& contact = std::nullopt) {
    return reference("sliding_ball").truth(problem_entry(problem).make(given), contact).has_value();
  };
  EXPECT_TRUE(known("rolling_ball", {}));
  EXPECT_TRUE(known("rolling_ball", {{"precision", std::string("thesis")}}));
  EXPECT_FALSE(known("rolling_ball", {}, Compliance{2.0, 1e6})) << "springs are not rigid";
  EXPECT_FALSE(known("rolling_ball", {{"depth", 1e-5}})) << "pressed in";
  EXPECT_FALSE(known("rolling_ball", {{"friction", 0.0}})) << "slides without end";
  EXPECT_FALSE(known("rolling_ball", {{"speed", 3.0}})) << "reaches the wall on the right";
  EXPECT_FALSE(known("rolling_ball", {{"speed", -1.0}})) << "reaches the wall on the left";
  EXPECT_FALSE(known("bouncing_ball", {{"friction", 0.5}})) << "above the floor";
  EXPECT_FALSE(known("two_balls_friction", {}));
  const Problem p = problem_entry("rolling_ball").make({});
  const Truth truth = reference("sliding_ball").truth(p, std::nullopt).value();
  Eigen::VectorXd q(3), v(3);
  EXPECT_FALSE(truth.at(1.2, q, v));
  EXPECT_FALSE(truth.at(-0.1, q, v));
}

}  // namespace
}  // namespace impactbench::testing
