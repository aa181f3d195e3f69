#include "reference/acceptance/acceptance.hpp"
#include "problems/contact/round_bodies.hpp"
#include "problems/model/error.hpp"
#include "tests/support/run.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace impactbench::testing {
namespace {

using Quantities = std::map<std::string, double>;

std::vector<Check> judged(const Quantities& q, EnergyBehaviour claim, ContactModel contact = {},
                          const char* scheme = "some", std::string_view set = "default",
                          const ParameterSet& parameters = {}, double h = 1e-4) {
  static const Problem problem = problem_entry("falling_ball").make({});
  const ParameterSet none;
  return judge({.problem = problem,
                .scheme = scheme,
                .solver = "none",
                .scheme_parameters = parameters,
                .solver_parameters = none,
                .h = h,
                .claimed_energy = claim,
                .contact = contact,
                .claimed_order = 2.0,
                .quantities = q,
                .contact_energy = {.phase = 0.5}},
               set);
}

bool passed(const std::vector<Check>& checks, const std::string& name) {
  for (const Check& c : checks) {
    if (c.name == name) return c.passed;
  }
  ADD_FAILURE() << name << " was not checked";
  return false;
}

Quantities energies(double low, double high) {
  return {{"energy_initial", 2.0}, {"energy_min", 2.0 * low}, {"energy_max", 2.0 * high}};
}

TEST(Acceptance, EnergyClaimsAreJudgedBothWays) {
  using enum EnergyBehaviour;
  EXPECT_TRUE(passed(judged(energies(1.0, 1.0 + 1e-12), conserves), "claim:energy_conserved"));
  EXPECT_FALSE(passed(judged(energies(1.0, 1.0 + 1e-11), conserves), "claim:energy_conserved"));
  EXPECT_FALSE(passed(judged(energies(1.0 - 1e-11, 1.0), conserves), "claim:energy_conserved"));
  EXPECT_TRUE(passed(judged(energies(0.5, 1.0), dissipates), "claim:energy_never_gained"));
  EXPECT_FALSE(passed(judged(energies(0.5, 1.001), dissipates), "claim:energy_never_gained"));
  EXPECT_TRUE(passed(judged(energies(1.0, 3.0), gains), "claim:energy_never_lost"));
  EXPECT_FALSE(passed(judged(energies(0.99, 3.0), gains), "claim:energy_never_lost"));
}

TEST(Acceptance, MeansOfEnsemblesAreJudgedByTheirSize) {
  // x of one particle deviates by 0.876 of its mean: of 10 000 by 2.9 % at 99.9 %, and by what the
  // step leaves, 0.5 sqrt(1e-4).
  const auto passes = [](std::int64_t count, double error, double h) {
    const Problem problem =
        problem_entry("langevin_wall").make({{"count", count}, {"cells", std::int64_t{2}}});
    const Quantities q{{"mean_distance_error_relative", error}};
    return passed(judge({.problem = problem,
                         .scheme = "maury",
                         .solver = "none",
                         .scheme_parameters = {},
                         .solver_parameters = {},
                         .h = h,
                         .claimed_energy = EnergyBehaviour::dissipates,
                         .contact = {},
                         .claimed_order = 1.0,
                         .quantities = q},
                        "default"),
                  "statistics:mean_distance");
  };
  EXPECT_TRUE(passes(10000, 0.0288 + 0.0049, 1e-4));
  EXPECT_FALSE(passes(10000, 0.0288 + 0.0052, 1e-4));
  EXPECT_TRUE(passes(100, 0.28, 1e-4));
  EXPECT_FALSE(passes(100, 0.30, 1e-4));
  EXPECT_FALSE(passes(10000, std::nan(""), 1e-4));
}

TEST(Acceptance, NaNAndMissingValuesNeverPass) {
  const double nan = std::nan("");
  EXPECT_FALSE(
      passed(judged(energies(nan, 1.0), EnergyBehaviour::conserves), "claim:energy_conserved"));
  EXPECT_FALSE(passed(judged({}, EnergyBehaviour::conserves), "claim:energy_conserved"));
  EXPECT_FALSE(passed(judged({}, EnergyBehaviour::gains), "law:energy"));
  EXPECT_FALSE(passed(judged({{"complementarity_residual", nan}}, EnergyBehaviour::gains),
                      "limit:complementarity"));
}

TEST(Acceptance, LimitsHoldOnBothSidesOfTheirValue) {
  const auto check = [&](const char* quantity, double value, const char* name,
                         ContactModel contact = {}) {
    return passed(judged({{quantity, value}}, EnergyBehaviour::conserves_nearly, contact), name);
  };
  EXPECT_TRUE(check("complementarity_residual", 0.9e-8, "limit:complementarity"));
  EXPECT_FALSE(check("complementarity_residual", 1.1e-8, "limit:complementarity"));
}

TEST(Acceptance, PositionsOfRigidSchemesAreHeldToTheJumpsOfAStep) {
  // Two impacts of 2 m/s each that come up to a step late, 1e-4 s: 4e-4 m; no force acts.
  const auto passes = [](double error, double h) {
    Quantities q{{"position_error_sup", error},
                 {"truth_jump", 4.0},
                 {"truth_impacts", 2.0},
                 {"truth_speed", 1.0},
                 {"truth_range", 1.0}};
    return passed(judged(q, EnergyBehaviour::conserves_nearly, {}, "some", "default", {}, h),
                  "truth:position");
  };
  EXPECT_TRUE(passes(3.9e-4, 1e-4));
  EXPECT_FALSE(passes(4.1e-4, 1e-4));
  EXPECT_FALSE(passes(std::nan(""), 1e-4));
}

TEST(Acceptance, PositionsOfCompliantSchemesAreHeldToThePhaseOfAContact) {
  // omega = 100 and h = 1e-4: phase 0.01, order 2; the way of the whole run at 2 m/s is 2 T.
  const Problem problem = problem_entry("falling_ball").make({});
  const double limit = 0.25 * M_PI * 3.0 * 1e-4 * 2.0 * problem.horizon;
  const auto passes = [&](double error) {
    const Quantities q{{"position_error_sup", error},
                       {"truth_impacts", 3.0},
                       {"truth_speed", 2.0},
                       {"truth_range", 1.0}};
    return passed(judged(q, EnergyBehaviour::conserves_nearly, Compliance{2.0, 5000.0}),
                  "truth:position");
  };
  EXPECT_TRUE(passes(0.99 * limit));
  EXPECT_FALSE(passes(1.01 * limit));
}

TEST(Acceptance, ALimitThatReachesTheScaleOfTheProblemResolvesNothing) {
  // The exact motion goes 3e-4 m from its start: to be off by less than 4e-4 m says nothing, to be
  // off by more is a miss all the same.
  const auto check = [](double error) {
    const Quantities q{{"position_error_sup", error},
                       {"truth_jump", 4.0},
                       {"truth_impacts", 2.0},
                       {"truth_speed", 1.0},
                       {"truth_range", 3e-4}};
    for (const Check& c : judged(q, EnergyBehaviour::conserves_nearly)) {
      if (c.name == "truth:position") return c;
    }
    return Check{};
  };
  EXPECT_FALSE(check(1e-5).passed);
  EXPECT_TRUE(check(1e-5).unresolved);
  EXPECT_FALSE(check(1e-3).passed);
  EXPECT_FALSE(check(1e-3).unresolved);
  EXPECT_FALSE(check(std::nan("")).unresolved);
}

TEST(Acceptance, SelfReportsAreNoPhysics) {
  const Check residual{.name = "limit:complementarity",
                       .value = 0.0,
                       .low = 0.0,
                       .high = 1.0,
                       .passed = true,
                       .kind = CheckKind::self_report};
  Check truth = residual;
  truth.kind = CheckKind::truth;
  Check coarse = truth;
  coarse.passed = false;
  coarse.unresolved = true;
  EXPECT_FALSE(judges_physics({}));
  EXPECT_FALSE(judges_physics(std::vector{residual}));
  EXPECT_FALSE(judges_physics(std::vector{residual, coarse}));
  EXPECT_TRUE(judges_physics(std::vector{residual, truth}));
}

TEST(Acceptance, AMarginIsTheShareOfTheLimitThatWasUsed) {
  Check c{.name = "x", .value = 0.5, .low = -HUGE_VAL, .high = 2.0};
  EXPECT_EQ(c.margin(), 0.25);
  c.value = -1.0;
  EXPECT_EQ(c.margin(), 0.0);
  c.low = -4.0;  // the middle is -1
  EXPECT_EQ(c.margin(), 0.0);
  c.value = 0.5;
  EXPECT_EQ(c.margin(), 0.5);
  c.value = std::nullopt;
  EXPECT_EQ(c.margin(), std::nullopt);
  c.value = std::nan("");
  for (const double low : {-4.0, -HUGE_VAL}) {
    c.low = low;
    EXPECT_EQ(c.margin(), std::nullopt) << "no number uses no share";
  }
}

TEST(Acceptance, EnergyRisesForNobodyBeyondWhatStepsLeave) {
  // With restitution below 1, an explicit scheme may gain the stroke energy of its contacts, no
  // more: (0.1 + 0.02 of edges) of 2 J.
  const Problem problem = problem_entry("falling_ball").make({{"restitution", 0.5}});
  const ParameterSet none;
  const auto passes = [&](double highest, double stroke) {
    const Quantities q{{"energy_initial", 2.0},     {"energy_min", 1.0},
                       {"energy_max", highest},     {"energy_final", 1.0},
                       {"step_stroke_energy", 0.2}, {"step_edge_energy", 0.04}};
    return passed(judge({.problem = problem,
                         .scheme = "some",
                         .solver = "none",
                         .scheme_parameters = none,
                         .solver_parameters = none,
                         .h = 1e-4,
                         .claimed_energy = EnergyBehaviour::gains,
                         .contact = Compliance{2.0, 5000.0},
                         .claimed_order = 1.0,
                         .quantities = q,
                         .contact_energy = {.stroke = stroke}},
                        "default"),
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
    const Problem problem = problem_entry("falling_ball").make({});
    const ParameterSet none;
    const Quantities q{{"energy_initial", 2.0},      {"energy_min", 2.0},
                       {"energy_max", final_energy}, {"energy_final", final_energy},
                       {"step_stroke_energy", 0.2},  {"step_edge_energy", 0.01},
                       {"step_turn_energy", 0.05}};
    return passed(judge({.problem = problem,
                         .scheme = "some",
                         .solver = "none",
                         .scheme_parameters = none,
                         .solver_parameters = none,
                         .h = 1e-4,
                         .claimed_energy = EnergyBehaviour::gains,
                         .contact = Compliance{2.0, 5000.0},
                         .claimed_order = 1.0,
                         .quantities = q,
                         .contact_energy = {.stroke = 1.0, .turn = -1.0}},
                        "default"),
                  "claim:energy_rate");
  };
  EXPECT_TRUE(passes(2.15));
  EXPECT_TRUE(passes(2.164));
  EXPECT_FALSE(passes(2.166)) << "0.15 + 0.01 + 2 % of 0.25";
  EXPECT_FALSE(passes(2.134)) << "too little is wrong, too";
}

TEST(Acceptance, TheTightSetIsTighter) {
  const Quantities q{{"complementarity_residual", 1e-9}};
  EXPECT_TRUE(passed(judged(q, EnergyBehaviour::gains), "limit:complementarity"));
  EXPECT_FALSE(
      passed(judged(q, EnergyBehaviour::gains, {}, "some", "tight"), "limit:complementarity"));
  EXPECT_THROW((void)judged(q, EnergyBehaviour::gains, {}, "some", "loose"), ConfigurationError);
}

TEST(Acceptance, AKnownFailureCarriesItsReasonAndOnlyThere) {
  const ParameterSet thesis{{"variant", std::string("thesis")}};
  const Quantities q{{"energy_initial", 1.0}, {"energy_min", 0.7}, {"energy_max", 1.0}};
  const auto reason = [&](double h, const char* scheme = "inc") {
    // omega = 1e3: phase 1 at h = 1e-3, 0.1 at h = 1e-4.
    for (const Check& c : judged(q, EnergyBehaviour::conserves_nearly, Compliance{2.0, 5e5}, scheme,
                                 "default", thesis, h)) {
      if (c.name == "limit:energy_error") return c.expected_failure.has_value();
    }
    return false;
  };
  EXPECT_TRUE(reason(1e-3));
  EXPECT_FALSE(reason(1e-4));
  EXPECT_FALSE(reason(1e-3, "snc")) << "what is known of one scheme excuses no other";
  for (const ExpectedFailure& known : expected_failures()) {
    EXPECT_GT(known.reason.size(), 20U);
    EXPECT_EQ(known.since.size(), 10U);
  }
}

TEST(Acceptance, AnExplicitStepIsExcusedWhereAContactStaysAndTheErrorIsLarge) {
  // Phase 1 at h = 1e-3: the oscillation of a contact of n steps grows e^(n / 4)-fold, that is more
  // than twice from three on. Of the errors those beyond 5 phases are its work.
  const Problem problem = problem_entry("falling_ball").make({});
  const auto known = std::find_if(
      expected_failures().begin(), expected_failures().end(),
      [](const ExpectedFailure& f) { return f.scheme == "dem" && f.check == "truth:penetration"; });
  ASSERT_NE(known, expected_failures().end());
  const ParameterSet none;
  const auto applies = [&](double contacts, double error) {
    const Quantities q{{"contacts", contacts}, {"penetration_relative_error_relative", error}};
    return known->applies({.problem = problem,
                           .scheme = "dem",
                           .solver = "none",
                           .scheme_parameters = none,
                           .solver_parameters = none,
                           .h = 1e-3,
                           .claimed_energy = EnergyBehaviour::gains,
                           .contact = Compliance{2.0, 5e5},
                           .claimed_order = 1.0,
                           .quantities = q});
  };
  EXPECT_TRUE(applies(4.0, 6.0));
  EXPECT_FALSE(applies(2.0, 6.0)) << "it hardly grew";
  EXPECT_FALSE(applies(4.0, 4.0)) << "a phase explains it";
}

TEST(Acceptance, EnergyIsConservedToTheRoundingOfAsManySteps) {
  // 1e7 steps round velocities by 2.2e-9 of the energy in all, 1e3 by less than 5e-12.
  const ParameterSet none;
  const auto passed = [&](double horizon, double gain) {
    const Problem ball = problem_entry("bouncing_ball").make({{"horizon", horizon}});
    const double start = ball.system->external_potential(0.0, ball.initial.q);
    const Quantities q{
        {"energy_initial", start}, {"energy_min", start}, {"energy_max", start * (1.0 + gain)}};
    for (const Check& c : judge({.problem = ball,
                          .scheme = "inc",
                          .solver = "superlu",
                          .scheme_parameters = none,
                          .solver_parameters = none,
                          .h = 1e-3,
                          .claimed_energy = EnergyBehaviour::conserves,
                          .contact = Compliance{.exponent = 2.0, .coefficient = 0.5e4},
                          .claimed_order = 2.0,
                          .quantities = q},
                                "default"))
      if (c.name == "claim:energy_conserved") return c.passed;
    return false;
  };
  EXPECT_TRUE(passed(1e4, 1e-9));
  EXPECT_FALSE(passed(1e4, 1e-8));
  EXPECT_FALSE(passed(1.0, 1e-11));
  EXPECT_TRUE(passed(1.0, 1e-12));
}

TEST(Acceptance, AnExplicitStepIsExcusedItsBlowUpByTheContactsThatMadeIt) {
  // omega h = 0.1: 0.005 of the energy a step of contact, 1e6 after ln 1e6 / 0.005 = 2763 steps.
  const Problem ball = problem_entry("bouncing_ball").make({{"horizon", 100.0}});
  const ParameterSet none;
  const auto excused = [&](double contacts, double reached) {
    const Quantities q{{"contacts", contacts}};
    const JudgedRun run{.problem = ball,
                        .scheme = "dem",
                        .solver = "none",
                        .scheme_parameters = none,
                        .solver_parameters = none,
                        .h = 1e-3,
                        .claimed_energy = EnergyBehaviour::gains,
                        .contact = Compliance{.exponent = 2.0, .coefficient = 0.5e4},
                        .claimed_order = 1.0,
                        .quantities = q};
    return judge_stop(run, reached, 100.0).expected_failure.has_value();
  };
  EXPECT_TRUE(excused(2800.0, 30.0));
  EXPECT_FALSE(excused(2700.0, 30.0)) << "something else blew it up";
  EXPECT_FALSE(excused(2800.0, 2.7)) << "no contact is fast enough";
}

TEST(Acceptance, AStartThatIsTurnedIsExcusedByTheWayOfTheMotion) {
  // offset sqrt(h) = 0.1 * 0.01: up to twice that times the way |v| T, of a short one times 1.
  const auto known =
      std::find_if(expected_failures().begin(), expected_failures().end(), [](const auto& f) {
        return f.scheme == "schatzman_paoli" && f.check == "truth:position" &&
               f.condition == "offset not 0";
      });
  ASSERT_NE(known, expected_failures().end());
  const ParameterSet offset{{"offset", 0.1}}, none;
  const Quantities q;
  for (const double speed : {0.1, 3.0}) {
    Problem problem = problem_entry("falling_ball").make({});
    problem.initial.v.setZero();
    problem.initial.v[0] = speed / problem.horizon;
    const MissRange range = known->range({.problem = problem,
                                          .scheme = "schatzman_paoli",
                                          .solver = "none",
                                          .scheme_parameters = offset,
                                          .solver_parameters = none,
                                          .h = 1e-4,
                                          .claimed_energy = EnergyBehaviour::dissipates,
                                          .contact = std::nullopt,
                                          .claimed_order = 1.0,
                                          .quantities = q});
    EXPECT_NEAR(range.low, 1e-4, 1e-12);
    EXPECT_NEAR(range.high, 2e-3 * std::max(1.0, speed), 1e-12) << speed;
  }
}

TEST(Acceptance, AThetaStepIsExcusedWhereItSmearsAFrontAndWhereItLeavesARowOpen) {
  const ParameterSet none;
  const auto known = [](const char* check) {
    return std::find_if(expected_failures().begin(), expected_failures().end(), [&](const auto& f) {
      return f.scheme == "moreau_jean" && f.check == check;
    });
  };
  const auto run = [&](const Problem& problem, const Quantities& q, double theta, double ahead) {
    return JudgedRun{.problem = problem,
                     .scheme = "moreau_jean",
                     .solver = "nlgs",
                     .scheme_parameters = none,
                     .solver_parameters = none,
                     .h = 1e-3,
                     .claimed_energy = EnergyBehaviour::conserves_nearly,
                     .contact = std::nullopt,
                     .claimed_order = std::nullopt,
                     .quantities = q,
                     .step = ContactStep{.ahead = ahead},
                     .motion = MotionStep{.theta = theta, .force_at_ends = true}};
  };
  // 0.2 m/s sqrt(0.5 * 1e-3 s * 4 s / pi) = 5.05e-3 m; 0.2 of that and all of it.
  const Problem bar = problem_entry("impacting_bar").make({});
  const auto smeared = known("truth:position");
  ASSERT_NE(smeared, expected_failures().end());
  const Quantities far{{"position_error_sup", 3e-3}}, near{{"position_error_sup", 1e-3}};
  EXPECT_TRUE(smeared->applies(run(bar, far, 1.0, 0.5)));
  EXPECT_FALSE(smeared->applies(run(bar, near, 1.0, 0.5)));
  EXPECT_FALSE(smeared->applies(run(bar, far, 0.5, 0.5)));
  EXPECT_NEAR(smeared->range(run(bar, far, 1.0, 0.5)).high, 5.05e-3, 1e-5);
  EXPECT_NEAR(smeared->range(run(bar, far, 1.0, 0.5)).low, 1.01e-3, 1e-5);
  const Problem row = problem_entry("sticky_particles").make({});
  const Problem elastic = problem_entry("sticky_particles").make({{"restitution", 0.5}});
  const auto open = known("truth:velocity");
  ASSERT_NE(open, expected_failures().end());
  const Quantities off{{"velocity_error_hausdorff", 0.05}};
  EXPECT_TRUE(open->applies(run(row, off, 1.0, 0.5)));
  EXPECT_FALSE(open->applies(run(row, off, 1.0, 0.0)));
  EXPECT_FALSE(open->applies(run(row, off, 0.5, 0.5)));
  EXPECT_FALSE(open->applies(run(elastic, off, 1.0, 0.5)));
}

TEST(Acceptance, ASchemeOfInnerStepsIsExcusedThePathAcrossImpactsAndNoMore) {
  const Problem ball = problem_entry("bouncing_ball").make({{"restitution", 0.5}});
  const ParameterSet none;
  const auto known =
      std::find_if(expected_failures().begin(), expected_failures().end(),
                   [](const auto& f) { return f.scheme == "adaptive" && f.check == "law:path"; });
  ASSERT_NE(known, expected_failures().end());
  const auto run = [&](const Quantities& q) {
    return JudgedRun{.problem = ball,
                     .scheme = "adaptive",
                     .solver = "nlgs",
                     .scheme_parameters = none,
                     .solver_parameters = none,
                     .h = 0.05,
                     .claimed_energy = EnergyBehaviour::conserves_nearly,
                     .contact = std::nullopt,
                     .claimed_order = std::nullopt,
                     .quantities = q};
  };
  // h V = 0.2 m, three impacts: up to 0.8 m.
  Quantities q{{"path_error", 0.21}, {"speed_most", 4.0}, {"truth_impacts", 3.0}};
  EXPECT_TRUE(known->applies(run(q)));
  EXPECT_NEAR(known->range(run(q)).high, 0.8, 1e-12);
  EXPECT_NEAR(known->range(run(q)).low, 0.2, 1e-12);
  q["path_error"] = 0.19;
  EXPECT_FALSE(known->applies(run(q)));
}

TEST(Acceptance, TheWeightOfAStepIsInARestitutionThatNoStepIsStatedOf) {
  // (1 + e) g h / v = 1.5 * 9.80665 * 0.01 / 4 = 0.0368 beside 0.02.
  const Problem ball = problem_entry("bouncing_ball").make({{"restitution", 0.5}});
  const ParameterSet none;
  const auto passed = [&](double restitution, const Problem& problem) {
    const Quantities q{
        {"law_contacts", 1.0}, {"law_approach", 4.0}, {"law_restitution", restitution}};
    for (const Check& c : judge({.problem = problem,
                          .scheme = "x",
                          .solver = "none",
                          .scheme_parameters = none,
                          .solver_parameters = none,
                          .h = 0.01,
                          .claimed_energy = EnergyBehaviour::conserves_nearly,
                          .contact = std::nullopt,
                          .claimed_order = std::nullopt,
                          .quantities = q},
                                "default"))
      if (c.name == "law:restitution") return c.passed ? "passed" : "missed";
    return "not judged";
  };
  EXPECT_STREQ(passed(0.056, ball), "passed");
  EXPECT_STREQ(passed(0.058, ball), "missed");
  // Varying forces change velocities by amounts that the problem does not state.
  EXPECT_STREQ(passed(0.058, problem_entry("langevin_wall").make({})), "not judged");
}

TEST(Acceptance, AKnownMissIsForgivenWithinTheRangeOfItsReason) {
  // The truncated secant loses energy, no more than there is: 0.3 of it is explained, 1.2 is not.
  const ParameterSet thesis{{"variant", std::string("thesis")}};
  const auto known = [&](double lowest, const char* check = "limit:energy_error") {
    const Quantities q{{"energy_initial", 1.0},
                       {"energy_min", lowest},
                       {"energy_max", 1.0},
                       {"unconverged_steps", 0.0}};
    for (const Check& c : judged(q, EnergyBehaviour::conserves_nearly, Compliance{2.0, 5e5}, "inc",
                                 "default", thesis, 1e-3)) {
      if (c.name == check) return std::pair(c.passed, c.expected_failure.has_value());
    }
    return std::pair(false, false);
  };
  EXPECT_EQ(known(0.7), std::pair(false, true));
  EXPECT_EQ(known(-0.2), std::pair(false, false)) << "larger than its reason explains";
  EXPECT_EQ(known(std::nan("")), std::pair(false, false));
  EXPECT_EQ(known(0.7, "limit:convergence"), std::pair(true, true)) << "an unexpected pass is told";
  EXPECT_FALSE((MissRange{0.0, 1.0}).holds(std::nullopt)) << "what was not measured";
}

TEST(Acceptance, AResidualIsForgivenWhereTheSolverWasToldSoAndKeptToIt) {
  // Velocity unit of maury: r / h of the ball at h = 1e-4; of nscd: 1 m/s.
  const Problem problem = problem_entry("falling_ball").make({});
  std::string scheme = "maury";
  double unit = round_bodies(*problem.system).radius[0] / 1e-4;
  const auto forgiven = [&](double tolerance, double residual,
                            std::string_view check = "limit:complementarity") {
    const Quantities q{{"complementarity_residual", residual * unit},
                       {"penetration_relative", 5.0 * tolerance}};
    const ParameterSet none, solver{{"tolerance", tolerance}};
    for (const Check& c : judge({.problem = problem,
                          .scheme = scheme,
                          .solver = "apgd",
                          .scheme_parameters = none,
                          .solver_parameters = solver,
                          .h = 1e-4,
                          .claimed_energy = EnergyBehaviour::dissipates,
                          .contact = {},
                          .claimed_order = std::nullopt,
                          .quantities = q,
                          .overlap = OverlapBound::none},
                                "default")) {
      if (c.name == check) return c.expected_failure.has_value();
    }
    return false;
  };
  EXPECT_TRUE(forgiven(1e-4, 0.9e-4));
  EXPECT_FALSE(forgiven(1e-4, 1.2e-4)) << "the solver did not keep to it";
  EXPECT_TRUE(forgiven(1e-4, 0.9e-4, "claim:feasible"));
  EXPECT_FALSE(forgiven(1e-4, 1.2e-4, "claim:feasible")) << "an overlap of its own making";
  EXPECT_FALSE(forgiven(1e-8, 0.9e-8)) << "the usual tolerance";
  EXPECT_FALSE(forgiven(1e-4, 1e-14)) << "nothing to forgive";
  scheme = "nscd";
  EXPECT_FALSE(forgiven(1e-4, 0.9e-4)) << "that is 1750 times what nscd's unit allows";
  unit = 1.0;
  EXPECT_TRUE(forgiven(1e-4, 0.9e-4));
  EXPECT_FALSE(forgiven(1e-4, 1.2e-4));
}

}  // namespace
}  // namespace impactbench::testing
