// Elastic bars that meet, cell by cell as the program judges them: schemes that treat the contact
// in their own way are not held to the motion of elements whose nodes stop, those that stop them
// are.
#include "benchmarks/matrix/judge_row.hpp"
#include "benchmarks/matrix/plan.hpp"
#include "benchmarks/matrix/run_cell.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>

namespace impactbench {
namespace {

Row run(const char* problem, const char* scheme, std::int64_t n, double dt) {
  return run_cell(resolve_cell({problem, scheme, std::nullopt, {{"n", n}, {"dt", dt}}}, "default"),
                  0);
}

double limit_of_position(const Row& row) {
  const auto found = std::find_if(row.checks.begin(), row.checks.end(),
                                  [](const Check& c) { return c.name == "truth:position"; });
  if (found == row.checks.end()) ADD_FAILURE() << "was not checked: " << row.reason;
  return found == row.checks.end() ? 0.0 : found->high;
}

// A node of mass m d / 2 that gives way instead of stopping leaves with another impulse, and the
// bar with another speed: by O(d), however small the step.
TEST(BarCells, ContactsOfTheirOwnKindPassHoweverSmallTheStep) {
  for (const char* scheme : {"mass_redistribution", "newmark_contact", "nitsche"}) {
    for (const char* problem : {"two_bars", "impacting_bar"}) {
      const Row row = run(problem, scheme, 11, 6.25e-4);
      EXPECT_TRUE(row.status == RowStatus::passed || row.status == RowStatus::unresolved)
          << problem << '/' << scheme << ": " << row.reason;
    }
  }
}

// 10 h V of nodes that stop; half of the wave's speed, .05 m/s, times what 20 elements disperse of
// it otherwise: a thirtieth of the .6 m that the short bar would go.
TEST(BarCells, NodesThatStopAreHeldToTheStepAndOthersToTheWave) {
  EXPECT_NEAR(limit_of_position(run("two_bars", "nscd", 21, 6.25e-4)), 1.25e-3, 1e-6);
  EXPECT_NEAR(limit_of_position(run("two_bars", "time_dg", 21, 6.25e-4)), 1.25e-3, 1e-6);
  const double others = limit_of_position(run("two_bars", "nitsche", 21, 6.25e-4));
  EXPECT_GT(others, 0.6 / 60.0);
  EXPECT_LT(others, 0.6 / 30.0);
}

// The momentum of each bar and, of schemes that say so, the path of each node are held to rounding.
TEST(BarCells, MomentaOfBarsAndPathsOfNodesAreHeldToRounding) {
  for (const char* scheme : {"nitsche", "newmark_contact", "mass_redistribution"}) {
    const Row row = run("two_bars", scheme, 21, 5e-3);
    const auto limit = [&](const char* name) {
      const auto found = std::find_if(row.checks.begin(), row.checks.end(),
                                      [&](const Check& c) { return c.name == name; });
      return found == row.checks.end() ? -1.0 : found->high;
    };
    EXPECT_NEAR(limit("law:free_momentum"), 1e-9, 1e-12) << scheme;
    const bool moves_nodes_apart = std::string(scheme) == "mass_redistribution";
    EXPECT_NEAR(limit("law:path_of_step"), moves_nodes_apart ? -1.0 : 1e-9, 1e-12) << scheme;
    // d^2 / (L c h) of nodes without inertia, in steps.
    EXPECT_NEAR(limit("law:free_path"), 1.0 + 0.05 * 0.05 / 5e-3, 1e-6) << scheme;
  }
}

// Elastic bodies that somebody else brings have other parameters, and a reference of their own.
TEST(BarCells, LimitsOfBarsAreForBarsAlone) {
  const Row row = run("two_bars", "nitsche", 11, 5e-3);
  Problem other = find_problem("two_bars").make({});
  other.name = "elastic_of_a_plugin";
  other.parameters = {};
  const SchemeClaims claims = find_scheme("nitsche").make({})->claims();
  const std::map<std::string, double> quantities = row.quantities.to_map();
  const auto checks = judge(judged_run(other, row.cell, claims, 5e-3, quantities), "default");
  const auto found = std::find_if(checks.begin(), checks.end(),
                                  [](const Check& c) { return c.name == "truth:position"; });
  ASSERT_NE(found, checks.end());
  EXPECT_NEAR(found->high, 0.01, 1e-6);  // 10 h V
}

}  // namespace
}  // namespace impactbench
