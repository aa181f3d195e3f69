// Where the energy of a run went, on hand-made steps whose budget is known exactly.
#include "problems/model/disc_setup.hpp"
#include "reference/yardsticks/meter.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace impactbench::testing {
namespace {

/// One disc of mass 2 and radius 1/2 above the floor y = 0.
Problem one_disc(double gravity, double restitution = 1.0, double friction = 0.0) {
  DiscCommon common;
  common.inertia = "physical";
  common.restitution = restitution;
  common.friction = friction;
  DiscSetup setup(common);
  setup.box(-10.0, 10.0, 0.0, 10.0);
  setup.gravity({0.0, -gravity});
  setup.disc(2.0, 0.5, {0.0, 0.5}, {3.0, -2.0});
  return std::move(setup).make("one_disc", {}, 1.0);
}

/// The floor under disc 1, with one row or two.
ContactImpulses floor_pushes(double normal, double tangential, int rows = 2) {
  ContactImpulses out;
  out.clear(rows, 3);
  out.body_a = {0};
  out.body_b = {ContactProblem::fixed};
  out.jacobian_a = {0.0, 1.0, 0.0};  // n = (0, -1) points from the disc to the wall
  out.jacobian_b = {0.0, 0.0, 0.0};
  out.impulse = {normal};
  if (rows > 1) {
    out.jacobian_a.insert(out.jacobian_a.end(), {1.0, 0.0, 0.5});
    out.jacobian_b.insert(out.jacobian_b.end(), {0.0, 0.0, 0.0});
    out.impulse.push_back(tangential);
  }
  return out;
}

std::map<std::string, double> budget_of(const Problem& p, const ContactModel& contact, double h,
                                        const State& after, const ContactImpulses* recorded) {
  Meter meter(p, contact, std::nullopt, h, 1);
  meter.after_step(p.initial, after, nullptr, {}, recorded);
  return meter.finish().quantities;
}

State step_of(const Problem& p, double h, const Eigen::Vector3d& v) {
  State after = p.initial;
  after.v = v;
  after.q += 0.5 * h * (p.initial.v + after.v);
  after.step = 1;
  return after;
}

TEST(EnergyBudget, WhatIsNotAccountedForIsKnownAtItsWorst) {
  // Without an impulse 3 m/s become 4 and 3 again: m (16 - 9) / 2 = 7 J too much in between.
  const Problem p = one_disc(0.0);
  Meter meter(p, std::nullopt, std::nullopt, 0.1, 2);
  ContactImpulses none;
  none.clear(2, 3);
  State before = p.initial;
  for (const double v : {4.0, 3.0}) {
    State after = before;
    after.v[0] = v;
    after.q += 0.05 * (before.v + after.v);
    ++after.step;
    meter.after_step(before, after, nullptr, {}, &none);
    before = after;
  }
  const auto q = meter.finish().quantities;
  EXPECT_NEAR(q.at("budget_closure"), 0.0, 1e-12);
  EXPECT_NEAR(q.at("budget_closure_most"), 7.0, 1e-12);
}

TEST(EnergyBudget, AnImpactLosesWhatNewtonsLawTakes) {
  // v_n: -2 -> 1 with e = 1/2: 1/2 m (1 - e^2) v_n^2 = 3 J are gone, by the impulse m (1 + e) 2.
  const Problem p = one_disc(0.0, 0.5);
  const ContactImpulses recorded = floor_pushes(6.0, 0.0, 1);
  const auto q = budget_of(p, std::nullopt, 0.125, step_of(p, 0.125, {3.0, 1.0, 0.0}), &recorded);
  EXPECT_DOUBLE_EQ(q.at("budget_impact"), -3.0);
  EXPECT_DOUBLE_EQ(q.at("budget_kinetic"), -3.0);
  EXPECT_EQ(q.at("budget_friction"), 0.0);
  EXPECT_EQ(q.at("budget_numerical"), 0.0);
  EXPECT_EQ(q.at("budget_closure"), 0.0);
  EXPECT_EQ(q.at("impulse_defect"), 0.0);
}

TEST(EnergyBudget, FrictionDoesTheWorkOfItsImpulseOnTheMeanSlip) {
  // p_t = -1.5 N s on m = 2, J = m r^2 / 2 = 1/4: v_x 3 -> 2.25, om 0 -> -1.5 * 0.5 / 0.25 = -3;
  // the slip v + r om goes from 3 to 0.75, so its work is -1.5 * 1.875 J.
  const Problem p = one_disc(0.0, 0.0, 0.5);
  const ContactImpulses recorded = floor_pushes(4.0, -1.5);
  const auto q = budget_of(p, std::nullopt, 0.125, step_of(p, 0.125, {2.25, 0.0, -3.0}), &recorded);
  EXPECT_DOUBLE_EQ(q.at("budget_friction"), -2.8125);
  EXPECT_DOUBLE_EQ(q.at("budget_impact"), -4.0);
  EXPECT_NEAR(q.at("budget_closure"), 0.0, 1e-15);
}

TEST(EnergyBudget, ASymplecticStepOfFreeFallLosesWhatItsPositionIsAheadBy) {
  // v += h g, q += h v^{n+1}: m g (q - q_exact step of mean velocity) = -m h^2 g^2 / 2 a step.
  const Problem p = one_disc(8.0);
  ContactImpulses none;
  none.clear(1, 3);
  const double h = 0.25;
  State after = p.initial;
  after.v[1] -= h * 8.0;
  after.q += h * after.v;
  after.q[1] += 4.0;  // away from the floor, and back out of the budget below
  after.step = 1;
  const auto q = budget_of(p, std::nullopt, h, after, &none);
  EXPECT_NEAR(q.at("budget_numerical") - 2.0 * 8.0 * 4.0, -2.0 * h * h * 64.0 / 2.0, 1e-12);
  EXPECT_EQ(q.at("budget_closure"), 0.0);
}

TEST(EnergyBudget, ASpringHoldsTheEnergyOfTheImpactAtItsDeepest) {
  // c D^2 with D = 1/8 holds m v^2 / 2 = 4 J for c = 256 N/m: the whole fall is in the spring.
  const Problem p = one_disc(0.0);
  ContactImpulses recorded = floor_pushes(4.0, 0.0, 1);
  State after = p.initial;
  after.v[1] = 0.0;
  after.q[1] -= 0.125;
  after.step = 1;
  const auto q = budget_of(p, Compliance{2.0, 256.0}, 0.125, after, &recorded);
  EXPECT_DOUBLE_EQ(q.at("budget_elastic"), 4.0);
  EXPECT_DOUBLE_EQ(q.at("budget_kinetic"), -4.0);
  EXPECT_EQ(q.at("budget_numerical"), 0.0);
  EXPECT_EQ(q.at("budget_closure"), 0.0);
}

TEST(EnergyBudget, DampingOfASpringIsNoFaultOfTheStep) {
  const Problem p = one_disc(0.0, 0.5);
  const ContactImpulses recorded = floor_pushes(4.0, 0.0, 1);
  State after = p.initial;
  after.v[1] = 0.0;
  after.q[1] -= 0.0625;  // 1 J in the spring, 3 J in the damper
  after.step = 1;
  const auto q = budget_of(p, Compliance{2.0, 256.0}, 0.125, after, &recorded);
  EXPECT_DOUBLE_EQ(q.at("budget_impact"), -3.0);
  EXPECT_EQ(q.at("budget_numerical"), 0.0);
}

TEST(EnergyBudget, ImpulsesThatDidNotActAreADefect) {
  const Problem p = one_disc(0.0, 0.5);
  const State after = step_of(p, 0.125, {3.0, 1.0, 0.0});
  const ContactImpulses half = floor_pushes(3.0, 0.0, 1);
  const auto q = budget_of(p, std::nullopt, 0.125, after, &half);
  EXPECT_DOUBLE_EQ(q.at("impulse_defect"), 3.0);
  EXPECT_DOUBLE_EQ(q.at("budget_closure"), -1.5);
  // That do not act in a direction in which nothing moves do no work, and are a defect still.
  const ContactImpulses more = floor_pushes(6.0, 1.0);
  EXPECT_DOUBLE_EQ(budget_of(p, std::nullopt, 0.125, after, &more).at("impulse_defect"), 1.0);
}

TEST(EnergyBudget, WithoutImpulsesTheirTermsAreAbsent) {
  const Problem p = one_disc(0.0, 0.5);
  const ContactImpulses silent;
  for (const ContactImpulses* recorded : {static_cast<const ContactImpulses*>(nullptr), &silent}) {
    const auto q = budget_of(p, std::nullopt, 0.125, step_of(p, 0.125, {3.0, 1.0, 0.0}), recorded);
    EXPECT_DOUBLE_EQ(q.at("budget_closure"), -3.0);
    for (const char* name :
         {"budget_impact", "budget_friction", "budget_numerical", "impulse_defect"})
      EXPECT_FALSE(q.contains(name)) << name;
  }
}

TEST(EnergyBudget, ANumberThatIsNoneIsNoBudget) {
  const Problem p = one_disc(0.0, 0.5);
  const ContactImpulses bad = floor_pushes(std::numeric_limits<double>::quiet_NaN(), 0.0, 1);
  Meter meter(p, std::nullopt, std::nullopt, 0.125, 1);
  meter.after_step(p.initial, step_of(p, 0.125, {3.0, 1.0, 0.0}), nullptr, {}, &bad);
  const Measurements measured = meter.finish();
  for (const char* name : {"budget_closure", "budget_impact", "impulse_defect"}) {
    EXPECT_FALSE(measured.quantities.contains(name)) << name;
    EXPECT_NE(std::find(measured.not_finite.begin(), measured.not_finite.end(), name),
              measured.not_finite.end())
        << name;
  }
}

TEST(EnergyBudget, TheWorkOfEachContactAddsUpToThatOfAll) {
  const Problem p = one_disc(0.0, 0.5, 0.5);
  Meter meter(p, std::nullopt, std::nullopt, 0.125, 1);
  meter.budget().keep_contacts();
  const ContactImpulses recorded = floor_pushes(6.0, -1.5);
  meter.after_step(p.initial, step_of(p, 0.125, {2.25, 1.0, -3.0}), nullptr, {}, &recorded);
  ASSERT_EQ(meter.budget().contacts().size(), 1U);
  const auto& [bodies, work] = *meter.budget().contacts().begin();
  EXPECT_EQ(bodies, (std::pair{0, ContactProblem::fixed}));
  EXPECT_DOUBLE_EQ(work.normal, -3.0);
  EXPECT_DOUBLE_EQ(work.tangential, -2.8125);
  EXPECT_EQ(work.steps, 1);
}

}  // namespace
}  // namespace impactbench::testing
