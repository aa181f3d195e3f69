// The run of one cell: how its row ends, what is counted, how its times are reported.
#include "benchmarks/matrix/run_cell.hpp"

#include "benchmarks/matrix/plan.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

namespace impactbench {
namespace {

Cell cell_of(const char* problem, const char* scheme, ParameterSet settings) {
  return resolve_cell({problem, scheme, std::nullopt, std::move(settings)}, "default");
}

// A reference that does not know of torques against rolling says nothing where there are some.
TEST(FindTruth, TakesAReferenceThatKnowsOfTheTorques) {
  const auto found = [](const char* problem, double rolling) {
    return find_truth(
               find_problem(problem).make({{"friction", 0.5}, {"rolling_friction", rolling}}),
               std::nullopt)
        .has_value();
  };
  EXPECT_TRUE(found("rolling_ball", 0.1));
  EXPECT_TRUE(found("oblique_impact", 0.0));
  EXPECT_FALSE(found("oblique_impact", 0.1));
}

TEST(RunCell, ARunThatStopsIsJudgedByNothingButThatItStopped) {
  // A step as long as 1.5 contacts multiplies the energy by more than what counts as a blow-up.
  const Row row = run_cell(cell_of("two_balls_test1", "dem", {{"dt", 1e-3}, {"R", 1e-6}}), 3);
  ASSERT_EQ(row.status, RowStatus::stopped) << row.reason;
  EXPECT_NE(row.reason.find("energy blow-up"), std::string::npos) << row.reason;
  ASSERT_EQ(row.checks.size(), 1U);
  EXPECT_EQ(row.checks[0].name, "run:completes");
  EXPECT_FALSE(row.checks[0].passed);
  EXPECT_EQ(row.timing->repeats, 0) << "what did not end has no time";
  EXPECT_FALSE(row.judged_by) << "it is joined with no other run";
}

// Without gravity a ball of 1 kg and 1 m/s is stopped by springs of energy D^2 / (2 R) at the
// overlap D = v sqrt(m R) = 0.01 m, of its diameter of 0.4 m.
TEST(RunCell, ARowStatesWhatItIsJudgedBy) {
  const Row row = run_cell(cell_of("falling_ball", "dem", {{"dt", 1e-3}, {"R", 1e-4}}), 0);
  ASSERT_TRUE(row.truth && row.judged_by && row.judged_by->orders) << row.reason;
  const JudgedBy& by = *row.judged_by;
  EXPECT_EQ(by.contact, (Springs{0.5 / 1e-4, 2.0}));
  EXPECT_EQ(by.orders->motion, MotionClass::several_impacts);
  EXPECT_EQ(by.orders->horizon, 3.0);
  EXPECT_NEAR(by.orders->size.speed, 1.0, 1e-12);
  EXPECT_TRUE(by.orders->rebounds);
  EXPECT_FALSE(by.orders->swept || by.orders->exact);
  EXPECT_EQ(by.orders->claimed.positions, find_scheme("dem").make({})->claims().order_impact);
  EXPECT_EQ(by.radius, 0.2);
  ASSERT_TRUE(by.penetration);
  EXPECT_NEAR(*by.penetration, 0.025, 1e-15);
  // No reference knows a pile: nothing to judge orders by, but the rest.
  const Row pile = run_cell(cell_of("disc_box", "nscd", {{"dt", 1e-3}, {"horizon", 1e-2}}), 0);
  ASSERT_TRUE(pile.judged_by) << pile.reason;
  EXPECT_FALSE(pile.truth || pile.judged_by->orders || pile.judged_by->contact);
  EXPECT_GT(pile.judged_by->radius.value_or(0.0), 0.0);
}

TEST(RunCell, CountsIterationsOfAllStepsAndOfTheWorst) {
  // Two iterations in flight and at the end of the run, one or more beyond that in contact.
  const Row row =
      run_cell(cell_of("bouncing_ball", "inc",
                       {{"dt", 1e-3}, {"R", 1e-4}, {"alpha", std::int64_t{3}}, {"horizon", 1.0}}),
               0);
  const double steps = 1000.0, all = row.quantities.at("newton_iterations");
  EXPECT_GT(all, 2.0 * steps);
  EXPECT_GT(row.quantities.at("max_newton_iterations") * steps, all);
  EXPECT_EQ(row.quantities.at("unconverged_steps"), 0.0);
}

TEST(RunCell, TimesAreOrderedAndTheirPhasesAreTheWhole) {
  const Row row =
      run_cell(cell_of("bouncing_ball", "dem", {{"dt", 1e-3}, {"R", 1e-3}, {"horizon", 0.5}}), 3);
  ASSERT_TRUE(row.timing.has_value());
  const Timing& t = *row.timing;
  EXPECT_EQ(t.repeats, 3);
  EXPECT_GT(t.cpu_min, 0.0);
  EXPECT_GE(t.cpu_median, t.cpu_min);
  EXPECT_LE(t.cpu_median, t.cpu_min + t.cpu_spread);
  const double shares = std::accumulate(t.phases.begin(), t.phases.end(), 0.0,
                                        [](double sum, const auto& p) { return sum + p.second; });
  EXPECT_NEAR(shares, 1.0, 1e-12);
  // A cell that has used up its time is not timed: a result must not be lost to its stopwatch.
  EXPECT_EQ(run_cell(row.cell, 3, 0.0).timing->repeats, 0);
}

// No verdict: the next run takes it up.
TEST(RunCell, AFileThatChangedIsTroubleOfTheMachine) {
  Cell cell = cell_of("bouncing_ball", "dem", {{"dt", 1e-3}, {"R", 1e-3}, {"horizon", 0.5}});
  cell.files["start"] = "of another content";
  const Row row = run_cell(cell, 0);
  EXPECT_EQ(row.status, RowStatus::failed);
  EXPECT_NE(row.reason.find("has changed"), std::string::npos) << row.reason;
  EXPECT_TRUE(row.quantities.empty());
}

}  // namespace
}  // namespace impactbench
