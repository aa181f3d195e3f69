// Balances of momentum on hand-made steps, whose terms are known exactly.
#include "reference/acceptance/balances.hpp"
#include "problems/model/disc_setup.hpp"
#include "reference/yardsticks/balance_meter.hpp"
#include "tests/support/run.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace impactbench::testing {
namespace {

/// Two discs of mass 2 and 3 side by side above the floor y = 0.
Problem two_discs(double gravity) {
  DiscCommon common;
  common.inertia = "physical";
  DiscSetup setup(common);
  setup.box(-10.0, 10.0, 0.0, 10.0);
  setup.gravity({0.0, -gravity});
  setup.disc(2.0, 0.5, {0.0, 0.5}, {1.0, -2.0});
  setup.disc(3.0, 0.5, {1.0, 2.0}, {0.0, 1.0});
  return std::move(setup).make("two_discs", {}, 1.0);
}

/// The floor pushes disc 0 up by p, and disc 0 pushes disc 1 along x by `along`.
ContactImpulses impulses(double p, double along) {
  ContactImpulses out;
  out.clear(1, 3);
  out.body_a = {0, 0};
  out.body_b = {ContactProblem::fixed, 1};
  out.jacobian_a = {0.0, 1.0, 0.0, -1.0, 0.0, 0.0};
  out.jacobian_b = {0.0, 0.0, 0.0, 1.0, 0.0, 0.0};
  out.impulse = {p, along};
  return out;
}

/// Half a second under gravity 4 with a push of 6 from the floor and one of 1.5 between the discs:
/// v_0 = (1 - 0.75, -2 - 2 + 3), v_1 = (0.5, 1 - 2).
struct Step {
  Problem problem{two_discs(4.0)};
  State after{problem.initial};
  ContactImpulses recorded{impulses(6.0, 1.5)};
  Step() {
    after.v << 0.25, -1.0, 0.0, 0.5, -1.0, 0.0;
    after.q += 0.25 * (problem.initial.v + after.v);
    after.step = 1;
  }
  [[nodiscard]] std::map<std::string, double> measured(double first_kick = 1.0) const {
    BalanceMeter meter(problem, 0.5, first_kick);
    meter.after_step(problem.initial, after, 0.5, &recorded);
    std::map<std::string, double> out;
    meter.finish(out);
    return out;
  }
};

TEST(Balances, CloseWhereEveryImpulseIsAccountedFor) {
  const auto q = Step().measured();
  EXPECT_EQ(q.at("body_balance_error"), 0.0);
  EXPECT_EQ(q.at("momentum_balance_error"), 0.0);
  EXPECT_EQ(q.at("path_error"), 0.0);
  EXPECT_EQ(q.at("weight_carried"), 1.0);
  EXPECT_DOUBLE_EQ(q.at("speed_most"), std::sqrt(5.0)) << "that of the start";
}

TEST(Balances, MissAnImpulseByItsShare) {
  // The floor gives 7, of which 6 are in the velocities: 1 of 6 + 4 + 7 + 1.5 (|m v_0|, h F, p)
  // of disc 0, and m times the largest speed; of both together |m v_0| = 9, h F = 10 and the
  // floor's 7.
  Step step;
  step.recorded = impulses(7.0, 1.5);
  auto q = step.measured();
  EXPECT_DOUBLE_EQ(q.at("body_balance_error"), 1.0 / (18.5 + 2.0 * std::sqrt(5.0)));
  EXPECT_DOUBLE_EQ(q.at("momentum_balance_error"), 1.0 / 26.0);
  EXPECT_DOUBLE_EQ(q.at("weight_carried"), 1.1) << "1 of M g t = 10";
  // A pull between discs that is not returned: 0.5 is missing to the sum.
  step = Step();
  step.after.v[3] += 0.5 / 3.0;
  q = step.measured();
  EXPECT_NEAR(q.at("momentum_balance_error"), 0.5 / 25.0, 1e-15);
}

// Discs that overlap at the start push each other apart from rest, where no wall is and no weight:
// 2 m/s and 4/3 m/s, which are rounded, and of nothing else.
TEST(Balances, OfBodiesThatStartFromRestAreRounded) {
  Step step;
  step.problem = two_discs(0.0);
  step.problem.initial.v.setZero();
  step.after.v << -2.0, 0.0, 0.0, 4.0 / 3.0 * (1.0 + 4e-16), 0.0, 0.0;
  step.after.q = step.problem.initial.q + 0.25 * step.after.v;
  step.recorded = impulses(0.0, 4.0);
  const auto q = step.measured();
  ASSERT_GT(q.at("momentum_balance_error"), 0.0);
  EXPECT_LT(q.at("momentum_balance_error"), 1e-15);
}

// Disc 1 gets the opposite of disc 0's torque against rolling, an obstacle's goes nowhere: spins of
// (0.4 + 0.3) / J_0 and -0.3 / J_1.
TEST(Balances, TakeTorquesOfBothBodies) {
  Step step;
  step.recorded.resistance = {0.4, 0.3};
  const Eigen::VectorXd inertia = step.problem.system->mass();
  step.after.v[2] = 0.7 / inertia[2];
  step.after.v[5] = -0.3 / inertia[5];
  EXPECT_LT(step.measured().at("body_balance_error"), 1e-15);
  step.after.v[5] = 0.3 / inertia[5];
  EXPECT_GT(step.measured().at("body_balance_error"), 0.01);
}

TEST(Balances, TakeTheShareOfTheFirstStepThatASchemeStates) {
  // Velocities of the middles of steps: the first one has half of h g = 2 m/s.
  Step step;
  step.after.v[1] += 1.0;
  step.after.v[4] += 1.0;
  const auto half = step.measured(0.5);
  EXPECT_EQ(half.at("body_balance_error"), 0.0);
  EXPECT_EQ(half.at("momentum_balance_error"), 0.0);
  EXPECT_EQ(half.at("weight_carried"), 1.0);
  // A scheme that states the whole of it misses 5 of |m v_0| = 9, h F = 10 and the floor's 6.
  const auto whole = step.measured();
  EXPECT_DOUBLE_EQ(whole.at("momentum_balance_error"), 5.0 / 25.0);
  EXPECT_DOUBLE_EQ(whole.at("weight_carried"), 0.5);
  // The second step takes all of h F again: the floor carries 6 + 10 of M g (t - h / 2) = 15, and
  // the discs gain 1.
  BalanceMeter meter(step.problem, 0.5, 0.5);
  meter.after_step(step.problem.initial, step.after, 0.5, &step.recorded);
  State next = step.after;
  next.v[1] += 3.0;  // 10 / 2 - 2
  next.v[4] -= 2.0;
  next.q += 0.25 * (step.after.v + next.v);
  next.step = 2;
  const ContactImpulses more = impulses(10.0, 0.0);
  meter.after_step(step.after, next, 1.0, &more);
  std::map<std::string, double> q;
  meter.finish(q);
  EXPECT_NEAR(q.at("body_balance_error"), 0.0, 1e-15);
  EXPECT_NEAR(q.at("weight_carried"), 1.0, 1e-15);
}

TEST(Balances, SayNothingOfPathsThatAreProjected) {
  Step step;
  BalanceMeter meter(step.problem, 0.5, 1.0, MotionStep{.projected = true});
  meter.after_step(step.problem.initial, step.after, 0.5, &step.recorded);
  std::map<std::string, double> q;
  meter.finish(q);
  EXPECT_FALSE(q.contains("path_error"));
  EXPECT_EQ(q.at("body_balance_error"), 0.0);
}

TEST(Balances, TakeTheForceAtBothEndsWithTheWeightsThatAreStated) {
  // The bridge between two spheres pulls along x with a force that varies with their distance.
  const Problem p = problem_entry("capillary_pair").make({});
  const double h = 1e-3, theta = 0.75;
  State after = p.initial;
  after.q.head(after.v.size()) += 0.5 * h * p.initial.v;
  after.step = 1;
  Eigen::VectorXd start = Eigen::VectorXd::Zero(p.system->dofs()), end = start;
  p.system->mean_force(0.0, h, p.initial.q, p.initial.v, start);
  p.system->mean_force(0.0, h, after.q, p.initial.v, end);
  ASSERT_GT((end - start).norm(), 1e-9 * start.norm());
  after.v += h * (theta * end + (1.0 - theta) * start).cwiseQuotient(p.system->mass());
  ContactImpulses none;
  none.clear(1, static_cast<int>(p.system->dofs()) / 2);
  for (const double stated : {theta, 0.5}) {
    BalanceMeter meter(p, h, 1.0, MotionStep{.theta = stated, .force = ForcePlace::ends});
    meter.after_step(p.initial, after, h, &none);
    std::map<std::string, double> q;
    meter.finish(q);
    EXPECT_EQ(q.at("body_balance_error") < 1e-13, stated == theta) << q.at("body_balance_error");
  }
}

TEST(Balances, TakeTheForceAtTheStartOrInTheMiddleWhereThatIsStated) {
  // M dv = h F(q^n + s h v^n), s = 0 or 1/2; a scheme that does not say which is not judged.
  const Problem p = problem_entry("capillary_pair").make({});
  const double h = 1e-3;
  ContactImpulses none;
  none.clear(1, static_cast<int>(p.system->dofs()) / 2);
  for (const ForcePlace taken : {ForcePlace::start, ForcePlace::middle}) {
    State place = p.initial, after = p.initial;
    if (taken == ForcePlace::middle) place.q.head(place.v.size()) += 0.5 * h * place.v;
    Eigen::VectorXd force = Eigen::VectorXd::Zero(p.system->dofs());
    p.system->mean_force(0.0, h, place.q, place.v, force);
    after.v += h * force.cwiseQuotient(p.system->mass());
    after.step = 1;
    for (const ForcePlace stated : {ForcePlace::start, ForcePlace::middle, ForcePlace::unstated}) {
      BalanceMeter meter(p, h, 1.0, MotionStep{.force = stated});
      meter.after_step(p.initial, after, h, &none);
      std::map<std::string, double> q;
      meter.finish(q);
      ASSERT_EQ(q.contains("body_balance_error"), stated != ForcePlace::unstated);
      if (stated == ForcePlace::unstated) continue;
      EXPECT_EQ(q.at("body_balance_error") < 1e-13, stated == taken) << q.at("body_balance_error");
    }
  }
}

TEST(Balances, OfManyBodiesAreSummedToRounding) {
  // 300 discs fall for 2000 steps: sums over bodies are rounded once a step into that of the run,
  // half a unit of its last place each, 2000 x 1.1e-16. One by one they would be rounded 300 times
  // as often.
  DiscSetup setup{DiscCommon{}};
  setup.box(-1.0, 301.0, 0.0, 1e6);
  setup.gravity({0.0, -9.81});
  for (int i = 0; i < 300; ++i)
    setup.disc(1.3, 0.2, {i + 0.5, 9e5}, {0.0, 0.0});
  const Problem problem = std::move(setup).make("fall", {}, 1.0);
  BalanceMeter meter(problem, 1e-3);
  ContactImpulses none;
  none.clear(1, 3);
  State before = problem.initial, after = before;
  for (after.step = 1; after.step <= 2000; ++after.step) {
    for (Eigen::Index k = 1; k < after.v.size(); k += 3)
      after.v[k] = -9.81 * 1e-3 * static_cast<double>(after.step);
    meter.after_step(before, after, 1e-3 * static_cast<double>(after.step), &none);
    before = after;
  }
  std::map<std::string, double> q;
  meter.finish(q);
  EXPECT_LT(q.at("momentum_balance_error"), 2.2e-13);
}

TEST(Balances, NoticeAPathThatVelocitiesDoNotGive) {
  Step step;
  step.after.q[4] += 0.125;
  EXPECT_DOUBLE_EQ(step.measured().at("path_error"), 0.125);
  step.after.q[4] = std::nan("");
  EXPECT_TRUE(std::isnan(step.measured().at("path_error")));
}

TEST(Balances, NoticeSpinWithoutTorque) {
  Step step;
  step.after.v[2] = 4.0;
  // J om = 0.25 x 4 over r = 0.5 times the impulses 3 |m v_0|, 4, 6 and 1.5 with m = 2, and m times
  // the largest speed.
  EXPECT_DOUBLE_EQ(step.measured().at("body_balance_error"),
                   1.0 / (0.5 * (17.5 + 2.0 * std::sqrt(5.0))));
}

TEST(Balances, AreAbsentWhereImpulsesAreNotRecorded) {
  Step step;
  step.recorded.known = false;
  const auto q = step.measured();
  for (const char* name : {"body_balance_error", "momentum_balance_error", "weight_carried"})
    EXPECT_FALSE(q.contains(name)) << name;
  EXPECT_TRUE(q.contains("path_error"));
}

TEST(Balances, AreJudgedOnBothSides) {
  const Problem p = two_discs(4.0);
  const ParameterSet none;
  const auto passed = [&](const std::map<std::string, double>& q, const char* name) {
    std::vector<Check> checks;
    judge_balances({p, "some", "none", none, none, 0.5, EnergyBehaviour::gains, {}, 1.0, q}, false,
                   checks);
    for (const Check& c : checks) {
      if (c.name == name) return c.passed;
    }
    ADD_FAILURE() << name << " was not checked";
    return false;
  };
  EXPECT_TRUE(passed({{"weight_carried", 1.0 + 1e-12}}, "law:weight_carried"));
  EXPECT_FALSE(passed({{"weight_carried", 1.0 + 1e-8}}, "law:weight_carried"));
  EXPECT_FALSE(passed({{"weight_carried", 1.0 - 1e-8}}, "law:weight_carried"));
  EXPECT_FALSE(passed({{"body_balance_error", 1e-8}}, "law:body_balance"));
  EXPECT_FALSE(passed({{"momentum_balance_error", std::nan("")}}, "law:momentum_balance"));
  // h v = 0.5 m/s 3 m/s
  EXPECT_TRUE(passed({{"path_error", 1.49}, {"speed_most", 3.0}}, "law:path"));
  EXPECT_FALSE(passed({{"path_error", 1.51}, {"speed_most", 3.0}}, "law:path"));
  EXPECT_FALSE(passed({{"path_error", 0.0}}, "law:path")) << "no speed was measured";
  // Two discs and four walls.
  EXPECT_TRUE(passed({{"contacts_most", 12.0}}, "law:planar_contacts"));
  EXPECT_FALSE(passed({{"contacts_most", 13.0}}, "law:planar_contacts"));
}

}  // namespace
}  // namespace impactbench::testing
