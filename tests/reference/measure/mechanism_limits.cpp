// Limits on mechanisms and on bodies that deform, each from both sides and by hand: the period of a
// cycle, how deep constraints give way, what treatments of contact may hold back, and what is left
// of motions whose events are located.
#include "problems/model/generalised_system.hpp"
#include "reference/acceptance/acceptance.hpp"
#include "tests/support/run.hpp"
#include "tests/support/run_to_judge.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <optional>
#include <string>

namespace impactbench::testing {
namespace {

using Quantities = std::map<std::string, double>;

struct Judged {
  double h;
  std::optional<ContactStep> step{};
  OverlapBound overlap{OverlapBound::half_step};
  std::optional<LocatedErrors> located{};
};

std::optional<Check> check_of(const std::string& name, const Problem& problem, const Judged& run,
                              const Quantities& q) {
  const auto checks = judge(run_to_judge(problem, q,
                                         {.h = run.h,
                                          .claimed_order = 1.0,
                                          .overlap = run.overlap,
                                          .step = run.step,
                                          .located = run.located}),
                            "default");
  const auto at =
      std::find_if(checks.begin(), checks.end(), [&](const Check& c) { return c.name == name; });
  return at == checks.end() ? std::nullopt : std::optional(*at);
}

/// Whether the limit of `quantity` lies where it is expected, on both sides.
void expect_limit(const std::string& name, const std::string& quantity, double limit,
                  const Problem& problem, const Judged& run, Quantities q) {
  for (const double share : {0.999, 1.001}) {
    q[quantity] = share * limit;
    const auto check = check_of(name, problem, run, q);
    ASSERT_TRUE(check.has_value()) << name;
    EXPECT_EQ(check->passed, share < 1.0) << name << ": " << check->high << " is not " << limit;
  }
}

TEST(CycleLimit, IsAShiftOfEitherEndOfEveryContactByAStepWithItsRebound) {
  // 20 contacts in 0.1 s, 1 + 2 steps each at either end: e = 1/2.
  const Problem problem = problem_entry("woodpecker").make({});
  const double h = 1e-5;
  const Quantities q{{"truth_cycle_period", 0.146}, {"truth_impacts", 20.0}};
  expect_limit("truth:cycle_period", "cycle_period_error_relative", 40.0 * 3.0 * h / 0.1, problem,
               {h}, q);
}

TEST(CycleLimit, IsMissedByARunThatHasNoCycle) {
  const Problem problem = problem_entry("woodpecker").make({});
  const Quantities q{{"truth_cycle_period", 0.146}, {"truth_impacts", 20.0}};
  const auto check = check_of("truth:cycle_period", problem, {1e-5}, q);
  ASSERT_TRUE(check.has_value());
  EXPECT_FALSE(check->passed);
  EXPECT_FALSE(check->unresolved);
  EXPECT_FALSE(check_of("truth:cycle_period", problem, {1e-5}, {}).has_value())
      << "the reference has none either";
}

/// A point of mass 2 kg at L = 0.5 m from a wall that it meets with V = 2 m/s at most, pressed on
/// it by 3 m/s2.
constexpr double m = 2.0, V = 2.0, a = 3.0, L = 0.5;
/// Its way in that time is less than its distance, which is its length.
Problem point() {
  return problem_entry("bouncing_point")
      .make({{"mass", m}, {"gravity", a}, {"position", L}, {"velocity", -1.0}, {"horizon", 0.2}});
}

TEST(SoftConstraintLimit, IsTheWayOfTheSpringsTimeAndWhatBearsAForce) {
  // T' = d_1 T zeta / d = 4e-3 s: (T' + h) V + (1 - d) T'^2 a over L.
  const double h = 1e-3, time = 4e-3;
  ContactStep step{.normal = NormalRule::cone, .slip = SlipRule::cone};
  step.cone.impedance =
      ImpedanceRule{.time_constant = 4e-3, .damping_ratio = 0.5, .least = 0.4, .most = 0.8};
  expect_limit("limit:penetration", "penetration_relative",
               ((time + h) * V + 0.6 * time * time * a) / L, point(), {h, step, OverlapBound::none},
               {});
}

// A force that is driven may make a motion faster than its system knows.
TEST(ReboundLimit, TakesTheSpeedOfTheTruth) {
  const Problem driven = problem_entry("stop_forced").make({});
  const ContactStep step{.normal = NormalRule::position, .slip = SlipRule::none};
  const auto limit = [&](double speed) {
    const auto check = check_of("limit:penetration", driven, {1e-5, step, OverlapBound::rebound},
                                {{"truth_speed", speed}});
    return check.has_value() ? check->high - 1e-6 : std::nan("");
  };
  EXPECT_GT(limit(0.0), 0.0);
  EXPECT_NEAR(limit(200.0) / limit(100.0), 2.0, 1e-9);
}

TEST(SoftConstraintLimit, IsWhatTheLargestImpulsePresses) {
  // (h + tau) R_n P with R_n = beta^2 / (4 pi^2 m), P = law_impulse sqrt(m), and the way of a step,
  // over L.
  const double h = 1e-3, tau = 2e-3, beta = 2.0, impulse = 0.3;
  ContactStep step{.normal = NormalRule::cone, .slip = SlipRule::cone};
  step.cone = {.relaxation = tau, .compliance = 1e-12, .near_rigid = beta};
  const double yields = beta * beta / (4.0 * std::numbers::pi * std::numbers::pi * m);
  expect_limit("limit:penetration", "penetration_relative",
               (h * V + (h + tau) * yields * impulse * std::sqrt(m)) / L, point(),
               {h, step, OverlapBound::none}, {{"law_impulse", impulse}});
  const auto unknown = check_of("limit:penetration", point(), {h, step, OverlapBound::none}, {});
  EXPECT_FALSE(unknown.has_value()) << "nothing is known of its impulses";
}

TEST(ElementEnergyLimit, IsTheKickOfAStepAndWhatAnElementHoldsWhereItGivesWay) {
  const Problem bar = problem_entry("bouncing_bar").make({});
  const double node = bar.traits.smallest_reduced_mass, start = 500.0, kick = 2.0;
  const double fastest = generalised_system(*bar.system)->top_speed();
  Quantities q{{"energy_initial", start},
               {"energy_min", start},
               {"energy_final", start},
               {"step_kick_energy", kick},
               {"step_force_energy", 1e4}};
  q["step_meeting_energy"] = 0.0;
  for (const bool gives : {false, true}) {
    const double rises = 2.0 * kick + (gives ? node * fastest * fastest : 0.0);
    if (gives) q["step_meeting_energy"] = 1e4;  // of a law of impact, which there is none
    for (const double share : {0.999, 1.001}) {
      q["energy_max"] = start + share * rises;
      const auto check =
          check_of("law:energy", bar,
                   {1e-3, std::nullopt, gives ? OverlapBound::elements : OverlapBound::none}, q);
      ASSERT_TRUE(check.has_value());
      EXPECT_EQ(check->passed, share < 1.0) << gives << ": " << check->formula;
    }
  }
}

// Where nothing moves, and no iteration leaves anything, the limit is rounding, not 0 / 0.
TEST(FreeMomentumLimit, IsRoundingWhereNothingMoves) {
  const Problem still =
      problem_entry("rubbing_oscillator").make({{"position", 0.0}, {"velocity", 0.0}});
  ASSERT_EQ(generalised_system(*still.system)->top_speed(), 0.0);
  expect_limit("law:free_momentum", "free_momentum_error", 1e-9, still, {1e-3}, {});
}

// A velocity (q' - q) / h has the rounding of places over h, anew in each step.
TEST(FreeMomentumLimit, HasTheRoundingOfPlacesWhereVelocitiesAreTheirDifferences) {
  const Problem problem = point();
  const double h = 1e-6, places = 0.5 + 0.25, n = problem.horizon / h;
  const Quantities q{{"truth_range", 0.25}};
  ContactStep step{.normal = NormalRule::position, .slip = SlipRule::none};
  expect_limit("law:free_momentum", "free_momentum_error",
               1e-9 + 0x1p-51 * places * std::sqrt(n) / (h * V), problem,
               {h, step, OverlapBound::none}, q);
  step.normal = NormalRule::velocity;
  expect_limit("law:free_momentum", "free_momentum_error", 1e-9, problem,
               {h, step, OverlapBound::none}, q);
}

constexpr LocatedErrors located{.integration = 1e-8, .rest = 1e-5};

/// A point that falls from L = .5 m for 2 s.
Problem falling_point(double restitution) {
  return problem_entry("bouncing_point")
      .make({{"restitution", restitution}, {"position", 0.5}, {"horizon", 2.0}});
}

TEST(LocatedLimit, IsWhatTheSchemeStatesWhateverTheStep) {
  const Problem problem = falling_point(1.0);
  const auto& system = *generalised_system(*problem.system);
  const double way = system.length() + system.top_speed() * 2.0;
  for (const double h : {1e-4, 1e-1})
    expect_limit("truth:position", "position_error_sup", 3e-8 * way, problem,
                 {h, std::nullopt, OverlapBound::none, located}, {{"truth_growth", 3.0}});
}

// Where impacts accumulate the last ones are not located; with e = 0 there are none of these.
TEST(LocatedLimit, HasTheShareOfSpeedsBelowWhichImpactsAreNotLocated) {
  for (const auto& [e, eps] : {std::pair{0.5, 1.001e-5}, {0.0, 1e-8}, {1.0, 1e-8}}) {
    const Problem problem = falling_point(e);
    const auto& system = *generalised_system(*problem.system);
    expect_limit("truth:position", "position_error_sup",
                 eps * (system.length() + system.top_speed() * 2.0), problem,
                 {1e-3, std::nullopt, OverlapBound::none, located}, {});
  }
}

// A reference known to 1e-10 is one of a motion that multiplies errors by 900, not by 1100; a
// motion known to a step is judged up to ten.
TEST(LocatedLimit, IsJudgedWhileReferencesAreKnown) {
  const Problem problem = falling_point(1.0);
  const auto is_judged = [&](double growth, std::optional<LocatedErrors> errors) {
    const Quantities q{{"truth_growth", growth}, {"position_error_sup", 0.0}};
    return check_of("truth:position", problem, {1e-3, {}, OverlapBound::none, errors}, q)
        .has_value();
  };
  EXPECT_TRUE(is_judged(900.0, located));
  EXPECT_FALSE(is_judged(1100.0, located));
  EXPECT_TRUE(is_judged(9.0, {}));
  EXPECT_FALSE(is_judged(900.0, {}));
}

// Energy is made by nothing but the integrator, in coordinates of any mass too.
TEST(LocatedLimit, LeavesNoEnergyOfAStep) {
  for (const char* name : {"bouncing_point", "slider_crank", "double_pendulum"}) {
    const Problem problem = problem_entry(name).make({});
    const auto made = [&](double share) {
      const Quantities q{{"energy_initial", 2.0},  {"energy_max", 2.0 * (1.0 + share)},
                         {"energy_min", 2.0},      {"energy_final", 2.0},
                         {"step_impulse", 1.0},    {"step_force_energy", 1.0},
                         {"step_kick_energy", 1.0}};
      const auto check =
          check_of("law:energy", problem, {1e-2, {}, OverlapBound::none, located}, q);
      return check.has_value() && check->passed;
    };
    EXPECT_TRUE(made(1.09e-8)) << name;
    EXPECT_FALSE(made(1.2e-8)) << name;
  }
}

// Newton's law with friction may make energy (Kane and Levinson 1985): J of an impact by the
// velocities at the start of its step, twice that where the impact comes later in it.
TEST(FrictionLimit, IsWhatAnImpactMayMake) {
  const Problem problem = problem_entry("floor_pendulum").make({});
  const auto limit = [&](double J, const std::optional<LocatedErrors>& errors) {
    const Quantities q{{"energy_initial", 2.0}, {"energy_max", 2.0},   {"energy_min", 2.0},
                       {"energy_final", 2.0},   {"step_impulse", 0.0}, {"step_impact_energy", J}};
    const auto check =
        check_of("law:energy", problem, {1e-5, {}, OverlapBound::half_step, errors}, q);
    return check.has_value() ? check->high : std::nan("");
  };
  const double of_one = limit(0.1, {}) - limit(0.0, {});
  EXPECT_GT(of_one, 1e-3);
  EXPECT_NEAR(limit(0.3, {}) - limit(0.0, {}), 3.0 * of_one, 1e-12);
  EXPECT_NEAR(limit(0.1, located) - limit(0.0, located), 2.0 * of_one, 1e-12);
}

// Each impact moves the next by two steps; where begins and ends are counted, half of them count.
TEST(PositionLimit, OfCoordinatesGrowsWithImpacts) {
  const Problem problem = problem_entry("rocking_block").make({});
  const double h = 1e-3, speed = generalised_system(*problem.system)->top_speed();
  const auto expect = [&](double steps, const Quantities& q) {
    expect_limit("truth:position", "position_error_sup", steps * h * speed + 1e-12, problem, {h},
                 q);
  };
  expect(10.0, {{"truth_impacts", 3.0}});
  expect(42.0, {{"truth_impacts", 21.0}});
  expect(12.0, {{"truth_impacts", 21.0}, {"event_count", 12.0}});
}

// A pendulum that hangs upwards has its energy from where it is lowest.
TEST(PositionLimit, OfAPendulumIsANumberWhateverItsGravity) {
  for (const double gravity : {9.81, -9.81}) {
    const Problem problem = problem_entry("double_pendulum").make({{"gravity", gravity}});
    EXPECT_GT(generalised_system(*problem.system)->top_speed(), 0.0) << gravity;
  }
}

// An event is seen at the end of its step, and a thousandth of a thousandth late besides.
TEST(LocatedLimit, OfEventsIsAStep) {
  const Problem problem = problem_entry("rocking_block").make({});
  const double h = 1e-3, T = problem.horizon;
  expect_limit("truth:events", "event_time_error", h + 5e-8 * T, problem,
               {h, std::nullopt, OverlapBound::none, {{.integration = 1e-8, .rest = 0.0}}},
               {{"truth_growth", 5.0}, {"event_count_error", 0.0}, {"event_count", 40.0}});
}

}  // namespace
}  // namespace impactbench::testing
