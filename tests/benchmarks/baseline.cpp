#include "benchmarks/regression/baseline.hpp"
#include "benchmarks/regression/junit.hpp"
#include "problems/base/error.hpp"
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

/// The differences of `now` from a baseline of `before`.
std::vector<Difference> differences(const Row& before, const Row& now) {
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

std::vector<Difference> with(const char* quantity, double value) {
  auto changed = figures;
  changed[quantity] = value;
  return differences(row("dem", figures), row("dem", changed));
}

TEST(Baseline, WhatIsTheSameDiffersInNothingThoughItKeepsNineDigits) {
  EXPECT_TRUE(differences(row("dem", figures), row("dem", figures)).empty());
}

TEST(Baseline, KeepsNumbersBelowTheSmallestNormalOne) {
  // An error that a fast law drives to rounding may be subnormal: below 2.2e-308 digits are lost,
  // but it is a number.
  auto tiny = figures;
  tiny["position_error_sup"] = 3e-310;
  tiny["penetration_relative"] = std::numeric_limits<double>::denorm_min();
  EXPECT_TRUE(differences(row("dem", tiny), row("dem", tiny)).empty());
  std::ostringstream text;
  write_baseline(std::vector{row("dem", tiny)}, text);
  EXPECT_NE(text.str().find("\"position_error_sup\":3e-310"), std::string::npos) << text.str();
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
  EXPECT_EQ(found[0].text, "truth:position = 0.33, 3.3 times its limit: outside of [0, 0.1]");
  // Digits that tell the value from its limit, and the end of a one-sided range.
  constexpr double infinity = std::numeric_limits<double>::infinity();
  missed.checks = {{"law:momentum", 0.010001, -infinity, 0.01, false, std::nullopt}};
  EXPECT_EQ(differences(missed, missed).at(0).text,
            "law:momentum = 0.010001, 1 times its limit: above 0.01");
  missed.checks[0].expected_failure = "known";
  EXPECT_TRUE(differences(missed, missed).empty());
}

TEST(Baseline, DifferencesStandWorstFirstErrorsAgainstTheTruthBeforeOthers) {
  // A stiffness that is 1 % off: the error of the position is 63 times as large, and figures whose
  // names come first in the alphabet change by more than they may, too.
  auto old = figures;
  old["budget_closure"] = -0.000566;
  auto now = old;
  now["budget_closure"] = -0.000466;
  now["contacts"] = 1300.0;
  now["position_error_sup"] = 63.0 * old["position_error_sup"];
  now.erase("impact_count");
  Row missed = row("dem", now);
  missed.checks = {{"law:energy", 3.0, 0.0, 1.0, false, std::nullopt},
                   {"truth:position", 0.33, 0.0, 0.1, false, std::nullopt}};
  const auto found = differences(row("dem", old), missed);
  ASSERT_EQ(found.size(), 6U);
  EXPECT_TRUE(found[0].text.starts_with("truth:position = 0.33")) << found[0].text;
  EXPECT_TRUE(found[1].text.starts_with("position_error_sup: 0.3333 -> 21, 63 times worse; "))
      << found[1].text;
  EXPECT_TRUE(found[2].text.starts_with("law:energy = 3, 3 times its limit")) << found[2].text;
  // Then by the change over what is allowed: 1e-4 J of 1e-9 J is more than 300 of 3 contacts.
  EXPECT_TRUE(found[3].text.starts_with("budget_closure: -0.000566 -> -0.000466, 21 % better; "))
      << found[3].text;
  EXPECT_TRUE(found[4].text.starts_with("contacts: 1000 -> 1300, 30 % more; 100 times the allowed"))
      << found[4].text;
  EXPECT_EQ(found[5].text, "impact_count = 4 is no longer measured");
}

TEST(Baseline, ACellThatEndsWorseIsTheFirstOfAll) {
  Row crashed = row("dem", {});
  crashed.status = RowStatus::crashed;
  crashed.reason = "signal 11";
  const auto found = differences(row("dem", figures), crashed);
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(found[0].text, "passed -> crashed, worse: signal 11");
  EXPECT_EQ(differences(crashed, row("dem", {})).at(0).text, "crashed -> passed, better");
  std::vector<CheckedCell> cells{{"a", "p", "s", {}},
                                 {"b", "p", "s", with("position_error_sup", 1.0)},
                                 {"c", "p", "s", found},
                                 {"d", "p", "s", with("contacts", 2000.0)}};
  sort_worst_first(cells);
  std::string order;
  for (const CheckedCell& cell : cells)
    order += cell.name;
  EXPECT_EQ(order, "cbda");
}

TEST(Baseline, SmallChangesShowTheDigitsThatTellThemApart) {
  EXPECT_EQ(changed_figure("energy_max", 1.0, 1.0 + 2e-6, 1e-6).text,
            "energy_max: 1 -> 1.000002, 0.0002 % more; 2 times the allowed change of 1e-06");
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const Difference lost = changed_figure("position_error_sup", 1e-3, nan, 1e-9);
  EXPECT_EQ(lost.text, "position_error_sup: 0.001 -> nan; the allowed change is 1e-09");
  EXPECT_TRUE(std::isinf(lost.severity));
  EXPECT_EQ(changed_figure("impact_count", 4.0, 5.0, 0.0).text,
            "impact_count: 4 -> 5, 25 % more; no change is allowed");
  EXPECT_EQ(changed_figure("position_error_sup", 0.0, 1e-3, 1e-9).text,
            "position_error_sup: 0 -> 0.001, worse; 1e+06 times the allowed change of 1e-09");
}

TEST(Baseline, CellsThatOnlyOneSideHasDiffer) {
  const Scratch scratch;
  std::ostringstream text;
  write_baseline(std::vector{row("dem", {}), row("snc", {})}, text);
  const auto baseline = read_baseline(scratch.write("base.jsonl", text.str()));
  const auto cells = check_rows(std::vector{row("dem", {}), row("inc", {})}, baseline);
  ASSERT_EQ(cells.size(), 3U);
  EXPECT_TRUE(cells[0].differences.empty());
  EXPECT_EQ(cells[1].differences.at(0).text, "is not in the baseline");
  EXPECT_EQ(cells[2].differences.at(0).text, "is in the baseline and was not run");
  EXPECT_EQ(cells[2].scheme, "snc");
}

TEST(Baseline, ThatIsNotThereIsSaidToBeMade) {
  const Scratch scratch;
  try {
    (void)read_baseline(scratch / "none.jsonl");
    FAIL() << "there is none";
  } catch (const ConfigurationError& e) {
    EXPECT_NE(std::string(e.what()).find("there is no baseline"), std::string::npos) << e.what();
    EXPECT_NE(std::string(e.what()).find("--write makes it"), std::string::npos) << e.what();
  }
}

TEST(Baseline, RefusesTwoCellsOfOneNameAndLinesThatAreNone) {
  std::ostringstream text;
  EXPECT_THROW(write_baseline(std::vector{row("dem", {}), row("dem", {})}, text),
               ConfigurationError);
  const Scratch scratch;
  EXPECT_THROW((void)read_baseline(scratch.write("a.jsonl", "{\"cell\":1}\n")), ConfigurationError);
  EXPECT_THROW((void)read_baseline(scratch.write("b.jsonl", "")), ConfigurationError);
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
                                       {"p/t/none",
                                        "p",
                                        "t",
                                        {{Difference::Kind::figure, 2.0, "x: 1 -> 2"},
                                         {Difference::Kind::figure, 1.0, "\"y\" < 3"}}}},
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
