// Data of problems: their largest speed, and the reason why their motion is not known.
#include "problems/model/disc_setup.hpp"
#include "reference/acceptance/acceptance.hpp"
#include "reference/acceptance/scale.hpp"
#include "reference/yardsticks/why_no_truth.hpp"
#include "tests/support/run.hpp"
#include "tests/support/run_to_judge.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

namespace impactbench::testing {
namespace {

TEST(TopSpeed, CountsAForceOfTheMiddleOfARun) {
  // From rest, 5 N between the first and the fourth of six seconds, nothing before and after: the
  // bound is the largest acceleration times the horizon.
  const Problem p =
      problem_entry("gluey_particle")
          .make({{"velocity", 0.0}, {"force_1", 0.0}, {"force_2", 5.0}, {"force_3", 0.0}});
  EXPECT_NEAR(top_speed(p), 5.0 / p.system->mass()[0] * p.horizon, 1e-12);
}

TEST(WayOfTruth, OfAMotionThatDoesNotMoveThereIsNone) {
  // Errors are compared with the way of the exact motion; where it has none in space, with that of
  // its speed; and nothing can be compared with 0.
  DiscSetup setup{DiscCommon{}};
  setup.disc(1.0, 0.2, {0.0, 0.0}, {0.0, 0.0});
  const Problem p = std::move(setup).make("disc", {}, 2.0);
  const auto way = [&](double range, double speed) {
    const std::map<std::string, double> q{{"truth_range", range}, {"truth_speed", speed}};
    return displacement_of_truth(run_to_judge(
        p, q, {.h = 1e-3, .claimed_energy = EnergyBehaviour::dissipates, .claimed_order = 1.0}));
  };
  EXPECT_EQ(way(0.5, 3.0), 0.5);
  EXPECT_EQ(way(0.0, 3.0), 6.0);
  EXPECT_EQ(way(0.0, 0.0), std::nullopt);
}

/// Of "law:energy" of a run of 1 J, by a scheme without compliance.
double energy_limit(const Problem& problem, double h, std::map<std::string, double> quantities) {
  for (const char* name : {"energy_initial", "energy_max", "energy_min", "energy_final"})
    quantities[name] = 1.0;
  for (const Check& c :
       judge(run_to_judge(problem, quantities, {.h = h, .claimed_order = 1.0}), "default")) {
    if (c.name == "law:energy") return c.high;
  }
  return std::nan("");
}

TEST(EnergyLimit, OfGeneralisedCoordinatesIsOfTheirOwnScale) {
  // 2 h r (1 + T r) and rounding, r = V / L the rate at which the motion changes, where masses
  // vary.
  const Problem p = problem_entry("polar_wall").make({});
  const double r = top_speed(p) / smallest_length(p), T = p.horizon;
  const double exact = 2e-4 * r * (1.0 + T * r);
  EXPECT_NEAR(energy_limit(p, 1e-4, {}), exact, 1e-5 * exact);
  EXPECT_LT(T * r, 10.0) << "the first term is lost beside the second";
  // With the same force and masses everywhere nothing but the contacts is left.
  EXPECT_LE(energy_limit(problem_entry("bouncing_point").make({}), 1e-4, {}), 1e-8);
}

TEST(EnergyLimit, OfRigidContactIsTheWorkOfImpulsesOnWhatTheSolverLeft) {
  // Impulses of 3 N s in all do work on velocities that are wrong by 0.01 m/s on either side of
  // an impact: 2 P rho = 0.06 of 1 J.
  DiscSetup setup{DiscCommon{}};
  setup.disc(1.0, 0.2, {0.0, 0.0}, {1.0, 0.0});
  setup.disc(1.0, 0.2, {1.0, 0.0}, {-1.0, 0.0});
  const Problem p = std::move(setup).make("pair", {}, 1.0);
  EXPECT_NEAR(energy_limit(p, 1e-4, {{"step_impulse", 3.0}, {"complementarity_residual", 0.01}}),
              0.06, 1e-6);
}

TEST(WhyNoTruth, NamesTheSideThatABouncingBallReaches) {
  // Centres between 0.1 and 0.9 in both directions, from (0.5, 0.5) under 10 m/s2 for 1 s: up to
  // 0.5 + v^2 / 20, and to 0.5 + v sideways.
  const auto reasons = [](Vec2 velocity) {
    DiscSetup setup{DiscCommon{}};
    setup.box(0.0, 1.0, 0.0, 1.0);
    setup.gravity({0.0, -10.0});
    setup.disc(1.0, 0.1, {0.5, 0.5}, velocity);
    const Problem p = std::move(setup).make("ball", {}, 1.0);
    return why_no_truth(p, std::nullopt);
  };
  const auto says = [&](Vec2 velocity, const std::string& what) {
    const auto all = reasons(velocity);
    return std::any_of(all.begin(), all.end(), [&](const std::string& reason) {
      return reason.find(what) != std::string::npos;
    });
  };
  EXPECT_TRUE(says({0.0, 2.9}, "ceiling"));
  EXPECT_FALSE(says({0.0, 2.8}, "ceiling"));
  for (const double sign : {-1.0, 1.0}) {
    EXPECT_TRUE(says({sign * 0.41, 0.0}, "side wall"));
    EXPECT_FALSE(says({sign * 0.39, 0.0}, "side wall"));
  }
  EXPECT_TRUE(reasons({0.3, 2.0}).empty());
}

}  // namespace
}  // namespace impactbench::testing
