#include "benchmarks/regression/baseline.hpp"
#include "benchmarks/regression/junit.hpp"
#include "problems/model/error.hpp"
#include "tests/benchmarks/spawn.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <sstream>

namespace impactbench::testing {
namespace {

Row row(const std::string& scheme, std::map<std::string, double> quantities) {
  Row out;
  out.cell.problem = "falling_ball";
  out.cell.scheme = scheme;
  out.cell.solver = "none";
  out.cell.dt = 1e-3;
  out.cell.dt_precision = "double";
  out.cell.tolerance_set = "default";
  out.status = RowStatus::passed;
  out.quantities = std::move(quantities);
  return out;
}

/// What a baseline of `before` says of `now`.
std::vector<std::string> differences(const Row& before, const Row& now) {
  const Scratch scratch;
  std::ostringstream text;
  write_baseline(std::vector{before}, text);
  const auto baseline = read_baseline(scratch.write("base.jsonl", text.str()));
  const auto cells = check_rows(std::vector{now}, baseline);
  EXPECT_EQ(cells.size(), 1U);
  return cells.at(0).differences;
}

const std::map<std::string, double> figures{{"position_error_sup", 1.0 / 3.0},
                                            {"contacts", 1000.0},
                                            {"complementarity_residual", 3e-13},
                                            {"impact_count", 4.0}};

std::vector<std::string> with(const char* quantity, double value) {
  auto changed = figures;
  changed[quantity] = value;
  return differences(row("dem", figures), row("dem", changed));
}

TEST(Baseline, WhatIsTheSameDiffersInNothingThoughItKeepsNineDigits) {
  EXPECT_TRUE(differences(row("dem", figures), row("dem", figures)).empty());
}

TEST(Baseline, EachFigureHasItsTolerance) {
  EXPECT_TRUE(with("position_error_sup", (1.0 + 5e-7) / 3.0).empty());
  EXPECT_FALSE(with("position_error_sup", (1.0 + 1e-5) / 3.0).empty());
  EXPECT_TRUE(with("contacts", 1001.0).empty());
  EXPECT_FALSE(with("contacts", 1010.0).empty());
  EXPECT_TRUE(with("complementarity_residual", 4e-12).empty()) << "rounding";
  EXPECT_FALSE(with("complementarity_residual", 1e-6).empty());
  EXPECT_FALSE(with("impact_count", 5.0).empty());
  EXPECT_FALSE(with("position_error_sup", std::numeric_limits<double>::quiet_NaN()).empty());
}

TEST(Baseline, MeansOfAnEnsembleDifferWhereTheirIntervalsAreApart) {
  const auto ensemble = [](double mean, double half) {
    return row("dem", {{"ensemble_contacts", mean}, {"ensemble_contacts_half_width", half}});
  };
  const Row before = ensemble(10.0, 1.0);
  EXPECT_TRUE(differences(before, ensemble(12.9, 2.0)).empty());
  EXPECT_FALSE(differences(before, ensemble(13.1, 2.0)).empty());
  EXPECT_FALSE(differences(before, ensemble(std::nan(""), 2.0)).empty());
  EXPECT_FALSE(differences(before, ensemble(10.0, std::nan(""))).empty());
}

TEST(Baseline, AFigureThatIsNewOrGoneAndAStatusThatChangedDiffer) {
  EXPECT_FALSE(with("energy_max", 1.0).empty());
  auto fewer = figures;
  fewer.erase("contacts");
  EXPECT_FALSE(differences(row("dem", figures), row("dem", fewer)).empty());
  Row stopped = row("dem", figures);
  stopped.status = RowStatus::stopped;
  EXPECT_FALSE(differences(row("dem", figures), stopped).empty());
}

TEST(Baseline, ATruthIsHeldByItsOwnLimitEvenWhereTheFigureDidNotChange) {
  Row missed = row("dem", figures);
  missed.checks = {{"truth:position", 0.33, 0.0, 0.1, false, std::nullopt}};
  const auto found = differences(missed, missed);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0], "truth:position = 0.33 is outside of [0, 0.1]");
  missed.checks[0].expected_failure = "known";
  EXPECT_TRUE(differences(missed, missed).empty());
}

TEST(Baseline, CellsThatOnlyOneSideHasDiffer) {
  const Scratch scratch;
  std::ostringstream text;
  write_baseline(std::vector{row("dem", {}), row("snc", {})}, text);
  const auto baseline = read_baseline(scratch.write("base.jsonl", text.str()));
  const auto cells = check_rows(std::vector{row("dem", {}), row("inc", {})}, baseline);
  ASSERT_EQ(cells.size(), 3U);
  EXPECT_TRUE(cells[0].differences.empty());
  EXPECT_EQ(cells[1].differences.at(0), "is not in the baseline");
  EXPECT_EQ(cells[2].differences.at(0), "is in the baseline and was not run");
  EXPECT_EQ(cells[2].scheme, "snc");
}

TEST(Baseline, RefusesTwoCellsOfOneNameAndLinesThatAreNone) {
  std::ostringstream text;
  EXPECT_THROW(write_baseline(std::vector{row("dem", {}), row("dem", {})}, text),
               ConfigurationError);
  const Scratch scratch;
  EXPECT_THROW((void)read_baseline(scratch.write("a.jsonl", "{\"cell\":1}\n")), ConfigurationError);
  EXPECT_THROW((void)read_baseline(scratch.write("b.jsonl", "")), ConfigurationError);
  EXPECT_THROW((void)read_baseline(scratch / "none.jsonl"), ConfigurationError);
}

TEST(Junit, CellsThatNothingJudgedAreSkippedWithTheSentence) {
  std::ostringstream out;
  write_junit("s", std::vector<CheckedCell>{{"p/s/none", "p", "s", {}, "unjudged: no law"}}, out);
  EXPECT_NE(out.str().find("failures=\"0\" skipped=\"1\""), std::string::npos) << out.str();
  EXPECT_NE(out.str().find("<skipped message=\"unjudged: no law\"/>"), std::string::npos);
}

TEST(Junit, OneCasePerCellAndMarksAreNamed) {
  std::ostringstream out;
  write_junit("a & b",
              std::vector<CheckedCell>{{"p/s/none dt=1", "p", "s", {}},
                                       {"p/t/none", "p", "t", {"x: 1 -> 2", "\"y\" < 3"}}},
              out);
  EXPECT_EQ(out.str(),
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            "<testsuite name=\"a &amp; b\" tests=\"2\" failures=\"1\" skipped=\"0\">\n"
            "  <testcase classname=\"p.s\" name=\"p/s/none dt=1\"/>\n"
            "  <testcase classname=\"p.t\" name=\"p/t/none\">\n"
            "    <failure message=\"x: 1 -&gt; 2\">x: 1 -&gt; 2\n"
            "&quot;y&quot; &lt; 3\n"
            "</failure>\n"
            "  </testcase>\n"
            "</testsuite>\n");
}

}  // namespace
}  // namespace impactbench::testing
