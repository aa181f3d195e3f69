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
    EXPECT_NEAR(now.q[0] - before.q[0], 0.5 * dt * (now.v[0] + before.v[0]), 3e-6);
    EXPECT_NEAR(now.q[2] - before.q[2], 0.5 * dt * (now.v[2] + before.v[2]), 2e-5);
    slipped += 0.5 * dt * (now.v[0] + before.v[0] + 0.1 * (now.v[2] + before.v[2]));
    before = now;
  }
  // The work of friction is mu m g times the way slipped; the kink costs a step's rest of it.
  EXPECT_NEAR(start - energy(before), 0.25 * 3.0 * 9.80665 * slipped, 1e-4);
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
