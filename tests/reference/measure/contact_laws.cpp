// The laws of contact, contact by contact, on hand-made steps: what obeys them has no defect, and
// each way to break one is seen in the quantity of that law, by as much as it was broken.
#include "reference/yardsticks/contact_laws.hpp"
#include "problems/model/disc_setup.hpp"
#include "tests/support/run.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>

namespace impactbench::testing {
namespace {

constexpr double h = 0.125;

/// A disc of mass 2, radius 1/2 and J = 1/4 that touches the floor y = 0, gravity 4; and one beside
/// it that it does not touch.
Problem sliding_disc(double restitution = 0.5, double friction = 0.25) {
  DiscCommon common;
  common.inertia = "physical";
  common.restitution = restitution;
  common.friction = friction;
  DiscSetup setup(common);
  setup.allow_overlap(1.0);
  setup.box(-10.0, 10.0, 0.0, 10.0);
  setup.gravity({0.0, -4.0});
  setup.disc(2.0, 0.5, {0.0, 0.5}, {3.0, -2.0});
  setup.disc(1.0, 0.25, {5.0, 5.0}, {0.0, 0.0});
  return std::move(setup).make("sliding_disc", {}, 1.0);
}

constexpr ContactStep newton{
    .place = ContactPlace::middle, .normal = NormalRule::velocity, .slip = SlipRule::velocity};

/// u_n: -2 -> 1, so that p_n = 2 (1 + 2) + 2 4 h; it slides on: p_t = -p_n / 4.
struct Step {
  double normal{7.0}, tangential{-1.75};
  double lever{0.5};
  bool records{true};
  int rows{2};
};

struct Pushed {
  State after;
  ContactImpulses recorded;
};

/// The effect of the step's impulses on the disc, and their record.
Pushed pushed(const Problem& p, const Step& step) {
  Pushed out{p.initial, {}};
  State& after = out.after;
  after.v[0] += step.tangential / 2.0;
  after.v[1] += step.normal / 2.0 - 4.0 * h;
  after.v[2] += step.lever * step.tangential / 0.25;
  after.v[4] -= 4.0 * h;
  after.q += 0.5 * h * (p.initial.v + after.v);
  after.step = 1;
  out.recorded.clear(step.rows, 3);
  if (!step.records) return out;
  out.recorded.body_a = {0};
  out.recorded.body_b = {ContactProblem::fixed};
  out.recorded.jacobian_a = {0.0, 1.0, 0.0};
  out.recorded.impulse = {step.normal};
  if (step.rows > 1) {
    out.recorded.jacobian_a.insert(out.recorded.jacobian_a.end(), {1.0, 0.0, step.lever});
    out.recorded.impulse.push_back(step.tangential);
  }
  out.recorded.jacobian_b.assign(out.recorded.jacobian_a.size(), 0.0);
  return out;
}

std::map<std::string, double> laws_of(const Problem& p, const std::optional<ContactStep>& rule,
                                      const Pushed& step, bool recorded = true) {
  ContactLaws laws(p, std::nullopt, rule, h);
  laws.after_step(p.initial, step.after, h, recorded ? &step.recorded : nullptr);
  // A step of free flight, so that the event ends.
  State on = step.after;
  for (const Eigen::Index y : {1, 4})
    on.v[y] -= 4.0 * h;
  on.q += h * step.after.v;
  on.step = 2;
  ContactImpulses none;
  none.clear(2, 3);
  laws.after_step(step.after, on, 2.0 * h, recorded ? &none : nullptr);
  std::map<std::string, double> q;
  laws.finish(q);
  return q;
}

std::map<std::string, double> laws_of(const Problem& p, const Step& step) {
  return laws_of(p, newton, pushed(p, step));
}

TEST(ContactLaws, AStepThatObeysThemHasNoDefect) {
  const Problem p = sliding_disc();
  const auto q = laws_of(p, Step{});
  for (const char* law : {"pull", "distance", "normal", "cone", "slip", "reaction", "lever",
                          "momentum", "restitution", "friction_gain"}) {
    ASSERT_TRUE(q.contains(std::string("law_") + law)) << law;
    EXPECT_NEAR(q.at(std::string("law_") + law), 0.0, 1e-14) << law;
  }
  EXPECT_EQ(q.at("law_contacts"), 1.0);
  EXPECT_EQ(q.at("law_events"), 1.0);
  EXPECT_DOUBLE_EQ(q.at("law_impulse"), 7.0);
  EXPECT_DOUBLE_EQ(q.at("law_approach"), 2.0);
}

TEST(ContactLaws, RestitutionOnePercentOff) {
  // u_n^+ = 1.01: p_n is 0.02 too large, the separating speed 0.01 of an approach of 2.
  const auto q = laws_of(sliding_disc(), {.normal = 7.02, .tangential = -7.02 / 4.0});
  EXPECT_NEAR(q.at("law_restitution"), 0.005, 1e-12);
  EXPECT_NEAR(q.at("law_normal"), 0.02 / 7.02, 1e-12);
  EXPECT_NEAR(q.at("law_slip"), 0.0, 1e-12);
}

TEST(ContactLaws, TwoStepsThatPressAreJudgedOneByOne) {
  // The weight turns u_n = 1 m/s back to -2: Newton's law holds in the second step for itself, and
  // over both nothing is realised that could be compared.
  const Problem p = sliding_disc();
  ContactLaws laws(p, std::nullopt, newton, h);
  const Pushed first = pushed(p, Step{});
  laws.after_step(p.initial, first.after, h, &first.recorded);
  Pushed second = first;
  second.after.v[1] = -0.5;
  second.recorded.impulse = {2.0 * (-0.5 - 1.0 + 4.0 * h), 0.0};
  second.after.step = 2;
  laws.after_step(first.after, second.after, 2.0 * h, &second.recorded);
  State on = second.after;
  on.step = 3;
  ContactImpulses none;
  none.clear(2, 3);
  laws.after_step(second.after, on, 3.0 * h, &none);
  std::map<std::string, double> q;
  laws.finish(q);
  EXPECT_FALSE(q.contains("law_restitution") && q.at("law_restitution") > 0.0);
}

TEST(ContactLaws, FrictionLeftOutTooStrongOrWithTheSlip) {
  const Problem p = sliding_disc();
  EXPECT_NEAR(laws_of(p, {.tangential = 0.0}).at("law_slip"), 0.25, 1e-12);
  EXPECT_EQ(laws_of(p, {.tangential = 0.0}).at("law_cone"), 0.0);
  EXPECT_NEAR(laws_of(p, {.tangential = 0.0, .rows = 1}).at("law_slip"), 0.25, 1e-12);
  const auto strong = laws_of(p, {.tangential = -1.7675});
  EXPECT_NEAR(strong.at("law_cone"), 0.0025, 1e-12);
  EXPECT_NEAR(strong.at("law_slip"), 0.0025, 1e-12);
  const auto weak = laws_of(p, {.tangential = -1.7325});
  EXPECT_EQ(weak.at("law_cone"), 0.0);
  EXPECT_NEAR(weak.at("law_slip"), 0.0025, 1e-12);
  const auto wrong = laws_of(p, {.tangential = 1.75});
  EXPECT_NEAR(wrong.at("law_slip"), 0.5, 1e-12);
  EXPECT_DOUBLE_EQ(wrong.at("law_friction_gain"), 1.0);
}

TEST(ContactLaws, WhereNoRuleIsStatedRoundingIsNoSlip) {
  const auto left_out = [](double slip) {
    Problem p = sliding_disc();
    p.initial.v[0] = slip;
    return laws_of(p, std::nullopt, pushed(p, {.tangential = 0.0})).at("law_slip");
  };
  EXPECT_NEAR(left_out(3.0), 0.25, 1e-12);
  // An impulse s / W_t ends the slip, 1 / W_t = 2/3 kg.
  EXPECT_NEAR(left_out(1e-3), 2e-3 / 3.0 / 7.0, 1e-12);
  EXPECT_LT(left_out(1e-13), 1e-13);
}

TEST(ContactLaws, ALeverThatIsNotTheRadius) {
  const auto q = laws_of(sliding_disc(), {.lever = 0.25});
  // 0.25 1.75 N m s are missing, over the radius: half of the impulse.
  EXPECT_NEAR(q.at("law_lever"), 0.125, 1e-12);
  EXPECT_NEAR(q.at("law_momentum"), 0.125, 1e-12);
}

TEST(ContactLaws, APullAndAContactThatIsPassedOver) {
  const Problem p = sliding_disc();
  const auto pulled = laws_of(p, {.normal = -1.0, .tangential = 0.0});
  EXPECT_NEAR(pulled.at("law_pull"), 0.1, 1e-12);  // of the 10 that the step after should have
  // Nothing is recorded and nothing pushes: it should have been 7.
  const auto passed_over = laws_of(p, {.normal = 0.0, .tangential = 0.0, .records = false});
  EXPECT_NEAR(passed_over.at("law_normal"), 1.0, 1e-12);
  EXPECT_GE(passed_over.at("law_contacts"), 1.0);
}

// A scheme that records nothing of its last step is held to what it recorded before.
TEST(ContactLaws, AMomentumThatWasMissedIsNotForgottenAtTheEnd) {
  const Problem p = sliding_disc();
  Pushed step = pushed(p, {.lever = 0.25});
  ContactLaws laws(p, std::nullopt, newton, h);
  laws.after_step(p.initial, step.after, h, &step.recorded);
  State on = step.after;
  on.step = 2;
  step.recorded.known = false;
  laws.after_step(step.after, on, 2.0 * h, &step.recorded);
  std::map<std::string, double> q;
  laws.finish(q);
  ASSERT_TRUE(q.contains("law_momentum"));
  EXPECT_GT(q.at("law_momentum"), 0.01);
}

TEST(ContactLaws, AnImpulseWhereNothingTouches) {
  Problem p = sliding_disc();
  p.initial.q[1] = 0.75;  // 0.25 above the floor, 0.125 in the middle of the step
  EXPECT_NEAR(laws_of(p, Step{}).at("law_distance"), 1.0, 1e-12);
}

TEST(ContactLaws, LookAheadAsFarAsIsStated) {
  Problem p = sliding_disc();
  p.initial.q[1] =
      0.5 + 0.1875;  // open in the middle of the step, of a way of 0.25, closed at its end
  ContactStep rule = newton;
  EXPECT_NEAR(laws_of(p, rule, pushed(p, Step{})).at("law_distance"), 1.0, 1e-12);
  rule.ahead = 1.0;
  EXPECT_NEAR(laws_of(p, rule, pushed(p, Step{})).at("law_distance"), 0.0, 1e-12);
}

TEST(ContactLaws, AContactThatIsOpenMayActWhereItIsStatedAndWithinTheWayOfAStep) {
  ContactStep rule = newton;
  rule.closing_acts = true;
  for (const bool near : {true, false}) {
    Problem p = sliding_disc();
    p.initial.q[1] = near ? 0.75 : 3.0;
    const auto q = laws_of(p, rule, pushed(p, Step{}));
    EXPECT_NEAR(q.at("law_distance"), near ? 0.0 : 1.0, 1e-12);
    EXPECT_NEAR(q.at("law_normal"), 0.0, 1e-12);
  }
  // The law of impact holds for it as for a closed one.
  Problem p = sliding_disc();
  p.initial.q[1] = 0.75;
  const auto q = laws_of(p, rule, pushed(p, {.normal = 7.02, .tangential = -7.02 / 4.0}));
  EXPECT_NEAR(q.at("law_normal"), 0.02 / 7.02, 1e-12);
}

TEST(ContactLaws, TheWayOfAStepIsThatOfItsOwnSpeeds) {
  // An open contact acts in a slow step, then in a fast one that begins 0.9 away.
  ContactStep rule = newton;
  rule.closing_acts = true;
  Problem slow = sliding_disc(), fast = sliding_disc();
  slow.initial.q[1] = 0.55;
  slow.initial.v << 0.0, -0.25, 0.0, 0.0, 0.0, 0.0;
  fast.initial.q[1] = 1.4;
  ContactLaws laws(fast, std::nullopt, rule, h);
  double t = 0.0;
  for (const Problem* p : {&slow, &fast}) {
    const Pushed step = pushed(*p, p == &slow ? Step{.normal = 1.0, .tangential = 0.0} : Step{});
    laws.after_step(p->initial, step.after, t += h, &step.recorded);
  }
  std::map<std::string, double> q;
  laws.finish(q);
  EXPECT_NEAR(q.at("law_distance"), 0.0, 1e-12);
}

TEST(ContactLaws, ImpulsesThatAreNotThoseThatMovedTheBodies) {
  const Problem p = sliding_disc();
  Pushed step = pushed(p, Step{});
  step.recorded.impulse[0] *= 1.01;
  EXPECT_NEAR(laws_of(p, newton, step).at("law_momentum"), 0.01 / 1.01, 1e-12);
}

TEST(ContactLaws, TheForceOfAStepIsThatOfThePlaceWhichTheSchemeStates) {
  // Discs that touch fly apart, pulled by a bridge and pushed by 1 N s: M dv - h F - p = 0 with F
  // of the gap at q^n + (h/2) v^n. At q^n it is larger, as the bridge is shorter.
  const Problem p = problem_entry("capillary_pair").make({});
  State middle = p.initial, after = p.initial;
  middle.q.head(middle.v.size()) += 0.5 * h * middle.v;
  Eigen::VectorXd force = Eigen::VectorXd::Zero(p.system->dofs()), start = force;
  p.system->mean_force(0.0, h, middle.q, middle.v, force);
  p.system->mean_force(0.0, h, p.initial.q, p.initial.v, start);
  Eigen::VectorXd push = Eigen::VectorXd::Zero(p.system->dofs());
  push[0] = -1.0, push[2] = 1.0;
  after.v += (h * force + push).cwiseQuotient(p.system->mass());
  after.step = 1;
  ContactImpulses recorded;
  recorded.clear(1, 2);
  recorded.body_a = {0}, recorded.body_b = {1}, recorded.impulse = {1.0};
  recorded.jacobian_a = {-1.0, 0.0}, recorded.jacobian_b = {1.0, 0.0};
  for (const ForcePlace stated : {ForcePlace::middle, ForcePlace::start, ForcePlace::unstated}) {
    ContactLaws laws(p, std::nullopt, newton, h, MotionStep{.force = stated});
    laws.after_step(p.initial, after, h, &recorded);
    std::map<std::string, double> q;
    laws.finish(q);
    ASSERT_EQ(q.contains("law_momentum"), stated != ForcePlace::unstated);
    if (stated == ForcePlace::unstated) continue;
    const double off = stated == ForcePlace::middle ? 0.0 : h * (start - force).norm() / M_SQRT2;
    EXPECT_NEAR(q.at("law_momentum") * q.at("law_impulse"), off, 1e-12);
  }
}

TEST(ContactLaws, WhatIsNotRecordedIsInferredOfASingleContact) {
  // A scheme that states and records nothing.
  const Problem p = sliding_disc();
  const auto right = laws_of(p, std::nullopt, pushed(p, Step{}), false);
  EXPECT_GE(right.at("law_contacts"), 1.0);
  EXPECT_NEAR(right.at("law_slip"), 0.0, 1e-12);
  EXPECT_NEAR(right.at("law_restitution"), 0.0, 1e-12);
  EXPECT_FALSE(right.contains("law_normal"));
  const auto smooth = laws_of(p, std::nullopt, pushed(p, {.tangential = 0.0}), false);
  EXPECT_NEAR(smooth.at("law_slip"), 0.25, 1e-12);
  const auto dead =
      laws_of(p, std::nullopt, pushed(p, {.normal = 5.0, .tangential = -1.25}), false);
  EXPECT_NEAR(dead.at("law_restitution"), 0.5, 1e-12);
}

TEST(ContactLaws, NothingIsInferredWhereTheForceOfAStepIsNotKnown) {
  // A liquid bridge pulls two discs together that nothing else touches.
  const Problem p = problem_entry("capillary_pair").make({});
  for (const bool stated : {true, false}) {
    ContactLaws laws(p, std::nullopt, stated ? std::optional(newton) : std::nullopt, h);
    State after = p.initial;
    after.v[0] += 1.0;
    after.step = 1;
    laws.after_step(p.initial, after, h, nullptr);
    std::map<std::string, double> q;
    laws.finish(q);
    EXPECT_EQ(q.contains("law_contacts") && q.at("law_contacts") > 0.0, stated);
  }
}

TEST(ContactLaws, ANumberThatIsNoneStays) {
  const Problem p = sliding_disc();
  Pushed step = pushed(p, Step{});
  step.after.v[0] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(std::isnan(laws_of(p, newton, step)["law_normal"]));
}

TEST(ContactLaws, APairTurnsBothDiscsWithTheirOwnRadii) {
  DiscCommon common;
  common.inertia = "physical";
  common.friction = 0.25;
  DiscSetup setup(common);
  setup.allow_overlap(1.0);
  setup.disc(1.0, 0.5, {0.0, 0.0}, {1.0, 1.0});
  setup.disc(3.0, 0.25, {0.75, 0.0}, {0.0, 0.0});
  const Problem p = std::move(setup).make("pair", {}, 1.0);
  const ContactStep start{
      .place = ContactPlace::start, .normal = NormalRule::velocity, .slip = SlipRule::velocity};
  // e = 1: p_n = 2 m_red = 1.5; sliding, p_t = -0.375 along y on the first.
  const auto with_levers = [&](double lever_a, double lever_b, double reaction) {
    Pushed step{p.initial, {}};
    step.after.v = p.initial.v;
    step.after.v += Eigen::VectorXd::Map(std::array{-1.5, -0.375, -lever_a * 0.375 / 0.125, 0.5,
                                                    reaction * 0.125, -lever_b * 0.375 / 0.09375}
                                             .data(),
                                         6);
    step.after.q += h * step.after.v;
    step.after.step = 1;
    step.recorded.clear(2, 3);
    step.recorded.body_a = {0};
    step.recorded.body_b = {1};
    step.recorded.jacobian_a = {-1.0, 0.0, 0.0, 0.0, 1.0, lever_a};
    step.recorded.jacobian_b = {1.0, 0.0, 0.0, 0.0, -reaction, lever_b};
    step.recorded.impulse = {1.5, -0.375};
    ContactLaws laws(p, std::nullopt, start, h);
    laws.after_step(p.initial, step.after, h, &step.recorded);
    std::map<std::string, double> q;
    laws.finish(q);
    return q;
  };
  const auto right = with_levers(0.5, 0.25, 1.0);
  for (const char* law : {"law_normal", "law_slip", "law_reaction", "law_lever", "law_momentum"})
    EXPECT_NEAR(right.at(law), 0.0, 1e-14) << law;
  EXPECT_NEAR(with_levers(0.5, 0.5, 1.0).at("law_lever"), 0.25, 1e-12);
  EXPECT_NEAR(with_levers(0.25, 0.25, 1.0).at("law_lever"), 0.125, 1e-12);
  EXPECT_NEAR(with_levers(0.5, 0.25, -1.0).at("law_reaction"), 0.5, 1e-12);
}

// Newton's method evaluates a spring, and then moves on by less than tol, of a gap sqrt(2) tol at
// most: a contact whose dashpot pulls at the end of its overlap may be left open by that. The
// demand of the rule there is judged as law_normal; farther apart there is no contact.
TEST(ContactLaws, TakesAGapOfTheLastMoveOfNewtonForNone) {
  const ContactStep rule{.place = ContactPlace::end,
                         .normal = NormalRule::spring_end,
                         .spring = {.exponent = 2.0, .coefficient = 50.0},
                         .tolerance = 1e-9};
  const auto distance = [&](double gap) {
    const Problem p = sliding_disc(0.5, 0.0);
    Pushed step = pushed(p, {.normal = -1.0, .tangential = 0.0, .rows = 1});
    step.after.q[1] = 0.5 + gap;
    return laws_of(p, rule, step).at("law_distance");
  };
  EXPECT_EQ(distance(1.3e-9), 0.0);
  EXPECT_GT(distance(1.5e-9), 0.1);
}

}  // namespace
}  // namespace impactbench::testing
