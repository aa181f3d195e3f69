// The display of the power of verdicts, and of the margins of checks.
#include "benchmarks/power/power_store.hpp"
#include "reports/generate/power_report.hpp"
#include "reports/site/verdict_section.hpp"
#include "tests/support/scratch.hpp"
#include "tests/support/slurp.hpp"

#include <gtest/gtest.h>

namespace impactbench::testing {
namespace {

Baseline baseline_of(const std::string& key, const std::string& problem) {
  return {.cell = key,
          .title = problem + "/snc",
          .problem = problem,
          .scheme = "snc",
          .solver = "none",
          .status = RowStatus::passed,
          .checks = {{"truth:position", true, true}},
          .parameters = {{"gravity", {true, false, ""}}, {"friction", {true, false, ""}}}};
}

/// Gravity is noticed at 2 % by a truth in cell a, and not at all in b; friction has no effect.
class MeasuredPower : public ::testing::Test {
 protected:
  MeasuredPower() : store_(scratch_ / "power.jsonl", PowerStoreMode::write) {
    store_.put(baseline_of("a", "one"));
    store_.put(baseline_of("b", "two"));
    for (const double eps : {0.001, 0.01, 0.1, 1.0, 0.02, 0.017}) {
      const bool seen = eps >= 0.02;
      std::vector<std::string> noticed;
      if (seen) noticed = {"truth:position"};
      store_.put(Trial{.cell = "a",
                       .wrong = {"gravity", eps},
                       .status = RowStatus::missed,
                       .noticed = noticed,
                       .moved = eps});
      store_.put(Trial{.cell = "b",
                       .wrong = {"gravity", eps},
                       .status = RowStatus::passed,
                       .noticed = {},
                       .moved = eps});
      store_.put(Trial{.cell = "a",
                       .wrong = {"friction", eps},
                       .status = RowStatus::passed,
                       .noticed = {},
                       .moved = 0.0});
    }
    pairs_ = power_of_pairs({"a", "b"}, store_, {});
  }
  Scratch scratch_;
  PowerStore store_;
  std::vector<PowerOfPair> pairs_;
};

TEST_F(MeasuredPower, IsAShadeAndATextInEachBox) {
  const HeatMap map = heat_map_of("snc", pairs_);
  ASSERT_EQ(map.columns, (std::vector<std::string>{"gravity", "friction"}));
  ASSERT_EQ(map.rows, (std::vector<std::string>{"one", "two"}));
  EXPECT_EQ(map.boxes[0][0].text, "2");
  EXPECT_EQ(map.boxes[0][0].shade, 2) << "more than 1 %, at most 10 %";
  EXPECT_EQ(map.boxes[0][1].text, "·") << "no effect is no gap";
  EXPECT_EQ(map.boxes[1][0].text, "none");
  EXPECT_EQ(map.boxes[1][0].shade, 5);
  EXPECT_TRUE(map.boxes[1][1].text.empty()) << "no run of it was made";
}

TEST_F(MeasuredPower, IsAPageWithItsGaps) {
  write_power_report(pairs_, scratch_ / "report", formats_from("html,csv"), "");
  const std::string page = slurp(scratch_ / "report/power.html");
  EXPECT_NE(page.find("<svg"), std::string::npos);
  EXPECT_NE(page.find("not noticed"), std::string::npos);
  const std::string gaps = slurp(scratch_ / "report/tables/power_gaps.csv");
  EXPECT_NE(gaps.find("one/snc,gravity,2 %"), std::string::npos) << gaps;
  EXPECT_NE(gaps.find("two/snc,gravity,–"), std::string::npos) << gaps;
  EXPECT_NE(slurp(scratch_ / "report/tables/power_idle.csv").find("friction,1,"),
            std::string::npos);
}

TEST_F(MeasuredPower, StandsBesideTheCheckThatNotices) {
  Row row;
  row.status = RowStatus::passed;
  row.checks.push_back({.name = "truth:position",
                        .value = 0.25,
                        .low = -INFINITY,
                        .high = 0.5,
                        .passed = true,
                        .expected_failure = std::nullopt,
                        .kind = CheckKind::truth,
                        .formula = "10 h v < 0.5",
                        .source = "a source"});
  const std::string with = verdict_section(row, noticed_by_cell(pairs_).at("a"));
  for (const char* part : {"10 h v &lt; 0.5", "a source", "width:50.0%", "notices gravity 2 %"})
    EXPECT_NE(with.find(part), std::string::npos) << part << "\n" << with;
  const std::string without = verdict_section(row, {});
  EXPECT_EQ(without.find("notices"), std::string::npos);
  // A miss fills its bar.
  row.checks[0].value = 5.0;
  row.checks[0].passed = false;
  EXPECT_NE(verdict_section(row, {}).find("width:100.0%"), std::string::npos);
}

}  // namespace
}  // namespace impactbench::testing
