// What is allowed to the energy of a run.
#include "problems/contact/round_bodies.hpp"
#include "problems/model/disc_setup.hpp"
#include "reference/acceptance/acceptance.hpp"
#include "tests/reference/judged.hpp"
#include "tests/support/run.hpp"
#include "tests/support/run_to_judge.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace impactbench::testing {
namespace {

/// The checks of a falling ball on springs.
std::vector<Check> judged_on_springs(const Quantities& q, EnergyBehaviour claim,
                                     const ContactEnergy& energy, const ParameterSet& ball = {}) {
  const Problem problem = problem_entry("falling_ball").make(ball);
  return judge(run_to_judge(problem, q,
                            {.h = 1e-4,
                             .claimed_energy = claim,
                             .contact = Compliance{2.0, 5000.0},
                             .claimed_order = 1.0,
                             .contact_energy = energy}),
               "default");
}

TEST(Acceptance, EnergyRisesForNobodyBeyondWhatStepsLeave) {
  // With restitution below 1, an explicit scheme may gain the stroke energy of its contacts, no
  // more: (0.1 + 0.02 of edges) of 2 J.
  const auto passes = [](double highest, double stroke) {
    const Quantities q{{"energy_initial", 2.0},     {"energy_min", 1.0},
                       {"energy_max", highest},     {"energy_final", 1.0},
                       {"step_stroke_energy", 0.2}, {"step_edge_energy", 0.04}};
    return passed(
        judged_on_springs(q, EnergyBehaviour::gains, {.stroke = stroke}, {{"restitution", 0.5}}),
        "law:energy");
  };
  EXPECT_TRUE(passes(2.0, 1.0));
  EXPECT_TRUE(passes(2.23, 1.0));
  EXPECT_FALSE(passes(2.25, 1.0));
  EXPECT_TRUE(passes(2.03, -1.0)) << "edges alone where forces of the end are held";
  EXPECT_FALSE(passes(2.05, -1.0));
  EXPECT_FALSE(passes(2.001, 0.0)) << "to rounding where nothing is claimed";
}

TEST(Acceptance, AHeldForceMakesTheStrokeEnergyOfItsContactsOnBothSides) {
  const auto passes = [](double final_energy) {
    const Quantities q{{"energy_initial", 2.0},      {"energy_min", 2.0},
                       {"energy_max", final_energy}, {"energy_final", final_energy},
                       {"step_stroke_energy", 0.2},  {"step_edge_energy", 0.01},
                       {"step_turn_energy", 0.05}};
    return passed(judged_on_springs(q, EnergyBehaviour::gains, {.stroke = 1.0, .turn = -1.0}),
                  "claim:energy_rate");
  };
  EXPECT_TRUE(passes(2.15));
  EXPECT_TRUE(passes(2.164));
  EXPECT_FALSE(passes(2.166)) << "0.15 + 0.01 + 2 % of 0.25";
  EXPECT_FALSE(passes(2.134)) << "too little is wrong, too";
}

TEST(Acceptance, NormalsOfTheEndOfAStepGiveWhatTheirTurnIsWorth) {
  // A body that slides over a dome is pushed along the normal of the end of the step, which leans
  // forwards: E_end - E_0 = -S + R gains R = 0.05 J where there are no strokes, and no more.
  const auto passes = [](double final_energy, double turn) {
    const Quantities q{{"energy_initial", 2.0},      {"energy_min", 2.0},
                       {"energy_max", final_energy}, {"energy_final", final_energy},
                       {"step_stroke_energy", 0.0},  {"step_edge_energy", 0.0},
                       {"step_turn_energy", 0.05}};
    return passed(judged_on_springs(q, EnergyBehaviour::dissipates, {.stroke = -1.0, .turn = turn}),
                  "claim:energy_never_gained");
  };
  EXPECT_TRUE(passes(2.0499, 1.0));
  EXPECT_FALSE(passes(2.0501, 1.0));
  EXPECT_FALSE(passes(2.0499, 0.0)) << "normals of the middle, or of the start";
}

TEST(Acceptance, EnergyIsConservedToTheRoundingOfAsManySteps) {
  // 1e7 steps round velocities by 2.2e-9 of the energy in all, 1e3 by less than 5e-12.
  const auto passed = [&](double horizon, double gain) {
    const Problem ball = problem_entry("bouncing_ball").make({{"horizon", horizon}});
    const double start = ball.system->external_potential(0.0, ball.initial.q);
    const Quantities q{
        {"energy_initial", start}, {"energy_min", start}, {"energy_max", start * (1.0 + gain)}};
    for (const Check& c :
         judge(run_to_judge(ball, q,
                            {.scheme = "inc",
                            .solver = "superlu",
                            .h = 1e-3,
                            .claimed_energy = EnergyBehaviour::conserves,
                            .contact = Compliance{.exponent = 2.0, .coefficient = 0.5e4},
                            .claimed_order = 2.0}),
               "default"))
      if (c.name == "claim:energy_conserved") return c.passed;
    return false;
  };
  EXPECT_TRUE(passed(1e4, 1e-9));
  EXPECT_FALSE(passed(1e4, 1e-8));
  EXPECT_FALSE(passed(1.0, 1e-11));
  EXPECT_TRUE(passed(1.0, 1e-12));
}

// A disc that falls by a metre a million metres up: 1e4 steps round its height by 2.2e-6 m in all,
// if always the same way, and its energy by 2.2e-6 of itself.
TEST(Acceptance, EnergyIsRoundedAsTheHeightsOfWeightsAre) {
  const auto limit = [](double far) {
    DiscSetup setup{DiscCommon{}};
    setup.gravity({0.0, -10.0});
    setup.box(-5.0, 5.0, far, far + 50.0);
    setup.disc(2.0, 0.1, {0.0, far + 1.1}, {0.0, 0.0});
    const Problem p = std::move(setup).make("high", {}, 10.0);
    const double E = p.system->external_potential(0.0, p.initial.q);
    const Quantities q{{"energy_initial", E}, {"energy_min", E}, {"energy_max", E}};
    for (const Check& c : judge(
             run_to_judge(p, q, {.h = 1e-3, .claimed_energy = EnergyBehaviour::gains}), "default"))
      if (c.name == "law:energy") return c.high;
    return std::nan("");
  };
  EXPECT_NEAR(limit(0.0), 1e-9, 1e-15);
  EXPECT_NEAR(limit(1e6), (1.0 + 1e6 + 1.1) * 1e4 * 0x1p-52, 1e-12);
}

TEST(Acceptance, TheWeightOfAStepIsInARestitutionThatNoStepIsStatedOf) {
  // (1 + e) g h / v = 1.5 * 9.80665 * 0.01 / 4 = 0.0368 beside 0.02.
  const Problem ball = problem_entry("bouncing_ball").make({{"restitution", 0.5}});
  const auto passed = [&](double restitution, const Problem& problem) {
    const Quantities q{
        {"law_contacts", 1.0}, {"law_approach", 4.0}, {"law_restitution", restitution}};
    for (const Check& c : judge(run_to_judge(problem, q, {.h = 0.01}), "default"))
      if (c.name == "law:restitution") return c.passed ? "passed" : "missed";
    return "not judged";
  };
  EXPECT_STREQ(passed(0.056, ball), "passed");
  EXPECT_STREQ(passed(0.058, ball), "missed");
  // Varying forces change velocities by amounts that the problem does not state.
  EXPECT_STREQ(passed(0.058, problem_entry("langevin_wall").make({})), "not judged");
}

/// A law of contact of a step that is not stated, between two discs of r = 0.1 with u = 1.5.
Check unstated_law(const std::string& law, double value, double h, const char* set = "default") {
  const Problem discs = problem_entry("two_balls_test3_case1").make({{"speed_2", -0.5}});
  const Quantities q{{"law_contacts", 1.0}, {"law_" + law, value}};
  for (const Check& c : judge(run_to_judge(discs, q, {.h = h}), set))
    if (c.name == "law:" + law) return c;
  ADD_FAILURE() << "not judged: " << law;
  return {};
}

TEST(Acceptance, ALineOfCentresTurnsInHalfOfAStepThatIsNotStated) {
  // h u / (4 r): 0.0375 at h = 0.01; no less than 0.01.
  const auto passed = [](double cone, double h) { return unstated_law("cone", cone, h).passed; };
  EXPECT_TRUE(passed(0.0374, 0.01));
  EXPECT_FALSE(passed(0.0376, 0.01));
  EXPECT_TRUE(passed(0.0099, 1e-4));
  EXPECT_FALSE(passed(0.0101, 1e-4));
}

TEST(Acceptance, APullIsSeenWhereBodiesCannotPassEachOtherInHalfOfAStep) {
  // Half a step moves one by u h / 2 against the other, whose centre is 2 r = 0.2 away: from h =
  // 4 r / u = 0.2667 s on the normal in the middle of a step may be the opposite one, and a
  // pressing impulse -1 of itself along it.
  EXPECT_FALSE(unstated_law("pull", 0.011, 0.266).passed);
  for (const char* set : {"default", "tight"}) {
    EXPECT_FALSE(unstated_law("pull", 1.0, 0.266, set).passed) << set;
    EXPECT_TRUE(unstated_law("pull", 1.0, 0.267, set).unresolved) << set;
  }
}

TEST(Acceptance, APullAtAFlatWallIsSeenInAnyStep) {
  // A half-space has one normal, whichever way a ball goes in half of a step.
  const Problem ball = problem_entry("bouncing_ball").make({});
  const Quantities q{{"law_contacts", 1.0}, {"law_pull", 1.0}};
  const auto checks = judge(run_to_judge(ball, q, {.h = 10.0}), "default");
  const auto pull = std::find_if(checks.begin(), checks.end(),
                                 [](const Check& c) { return c.name == "law:pull"; });
  ASSERT_NE(pull, checks.end());
  EXPECT_FALSE(pull->passed || pull->unresolved);
}

}  // namespace
}  // namespace impactbench::testing
