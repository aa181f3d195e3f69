#include "reference/yardsticks/step_energy.hpp"

#include "problems/model/disc_setup.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace impactbench::testing {
namespace {

/// Two discs of 1 kg and radius 0.5 m whose centres are on the x axis.
Problem pair() {
  DiscSetup setup{DiscCommon{}};
  setup.disc(1.0, 0.5, {0.0, 0.0}, {0.0, 0.0});
  setup.disc(1.0, 0.5, {2.0, 0.0}, {0.0, 0.0});
  return std::move(setup).make("pair", {}, 1.0);
}

std::map<std::string, double> terms(const ContactModel& contact, double x0, double x1, double y1) {
  const Problem p = pair();
  const RoundBodies bodies = round_bodies(*p.system);
  StepEnergy energy(*p.system, bodies, contact, 0.1);
  State before = p.initial, after = p.initial;
  before.q[3] = x0;
  after.q[3] = x1;
  after.q[4] = y1;
  after.v[0] = 2.0;
  after.step = 1;
  const ScannedContact both{0, 1};
  const bool overlaps = std::hypot(x1, y1) < 1.0;
  energy.after_step(before, after, {&both, overlaps ? 1U : 0U}, nullptr);
  std::map<std::string, double> q;
  energy.finish(q);
  return q;
}

const ContactModel spring = Compliance{2.0, 50.0};  // k = 100 N/m

TEST(StepEnergy, TheStrokeOfASpringIsItsEnergyErrorWhereAForceIsHeld) {
  // From an overlap of 0.1 to one of 0.3 m: U goes from 0.5 to 4.5 J, a held force of 10 N does
  // 2 J of work; the difference is k dD^2 / 2 = 2 J.
  const auto q = terms(spring, 0.9, 0.7, 0.0);
  EXPECT_NEAR(q.at("step_stroke_energy"), 2.0, 1e-12);
  EXPECT_NEAR(q.at("step_contact_work"), 2.0, 1e-12);
  EXPECT_NEAR(q.at("step_edge_energy"), 0.0, 1e-12);
  EXPECT_NEAR(q.at("step_turn_energy"), 0.0, 1e-12);
  // (omega h)^2 = 100 * 2 * 0.01 = 2.
  EXPECT_NEAR(q.at("step_phase_energy"), 4.0, 1e-12);
  // 30 N at a place of 0.7 m.
  EXPECT_DOUBLE_EQ(q.at("step_rounding_energy"), 21.0 * std::numeric_limits<double>::epsilon());
}

TEST(StepEnergy, AStepThatClosesAContactCountsItsGap) {
  // A gap of 0.2 m becomes an overlap of 0.1 m: k dD^2 / 2 of the overlap alone, and f g = 10 *
  // 0.2.
  const auto q = terms(spring, 1.2, 0.9, 0.0);
  EXPECT_NEAR(q.at("step_stroke_energy"), 0.5, 1e-12);
  EXPECT_NEAR(q.at("step_edge_energy"), 2.0, 1e-12);
  EXPECT_NEAR(q.at("step_end_energy"), 0.5, 1e-12);
}

TEST(StepEnergy, ANormalThatTurnsCountsTheWayAlongTheTangent) {
  // The length stays 0.9 m, the overlap 0.1 m, while the normal turns by 0.1 rad: chord
  // 1.8 sin(0.05), force 10 N.
  const auto q = terms(spring, 0.9, 0.9 * std::cos(0.1), 0.9 * std::sin(0.1));
  const double chord = 1.8 * std::sin(0.05);
  EXPECT_NEAR(q.at("step_turn_energy"), 10.0 * chord * chord / 1.8, 1e-12);
  EXPECT_NEAR(q.at("step_stroke_energy"), 0.0, 1e-12);
}

TEST(StepEnergy, TheNormalOfACurvedObstacleTurnsAndThatOfAPlaneDoesNot) {
  // A disc on a held ball of 0.5 m moves as the second disc of the pair above, on a plane x >= 0 it
  // keeps its overlap of 0.1 m while it moves along it: with the gap l - 1 the normal at the start
  // sees the displacement 0.9 (cos 0.1 - 1) where the gap does not change, 10 N over that way.
  const double angle = 0.1, chord = 1.8 * std::sin(0.5 * angle);
  for (const bool ball : {true, false}) {
    DiscSetup setup{DiscCommon{}};
    setup.disc(1.0, 0.5, {2.0, 0.0}, {0.0, 0.0});
    if (ball) {
      setup.ball(Vec3::Zero(), 0.5);
    } else {
      setup.obstacle({Obstacle::Shape::half_space, Vec3(0.4, 0.0, 0.0), Vec3(1.0, 0.0, 0.0)});
    }
    const Problem p = std::move(setup).make("held", {}, 1.0);
    const RoundBodies bodies = round_bodies(*p.system);
    StepEnergy energy(*p.system, bodies, spring, 0.1);
    State before = p.initial, after = p.initial;
    before.q[0] = 0.9 - (ball ? 0.0 : 0.1);
    after.q[0] = ball ? 0.9 * std::cos(angle) : before.q[0];
    after.q[1] = 0.9 * std::sin(angle);
    after.step = 1;
    const ScannedContact held{0, -1};
    energy.after_step(before, after, {&held, 1U}, nullptr);
    std::map<std::string, double> q;
    energy.finish(q);
    EXPECT_NEAR(q.at("step_stroke_energy"), 0.0, 1e-12);
    EXPECT_NEAR(q.at("step_turn_energy"), ball ? 10.0 * chord * chord / 1.8 : 0.0, 1e-12);
  }
}

TEST(StepEnergy, ContactsThatAreNotRecordedAreKnownByWhatTheyHandOver) {
  // A disc of 2 kg under 10 m/s2 that rests through a step of 0.1 s takes d = 2 N s upwards; with
  // M^-1 F = -10 m/s2 it may have gained h^2 F . M^-1 F / 8 = 0.25 J. One that falls takes nothing.
  DiscSetup setup{DiscCommon{}};
  setup.gravity({0.0, -10.0});
  setup.disc(2.0, 0.5, {0.0, 0.0}, {0.0, 0.0});
  const Problem p = std::move(setup).make("one", {}, 1.0);
  const RoundBodies bodies = round_bodies(*p.system);
  for (const bool rests : {true, false}) {
    for (const bool records : {false, true}) {
      StepEnergy energy(*p.system, bodies, std::nullopt, 0.1);
      State after = p.initial;
      if (!rests) after.v[1] = -1.0;
      after.step = 1;
      ContactImpulses recorded;
      recorded.clear(1, 3);
      energy.after_step(p.initial, after, {}, records ? &recorded : nullptr);
      std::map<std::string, double> q;
      energy.finish(q);
      ASSERT_EQ(q.contains("step_handed_energy"), !records);
      if (records) continue;
      EXPECT_NEAR(q.at("step_handed_energy"), rests ? 0.25 : 0.0, 1e-15);
    }
  }
}

TEST(StepEnergy, WithoutComplianceOnlyKicksAreMeasured) {
  const auto q = terms(std::nullopt, 1.2, 0.9, 0.0);
  EXPECT_FALSE(q.contains("step_stroke_energy"));
  EXPECT_NEAR(q.at("step_kick_energy"), 2.0, 1e-12);  // 1 kg, from rest to 2 m/s
}

TEST(StepEnergy, AnImpactMayTurnSlipRoundWithFriction) {
  // A point that meets a floor with e = 1/2 at -1 m/s, sliding at 3 m/s, J = max(0, p_t u_t -
  // (1 - e) p_n |u_n|) / 2: friction along the slip makes energy, against it none.
  const Problem p = problem_entry("dragged_block").make({});
  const auto* system = generalised_system(*p.system);
  ASSERT_TRUE(system != nullptr && system->has_friction());
  const double e = system->law(0).restitution;
  const auto made = [&](double p_n, double p_t, double u_n) {
    StepEnergy energy(*p.system, {}, std::nullopt, 0.1);
    State before = p.initial, after = p.initial;
    Eigen::VectorXd n(before.v.size()), t(before.v.size());
    system->constraint_gradient(0, before.q, n);
    system->constraint_tangent(0, 0, before.q, t);
    before.v = u_n * n / n.squaredNorm() + 3.0 * t / t.squaredNorm();
    ContactImpulses recorded;
    recorded.clear(2, static_cast<int>(before.v.size()));
    recorded.body_a = {0};
    recorded.impulse = {p_n, p_t};
    for (const Eigen::VectorXd& row : {n, t})
      recorded.jacobian_a.insert(recorded.jacobian_a.end(), row.begin(), row.end());
    after.step = 1;
    energy.after_step(before, after, {}, &recorded);
    std::map<std::string, double> q;
    energy.finish(q);
    return q.at("step_impact_energy");
  };
  EXPECT_NEAR(made(2.0, 1.0, -1.0), 0.5 * (3.0 - (1.0 - e) * 2.0), 1e-12);
  EXPECT_EQ(made(2.0, -1.0, -1.0), 0.0);
  EXPECT_EQ(made(2.0, 1.0, 1.0), 0.0) << "a contact that opens is no impact";
}

}  // namespace
}  // namespace impactbench::testing
