#include "reference/acceptance/acceptance.hpp"
#include "problems/base/error.hpp"
#include "problems/contact/round_bodies.hpp"
#include "reference/acceptance/scale.hpp"
#include "tests/reference/judged.hpp"
#include "tests/support/run.hpp"
#include "tests/support/run_to_judge.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace impactbench::testing {
namespace {

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
    return passed(judge(run_to_judge(problem, q,
                                     {.scheme = "maury",
                                      .h = h,
                                      .claimed_energy = EnergyBehaviour::dissipates,
                                      .claimed_order = 1.0}),
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

TEST(Acceptance, AResidualOfGapsIsJudgedAsAnOverlapInRadii) {
  // A residual u of D + h G.u leaves an overlap of h u, and solvers stop at 1e-8 of L / h: of the
  // ball of 175 mm in steps of 1e-4 s 1.75e-5 m/s. The same residual of a rule for velocities,
  // whose unit is 1 m/s, is too much, and so is it of a long step, whose L / h is below 1 m/s.
  const Problem problem = problem_entry("falling_ball").make({});
  const double r = round_bodies(*problem.system).radius[0];
  const auto passes = [&](double residual, double h, std::optional<NormalRule> rule,
                          OverlapBound overlap, std::optional<LocatedErrors> located = {}) {
    const Quantities q{{"complementarity_residual", residual}};
    JudgedRun run = run_to_judge(problem, q,
                                 {.h = h,
                                  .claimed_energy = EnergyBehaviour::dissipates,
                                  .claimed_order = 1.0,
                                  .overlap = overlap,
                                  .located = located});
    if (rule) run.step = ContactStep{.normal = *rule};
    return passed(judge(run, "default"), "limit:complementarity");
  };
  const OverlapBound none = OverlapBound::none;
  for (const NormalRule rule : {NormalRule::position, NormalRule::glue}) {
    EXPECT_TRUE(passes(0.9e-8 * r / 1e-4, 1e-4, rule, OverlapBound::rebound));
    EXPECT_FALSE(passes(1.1e-8 * r / 1e-4, 1e-4, rule, none));
  }
  EXPECT_TRUE(passes(0.9e-8 * r / 1e-4, 1e-4, std::nullopt, none));
  EXPECT_FALSE(passes(1.1e-8 * r / 1e-4, 1e-4, std::nullopt, none));
  EXPECT_FALSE(passes(1.1e-8, 1e-4, NormalRule::velocity, none));
  EXPECT_FALSE(passes(1.1e-8, 1e-4, std::nullopt, none, LocatedErrors{}));
  EXPECT_TRUE(passes(0.9e-8, 1.0, NormalRule::position, none));
  EXPECT_FALSE(passes(1.1e-8, 1.0, NormalRule::position, none));
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

/// A ball of 1 mm that is slow and meets nothing for 1 s, a metre from the origin.
Problem slow_and_far() {
  return problem_entry("moving_ball")
      .make({{"radius", 1e-3}, {"speed_x", 1e-3}, {"speed_y", 1e-3}, {"horizon", 1.0}});
}

// Its coordinates are rounded there, where its midpoint and its end are formed, by 1e-16 m each. In
// free flight all steps round alike, so that 1e4 of them leave up to 1e4 eps; of a scheme that
// states nothing, which may extrapolate from steps of one and of two halves, 5.5 times that. An
// error of three times the bound is none of rounding.
TEST(Acceptance, APlaceFarAwayIsRoundedThereInEachStep) {
  const Problem far = slow_and_far();
  const double metre = far.initial.q.cwiseAbs().maxCoeff(), eps = 2.2204e-16;
  const auto passes = [&](double error, double h, const char* check, bool stated,
                          const char* set = "default") {
    const Quantities q{{"position_error_sup", error},
                       {"truth_speed", 1.5e-3},
                       {"path_error", error},
                       {"speed_most", 0.0}};
    return passed(
        judge(run_to_judge(far, q,
                           {.h = h,
                            .claimed_order = 1.0,
                            .motion = stated ? std::optional(MotionStep{}) : std::nullopt}),
              set),
        check);
  };
  ASSERT_GT(metre, 0.1);
  const double reaches = 1.01 * (metre + 3e-3);
  EXPECT_TRUE(passes(1e-12 * metre, 1e-3, "truth:position", true));
  EXPECT_FALSE(passes(1e-12 * reaches, 1e-3, "truth:position", true));
  EXPECT_TRUE(passes(1e4 * eps * metre, 1e-4, "truth:position", true));
  EXPECT_FALSE(passes(1e4 * eps * reaches, 1e-4, "truth:position", true));
  EXPECT_FALSE(passes(3e4 * eps * metre, 1e-4, "truth:position", true));
  EXPECT_TRUE(passes(1e4 * eps * metre, 1e-4, "truth:position", true, "tight")) << "of any limit";
  EXPECT_TRUE(passes(5.5e4 * eps * metre, 1e-4, "truth:position", false));
  EXPECT_FALSE(passes(5.5e4 * eps * reaches, 1e-4, "truth:position", false));
  // A path is a vector, and no coordinate of it is better known.
  EXPECT_TRUE(passes(1.7e4 * eps * metre, 1e-4, "law:path", true));
  EXPECT_FALSE(passes(1.75e4 * eps * reaches, 1e-4, "law:path", true));
}

// Rounding leaves shares eps of the momenta that there are, M V = 4.2 kg m/s, and as many in any
// unit of mass and velocity: in 150 steps 1e-12 of them at least, in 15000 of two bodies 15002 eps.
TEST(Acceptance, MomentumDriftsByRoundingOfTheMomentaThatThereAre) {
  for (const double mass : {1e-6, 1.0, 1e6}) {
    for (const double speed : {1e-6, 1.0, 1e6}) {
      const Problem p = problem_entry("two_balls_test3_case1")
                            .make({{"mass_1", mass},
                                   {"mass_2", mass},
                                   {"speed_1", 2.1 * speed},
                                   {"speed_2", 0.5 * speed},
                                   {"horizon", 1.5}});
      const auto passes = [&](double drift, double h) {
        const Quantities q{{"momentum_drift", drift * mass * speed}};
        return passed(judge(run_to_judge(p, q, {.h = h}), "default"), "limit:momentum");
      };
      SCOPED_TRACE(::testing::Message() << mass << " kg, " << speed << " m/s");
      EXPECT_TRUE(passes(0.99 * 4.2e-12, 1e-2));
      EXPECT_FALSE(passes(1.01 * 4.2e-12, 1e-2));
      const double more = 4.2 * 15002.0 * std::numeric_limits<double>::epsilon();
      EXPECT_TRUE(passes(0.99 * more, 1e-4));
      EXPECT_FALSE(passes(1.01 * more, 1e-4));
    }
  }
}

// A ball that rests gets m g h of a floor in a step, of which rates of the run, and of short steps
// gaps over h, are rounded by more than 1e-9.
TEST(Acceptance, ImpulsesAreRoundedAsRatesAndGapsAre) {
  const Problem p = problem_entry("resting_ball").make({});
  const RoundBodies ball = round_bodies(*p.system);
  const double h = 1e-7, m = ball.mass[0], eps = std::numeric_limits<double>::epsilon();
  const double P = m * ball.gravity.norm() * h, V = 20.0;
  for (const NormalRule rule : {NormalRule::velocity, NormalRule::position}) {
    const ContactStep step{.place = ContactPlace::middle, .normal = rule};
    const auto passes = [&](double off) {
      const Quantities q{
          {"law_contacts", 1.0}, {"law_impulse", P}, {"speed_most", V}, {"law_normal", off}};
      return passed(judge(run_to_judge(p, q, {.h = h, .step = step}), "default"), "law:normal");
    };
    const Quantities none;
    const JudgedRun run = run_to_judge(p, none, {.h = h, .step = step});
    const double places = rule == NormalRule::position ? farthest_place(run) / h : 0.0;
    const double limit = 1e-9 + 4.0 * eps * m * (V + places) / P;
    ASSERT_GT(limit, 1e-8);
    EXPECT_TRUE(passes(0.999 * limit));
    EXPECT_FALSE(passes(1.001 * limit));
  }
}

// One of four seismograms that is not a number is no small error.
TEST(Acceptance, ASeismogramThatIsNoNumberIsMissed) {
  Problem p = problem_entry("bouncing_ball").make({});
  p.name = "lamb";
  p.parameters = {{"poisson", 0.25},   {"young", 1e10}, {"density", 2200.0},
                  {"frequency", 14.5}, {"edge", 1.0},   {"distance", 100.0}};
  Quantities q;
  for (const char* receiver : {"surface_x", "surface_z", "below_x", "below_z"})
    q[std::string(receiver) + "_error_sup"] = 1e-6;
  const auto passes = [&] {
    return passed(judge(run_to_judge(p, q, {}), "default"), "truth:seismograms");
  };
  EXPECT_TRUE(passes());
  q["surface_z_error_sup"] = std::nan("");
  EXPECT_FALSE(passes());
}

// A constant force adds the same to a velocity in each step, which is rounded the same way: 1e8
// steps leave up to 2 n eps of the sums, whatever a scheme does. Free flight does so to places, and
// to their moments.
TEST(Acceptance, BalancesOfLongRunsAreRoundedInEachStep) {
  const Problem p = problem_entry("bouncing_ball").make({});
  const auto passes = [&](const char* check, const char* quantity, double value, double steps) {
    const Quantities q{{quantity, value}};
    return passed(judge(run_to_judge(p, q, {.h = p.horizon / steps}), "default"), check);
  };
  const double eps = std::numeric_limits<double>::epsilon();
  for (const char* name : {"body_balance", "momentum_balance"}) {
    const std::string check = std::string("law:") + name, quantity = std::string(name) + "_error";
    EXPECT_TRUE(passes(check.c_str(), quantity.c_str(), 0.99e-9, 1e3));
    EXPECT_FALSE(passes(check.c_str(), quantity.c_str(), 1.01e-9, 1e3));
    EXPECT_TRUE(passes(check.c_str(), quantity.c_str(), 0.99 * 2e8 * eps, 1e8));
    EXPECT_FALSE(passes(check.c_str(), quantity.c_str(), 1.01 * 2e8 * eps, 1e8));
  }
  EXPECT_TRUE(passes("law:weight_carried", "weight_carried", 1.0 - 0.99 * 2e8 * eps, 1e8));
  EXPECT_FALSE(passes("law:weight_carried", "weight_carried", 1.0 + 1.01 * 2e8 * eps, 1e8));
  const char* drift = "angular_momentum_drift_relative";
  EXPECT_FALSE(passes("limit:angular_momentum", drift, 1.01e-11, 1e3));
  EXPECT_TRUE(passes("limit:angular_momentum", drift, 0.99e6 * eps, 1e6));
  EXPECT_FALSE(passes("limit:angular_momentum", drift, 1.01e6 * eps, 1e6));
}

// A contact rounds the velocities of two bodies, here half of all mass each, and of no other.
TEST(Acceptance, AContactRoundsTheMomentaOfItsBodies) {
  const Problem p = problem_entry("two_balls_test3_case1")
                        .make({{"speed_1", 2.1}, {"speed_2", 0.5}, {"horizon", 1.5}});
  const double rounding = 4.2 * (150.0 + 2.0 + 0.5 * 1e6) * std::numeric_limits<double>::epsilon();
  const auto passes = [&](double drift) {
    const Quantities q{{"momentum_drift", drift}, {"contacts", 1e6}};
    return passed(judge(run_to_judge(p, q, {.h = 1e-2}), "default"), "limit:momentum");
  };
  EXPECT_TRUE(passes(0.99 * rounding));
  EXPECT_FALSE(passes(1.01 * rounding));
}

// A solver that stops at 1e-8 m/s has nothing to do where all bodies are slower than that: they go
// through each other, and its residual shows nothing.
TEST(Acceptance, AResidualIsNoneBesideTheSpeedsThatThereAre) {
  const auto check = [](double speed) {
    const Problem p =
        problem_entry("two_balls_test3_case1").make({{"speed_1", 2.0 * speed}, {"speed_2", speed}});
    const Quantities q{{"complementarity_residual", 0.9e-8}};
    const auto checks = judge(run_to_judge(p, q, {.h = 1e-4, .step = ContactStep{}}), "default");
    return *std::find_if(checks.begin(), checks.end(),
                         [](const Check& c) { return c.name == "limit:complementarity"; });
  };
  EXPECT_TRUE(check(1.0).passed);
  EXPECT_TRUE(check(0.6e-8).passed);
  EXPECT_TRUE(check(0.4e-8).unresolved);
  EXPECT_FALSE(check(0.4e-8).passed);
}

TEST(Acceptance, FrictionTurnsLateImpactsIntoErrorsAlongTheWalls) {
  // A disc between plates, u = V = 1 m/s, e = 0.3, e_t = 1: an impact that is late by h leaves it
  // 1.3 h too far out, and it comes back at 0.3 m/s: the next one is 4.33 h late besides its own h.
  // Velocities along the plates differ by 2 V at most, so that N = 3 impacts with J = 2.5 m/s add
  // up to h (2.5 + 2 4.33 2), and N = 2 with J = 1.5 < 2 V to h (1.5 + 4.33 1.5). Without friction
  // errors are reflected, and with a single impact nothing comes after it: h J.
  const auto limit = [](double friction, double N, double J) {
    const Problem disc =
        problem_entry("superball").make({{"restitution", 0.3}, {"friction", friction}});
    const Quantities q{{"position_error_sup", 0.0}, {"truth_jump", J},    {"truth_impacts", N},
                       {"truth_speed", 1.0},        {"truth_range", 1.0}, {"truth_exposure", 5.0}};
    for (const Check& c : judge(
             run_to_judge(
                 disc, q,
                 {.h = 1e-4, .claimed_energy = EnergyBehaviour::dissipates, .claimed_order = 1.0}),
             "default"))
      if (c.name == "truth:position") return c.high / 1e-4;
    return 0.0;
  };
  EXPECT_NEAR(limit(10.0, 3.0, 2.5), 2.5 + 2.0 * (1.0 + 1.0 / 0.3) * 2.0, 1e-6);
  EXPECT_NEAR(limit(10.0, 2.0, 1.5), 1.5 + (1.0 + 1.0 / 0.3) * 1.5, 1e-6);
  EXPECT_NEAR(limit(10.0, 1.0, 2.5), 2.5, 1e-6);
  EXPECT_NEAR(limit(0.0, 3.0, 2.5), 2.5, 1e-6);
  // Friction that can change little adds little: |w_i| <= mu times the jump across.
  EXPECT_NEAR(limit(1e-3, 3.0, 2.5), 2.5 + 2.0 * (1.0 + 1.0 / 0.3) * std::sqrt(2.0) * 2.5e-3, 1e-6);
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
  // Events that lie closer together than their limit have none: -inf / x would be shown as a share
  // of it. A limit whose formula gave no number has no share either.
  const double open = HUGE_VAL, none = std::nan("");
  for (const double value : {-1.0, 0.0, 1e-3}) {
    c.value = value;
    for (const auto& [low, high] : {std::pair{-open, open}, {-open, none}, {none, open}}) {
      c.low = low, c.high = high;
      EXPECT_EQ(c.margin(), std::nullopt) << value << " in [" << low << ", " << high << "]";
    }
  }
}

TEST(Acceptance, TheTightSetIsTighter) {
  const Quantities q{{"complementarity_residual", 1e-9}};
  EXPECT_TRUE(passed(judged(q, EnergyBehaviour::gains), "limit:complementarity"));
  EXPECT_FALSE(
      passed(judged(q, EnergyBehaviour::gains, {}, "some", "tight"), "limit:complementarity"));
  EXPECT_THROW((void)judged(q, EnergyBehaviour::gains, {}, "some", "loose"), ConfigurationError);
}

}  // namespace
}  // namespace impactbench::testing
