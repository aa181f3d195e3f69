// Costs at matched accuracy, conclusions from repeats, and the page of changes.
#include "problems/base/error.hpp"
#include "reports/generate/changes.hpp"
#include "reports/generate/matched_accuracy.hpp"
#include "reports/generate/report.hpp"
#include "reports/generate/significance.hpp"
#include "tests/support/scratch.hpp"
#include "tests/support/slurp.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

namespace impactbench {
namespace {

/// Error = factor h^order, CPU time = 1e-3 / h.
Family family(double factor, double order) {
  Family out{"f", nullptr, "f", {}, {}, {}, {}};
  for (const double h : {1e-1, 1e-2, 1e-3, 1e-4}) {
    out.steps.push_back(h);
    out.errors.push_back(factor * std::pow(h, order));
    out.times.push_back(1e-3 / h);
  }
  return out;
}

TEST(MatchedAccuracy, FollowsThePowerLawBetweenTheStepsThatWereRun) {
  // Error 3 h: 1e-3 needs h = 1e-3 / 3, hence 3 s of CPU time.
  const Family f = family(3.0, 1.0);
  const auto cost = cost_at(f, 1e-3);
  ASSERT_TRUE(cost);
  EXPECT_NEAR(cost->cpu, 3.0, 1e-9);
  EXPECT_EQ(cost->step, 1e-4);
  EXPECT_FALSE(cost->at_most);
  // Order 2: sqrt of it.
  EXPECT_NEAR(cost_at(family(3.0, 2.0), 1e-5)->cpu, 1e-3 / std::sqrt(1e-5 / 3.0), 1e-9);
}

TEST(MatchedAccuracy, DoesNotGuessBeyondTheRuns) {
  const Family f = family(3.0, 1.0);
  EXPECT_FALSE(cost_at(f, 1e-4)) << "the finest run has 3e-4";
  const auto coarse = cost_at(f, 1.0);
  ASSERT_TRUE(coarse);
  EXPECT_TRUE(coarse->at_most) << "the coarsest run has 0.3 already";
  EXPECT_EQ(coarse->cpu, 1e-2);
}

TEST(MatchedAccuracy, DoesNotCountOneLuckyRun) {
  Family f = family(3.0, 1.0);
  f.errors[1] = 1e-6;  // by accident: the next finer one has 3e-3
  const auto cost = cost_at(f, 1e-3);
  ASSERT_TRUE(cost);
  EXPECT_EQ(cost->step, 1e-4);
}

TEST(MatchedAccuracy, AsksWhereItMakesADifference) {
  // Both reach 1 m with their coarsest run, one alone 1e-4, none 1e-9.
  const std::vector<double> targets = targets_of({family(3.0, 1.0), family(3.0, 2.0)});
  ASSERT_EQ(targets.size(), 7U);  // 1e-1 .. 1e-7, of which the second reaches 3e-8
  EXPECT_DOUBLE_EQ(targets.front(), 0.1);
  EXPECT_DOUBLE_EQ(targets.back(), 1e-7);
}

TEST(Significance, OfRepeatsThatDoNotOverlapIsThatOfTheRankTest) {
  // 2 / C(6, 3) and 2 / C(10, 5).
  EXPECT_NEAR(*separation_p({3, 1.0, 1.1}, {3, 1.2, 1.3}), 0.1, 1e-12);
  EXPECT_NEAR(*separation_p({5, 1.2, 1.3}, {5, 1.0, 1.1}), 2.0 / 252.0, 1e-12);
  EXPECT_EQ(*separation_p({5, 1.0, 1.25}, {5, 1.2, 1.3}), 1.0);
  EXPECT_FALSE(separation_p({0, 1.0, 1.0}, {5, 1.2, 1.3}));
}

TEST(Significance, OfManyCellsIsHeldToAFalseDiscoveryRate) {
  // Benjamini and Hochberg's own example (1995, section 4): 15 p-values, four rejected at 5 %.
  const std::vector<double> p{0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344,
                              0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1.0};
  const std::vector<bool> found = discoveries(p, 0.05);
  EXPECT_EQ(std::count(found.begin(), found.end(), true), 4);
  EXPECT_TRUE(found[3] && !found[4]);
  // 20 cells of 3 repeats each that all separate: 0.1 is never below 5 %.
  const std::vector<bool> none = discoveries(std::vector<double>(20, 0.1), 0.05);
  EXPECT_EQ(std::count(none.begin(), none.end(), true), 0);
}

TEST(Significance, OfSignsAndOfMeans) {
  EXPECT_NEAR(sign_test_p(10, 0), 2.0 / 1024.0, 1e-12);
  EXPECT_EQ(sign_test_p(5, 5), 1.0);
  const std::vector<double> ratios{0.5, 2.0};  // mean 1, and nothing known
  const auto mean = mean_ratio(ratios);
  EXPECT_NEAR(mean->ratio, 1.0, 1e-12);
  // Two logarithms +-log 2: s = sqrt 2 log 2, half width t(0.975, 1) s / sqrt 2 = 12.706 log 2.
  EXPECT_NEAR(std::log(mean->high), 12.7062 * std::log(2.0), 1e-3);
  EXPECT_FALSE(mean_ratio(std::vector<double>{1.0}));
}

class Changes : public ::testing::Test {
 protected:
  [[nodiscard]] std::string file(const std::string& name) const { return slurp(folder_ / name); }
  testing::Scratch folder_;
};

std::vector<Row> timed_rows(double factor, int repeats) {
  std::vector<Row> out;
  for (int k = 0; k < 6; ++k) {
    Row row;
    row.cell = {"bouncing_ball", "dem",    "none",   {}, {{"R", 1e-3}}, {},
                1e-3 * (k + 1),  "double", "default"};
    row.status = RowStatus::passed;
    row.quantities = {{"energy_final", 1.0}, {"contacts", 3.0}};
    const double median = factor * (1.0 + 0.01 * k);
    row.timing = Timing{repeats, 0.99 * median, median, 0.02 * median, {}};
    out.push_back(std::move(row));
  }
  return out;
}

TEST_F(Changes, TellWhatDiffersAndWhatOnlySeemsTo) {
  const std::vector<Row> before = timed_rows(1.0, 5);
  std::vector<Row> after = timed_rows(1.3, 5);
  after[0].status = RowStatus::crashed;
  after[0].reason = "it died of <this>";
  after[1].quantities["energy_final"] = 1.5;
  after[2].quantities["energy_final"] += 1e-14;  // rounding
  after[3].quantities.erase("contacts");
  after.pop_back();
  write_changes(before, after, folder_.path(), {}, "");
  EXPECT_NE(file("tables/changes_status.csv").find("passed,crashed,it died of <this>"),
            std::string::npos);
  EXPECT_NE(file("changes.html").find("it died of &lt;this&gt;"), std::string::npos);
  const std::string quantities = file("tables/changes_quantities.csv");
  EXPECT_NE(quantities.find("energy_final,1,0,0,0.5,"), std::string::npos) << quantities;
  EXPECT_NE(quantities.find("contacts,0,1,0,–"), std::string::npos) << quantities;
  EXPECT_NE(file("tables/changes_stores.csv").find("in this one only,1,0"), std::string::npos);
  // All five are 30 % slower, beyond what five repeats scatter.
  const std::string cpu = file("tables/changes_cpu.csv");
  EXPECT_NE(cpu.find("dem,5,1.300,1.300 to 1.300,0,5,0.0625,slower"), std::string::npos) << cpu;
  const std::string cells = file("tables/changes_cpu_cells.csv");
  EXPECT_EQ(std::count(cells.begin(), cells.end(), '\n'), 6) << cells;
}

TEST_F(Changes, OfThreeRepeatsAreNoneForACellAlone) {
  write_changes(timed_rows(1.0, 3), timed_rows(1.3, 3), folder_.path(), {}, "");
  EXPECT_FALSE(std::filesystem::exists(folder_ / "tables/changes_cpu_cells.csv"));
  EXPECT_NE(file("changes.html").find("three repeats against three give 0.1 at best"),
            std::string::npos);
}

TEST_F(Changes, OfEqualStoresAreNone) {
  write_changes(timed_rows(1.0, 5), timed_rows(1.0, 5), folder_.path(), {}, "");
  const std::string html = file("changes.html");
  EXPECT_NE(html.find("6 cells in both, and each ends as before."), std::string::npos);
  EXPECT_NE(html.find("No value differs by more than rounding."), std::string::npos);
  EXPECT_NE(html.find("No single cell differs"), std::string::npos);
}

TEST_F(Changes, CostsAndCoverageAreInTheReport) {
  // Two methods on the same motion: dem with error h and 1 ms / h, snc twice as accurate at thrice
  // the price; at one accuracy snc costs 1.5 times as much.
  std::vector<Row> rows;
  const auto add = [&rows](const char* problem, double dt, bool snc) {
    Row row;
    row.cell = {problem,
                snc ? "snc" : "dem",
                snc ? "superlu" : "none",
                {},
                {{"R", 1e-3}},
                {},
                dt,
                "double",
                "default"};
    row.status = RowStatus::passed;
    row.quantities = {{"position_error_sup", snc ? 0.5 * dt : dt}, {"energy_drift_relative", 0.0}};
    row.checks.push_back({"limit:energy", 0.0, 0.0, 1.0, true, std::nullopt});
    row.timing = Timing{3, (snc ? 3.0 : 1.0) * 1e-3 / dt, 1.0, 0.0, {}};
    row.judged_by = JudgedBy{.contact = Springs{500.0, 2.0}};
    rows.push_back(std::move(row));
  };
  for (const char* problem : {"resting_ball", "falling_ball", "moving_ball"}) {
    for (const double dt : {8e-3, 4e-3, 2e-3, 1e-3}) {
      add(problem, dt, false);
      add(problem, dt, true);
    }
  }
  const std::vector<SchemeSummary> schemes = write_report(rows, {}, folder_.path());
  ASSERT_EQ(schemes.size(), 2U);
  EXPECT_NEAR(schemes[0].cost.value_or(0.0), 1.0, 1e-12) << "dem is the cheapest everywhere";
  EXPECT_NEAR(schemes[1].cost.value_or(0.0), 1.5, 1e-6);
  EXPECT_EQ(schemes[1].reached, 3);
  EXPECT_EQ(schemes[1].pairs, 3);
  const std::string costs = file("tables/matched_accuracy.csv");
  EXPECT_NE(costs.find("resting_ball,1e-03,\"dem, R = 0.001\""), std::string::npos) << costs;
  EXPECT_NE(costs.find("1.50"), std::string::npos) << costs;
  const std::string profile = file("tables/scheme_profiles_springs.csv");
  EXPECT_NE(profile.find("dem,3,0,0,3"), std::string::npos) << profile;
  EXPECT_NE(profile.find("snc,3,0,0,0"), std::string::npos) << profile;
  EXPECT_NE(file("tables/coverage.csv").find("resting_ball,dem,4,–,–,4,–,–,–,(4),"),
            std::string::npos)
      << file("tables/coverage.csv");
  // One pair of a problem and an accuracy is no profile.
  std::erase_if(rows, [](const Row& row) { return row.cell.problem != "resting_ball"; });
  testing::Scratch small;
  (void)write_report(rows, {}, small.path());
  EXPECT_TRUE(std::filesystem::exists(small / "tables/matched_accuracy.csv"));
  EXPECT_FALSE(std::filesystem::exists(small / "tables/scheme_profiles_springs.csv"));
}

}  // namespace
}  // namespace impactbench
