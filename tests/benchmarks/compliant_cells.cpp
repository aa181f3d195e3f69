// Effects of compliant contacts on the energy beside those of their scheme, cell by cell as the
// program judges them: stiffening springs, rounded positions, oscillations fed by the held force.
#include "benchmarks/matrix/plan.hpp"
#include "benchmarks/matrix/run_cell.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace impactbench {
namespace {

Row run(const char* problem, const char* scheme, const ParameterSet& settings) {
  return run_cell(resolve_cell({problem, scheme, std::nullopt, settings}, "default"), 0);
}

Check check(const Row& row, const std::string& name) {
  const auto of = [&](const Check& c) { return c.name == name; };
  const auto found = std::find_if(row.checks.begin(), row.checks.end(), of);
  if (found == row.checks.end()) ADD_FAILURE() << name << " was not checked: " << row.reason;
  return found == row.checks.end() ? Check{} : *found;
}

/// An alumina ball of 2.5 mm that hits glass at 3.9 m/s, `angle` degrees from the normal.
Row oblique(double angle) {
  return run("oblique_ball", "md",
             {{"dt", 1e-9},
              {"restitution", 1.0},
              {"friction", 0.092},
              {"mass", 2.618e-4},
              {"radius", 0.0025},
              {"speed", 3.9},
              {"angle", angle},
              {"distance", 1e-5},
              {"horizon", 4e-5},
              {"normal", std::string("hertz")},
              {"tangential_damping", 0.0},
              {"young", 3.8e11},
              {"poisson", 0.23},
              {"wall_young", 7e10},
              {"wall_poisson", 0.25}});
}

// A ball that sticks from its first touch keeps its stretch xi while k_t grows with the depth: the
// spring hands back more than it was given, and the energy rises above that of the start by as
// much, sum dk_t xi^2 / 2.
TEST(CompliantCells, MindlinsSpringGainsWhatItStiffensBy) {
  const Row sticks = oblique(2.5);
  ASSERT_EQ(sticks.status, RowStatus::passed) << sticks.reason;
  const double rise = sticks.quantities.at("energy_max") - sticks.quantities.at("energy_initial");
  EXPECT_GT(rise, 3e-4 * sticks.quantities.at("energy_initial"));
  EXPECT_NEAR(rise, sticks.quantities.at("law_stiffening_work"), 1e-3 * rise);
}

// Where it slips the stretch is cut and the gain is lost to friction; a linear spring gains
// nothing.
TEST(CompliantCells, WhatFrictionCutsIsNotGained) {
  const Row slips = oblique(30.0);
  ASSERT_EQ(slips.status, RowStatus::passed) << slips.reason;
  EXPECT_LT(check(slips, "law:energy").value.value_or(1.0), 1e-6);
  const Row linear = run("oblique_ball", "md", {{"dt", 1e-5}, {"R", 1e-5}});
  EXPECT_FALSE(linear.quantities.contains("law_stiffening_work"));
}

// A step of 20 ns is 4 nm long, and a place of 0.1 m is rounded by 1e-17 m: a contact of thousands
// of steps that keeps its energy exactly is off by some 1e-11 of it.
TEST(CompliantCells, EnergyIsConservedToTheRoundingOfPlaces) {
  const Row row = run("oblique_ball", "inc",
                      {{"dt", 2e-8},
                       {"restitution", 1.0},
                       {"friction", 0.0},
                       {"mass", 7.539822368615505},
                       {"radius", 0.1},
                       {"speed", 0.2},
                       {"angle", 0.0},
                       {"distance", 1e-5},
                       {"horizon", 1e-3},
                       {"alpha", 2.5},
                       {"R", 6.503668703432234e-11}});
  const Check conserved = check(row, "claim:energy_conserved");
  EXPECT_TRUE(conserved.passed) << conserved.value.value_or(-1.0) << " > " << conserved.high;
  EXPECT_LT(conserved.high, 1e-10);
}

// Two balls between floor and ceiling, pressed together at the start: they swing at omega D of the
// start, five times in a millisecond, and forces that are held over a step make the swing grow
// (dem) or die away (snc) by phi^2 / 4 in every step.
TEST(CompliantCells, AnOscillationFromTheStartGrowsOrDiesByWhatForcesAreHeld) {
  for (const char* scheme : {"dem", "snc"}) {
    const Row row =
        run("scene", scheme,
            {{"dt", 3e-8},
             {"R", 1e-3},
             {"file", std::string(IMPACTBENCH_SOURCE_DIR
                                  "/reference/published/dem_benchmarks/dem03_1.0.toml")}});
    const Check velocity = check(row, "truth:velocity");
    EXPECT_TRUE(velocity.passed) << scheme << ": " << velocity.value.value_or(-1.0) << " > "
                                 << velocity.high;
    EXPECT_LT(velocity.high, 4.0 * velocity.value.value_or(0.0))
        << scheme << ": a limit near what happens";
  }
}

}  // namespace
}  // namespace impactbench
