// The first screen: the schemes in a line each, the failures, and no empty sections.
#include "benchmarks/matrix/plan.hpp"
#include "reports/generate/links.hpp"
#include "reports/generate/report.hpp"
#include "tests/reports/site_of_rows.hpp"
#include "tests/support/judged_by.hpp"
#include "tests/support/scratch.hpp"
#include "tests/support/slurp.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <regex>

namespace impactbench {
namespace {

/// A ladder of resting_ball by dem whose position errors are c h^order.
std::vector<Row> ladder(double order) {
  std::vector<Row> out;
  for (const double dt : {8e-3, 4e-3, 2e-3, 1e-3, 5e-4}) {
    Row row;
    row.cell =
        resolve_cell({"resting_ball", "dem", std::nullopt, {{"dt", dt}, {"R", 1e-3}}}, "default");
    row.key = content_key(row.cell, "r", "b");
    row.status = RowStatus::passed;
    row.quantities = {{"position_error_sup", std::pow(dt, order)},
                      {"penetration_relative", 0.2},
                      {"energy_initial", 2.0},
                      // A force elsewhere in the step than the budget has it: 7 J in both.
                      {"budget_numerical", dt == 8e-3 ? 6.0 : 7.02},
                      {"budget_closure", -7.0},
                      {"budget_kinetic", 0.5}};
    row.series["contacts"] = {{0.0, 1.0}, {1.0, 1.0}};
    row.checks.push_back({"truth:position", 0.3, -INFINITY, 1.0, true, std::nullopt});
    row.checks.back().kind = CheckKind::truth;
    testing::state_basis(row);
    out.push_back(std::move(row));
  }
  return out;
}

class FirstScreen : public ::testing::Test {
 protected:
  std::vector<SchemeSummary> report(const std::vector<Row>& rows) {
    return write_report(rows, {}, folder_.path(), formats_from("html,csv"), "index.html");
  }
  void site(const std::vector<Row>& rows, const std::vector<SchemeSummary>& schemes) {
    write_site(folder_.path(), rows, schemes, {{"report.html", "tables and figures"}});
  }
  testing::Scratch folder_;
};

TEST_F(FirstScreen, SumsASchemeUp) {
  std::vector<Row> rows = ladder(1.0);
  rows[0].status = RowStatus::missed;
  rows[0].checks[0].passed = false;
  const std::vector<SchemeSummary> schemes = report(rows);
  ASSERT_EQ(schemes.size(), 1U);
  const SchemeSummary& dem = schemes[0];
  EXPECT_EQ(dem.scheme, "dem");
  EXPECT_EQ(dem.runs, 5);
  EXPECT_EQ(dem.passed, 4);
  EXPECT_EQ(dem.unexpected, 1);
  // A contact that never opens; over the steps that were run, the coarsest saturated or not.
  ASSERT_TRUE(dem.orders.contains(MotionKind::lasting_contact));
  EXPECT_NEAR(dem.orders.at(MotionKind::lasting_contact).slope, 1.0, 1e-9);
  EXPECT_FALSE(dem.orders.contains(MotionKind::impacts));
  // Shares of the largest term, 2 J: the worst run lost half of it, the median made a hundredth.
  ASSERT_TRUE(dem.energy);
  EXPECT_NEAR(dem.energy->median, 0.01, 1e-12);
  EXPECT_NEAR(dem.energy->extreme, -0.5, 1e-12);
  // Work from outside that is not known beside the closure.
  for (Row& row : rows)
    row.quantities["budget_external"] = 1.0;
  EXPECT_FALSE(report(rows)[0].energy);
  EXPECT_FALSE(dem.cost) << "nothing was timed";
  for (const SummaryColumn& column : summary_columns(schemes))
    EXPECT_NE(column.heading, "cost (× cheapest)") << "a column without any value";
}

// One digit, and no exponent where a reader needs none.
TEST_F(FirstScreen, PrintsPenetrationsOfMoreThanTenWithoutAnExponent) {
  std::vector<Row> rows = ladder(1.0);
  for (Row& row : rows)
    row.quantities["penetration_relative"] = 0.021;
  rows[0].quantities["penetration_relative"] = 12.3;
  const std::vector<SchemeSummary> schemes = report(rows);
  std::string text;
  for (const SummaryColumn& column : summary_columns(schemes))
    if (column.heading == "penetration (diameters)") text = column.texts[0];
  EXPECT_EQ(text, "0.02, worst 10");
}

// A negative slope is no order: the error grows as the step falls.
TEST(SchemeColumns, SayThatAnErrorDoesNotFallWithTheStep) {
  SchemeSummary summary;
  int ladders = 1;
  const auto order = [&](double low, double slope, double high) {
    summary.orders = {{MotionKind::impacts, {low, high, slope, ladders}}};
    for (const SummaryColumn& column : summary_columns(std::span(&summary, 1)))
      if (column.heading == "order, impacts") return column.texts[0];
    return std::string("no such column");
  };
  EXPECT_EQ(order(-1.68, -1.25, -0.82), "none, -1.25 ± 0.43");
  EXPECT_EQ(order(-0.1, 0.05, 0.2), "0.05 ± 0.15") << "an order above zero is not excluded";
  EXPECT_EQ(order(0.9, 1.0, 1.1), "1.00 ± 0.10");
  ladders = 2;
  EXPECT_EQ(order(-1.68, -1.25, -0.82), "none, -1.68 to -0.82 (2)");
}

// A figure names a method without its settings: of two runs it shows the one at the defaults,
// whichever comes first.
TEST_F(FirstScreen, FiguresOfEnergyShowTheRunNearestToTheDefaults) {
  std::vector<Row> rows;
  for (const double gravity : {9.80665, 5.0}) {
    Row row = ladder(1.0)[2];
    row.cell = resolve_cell(
        {"resting_ball", "dem", std::nullopt, {{"dt", 2e-3}, {"R", 1e-3}, {"gravity", gravity}}},
        "default");
    row.key = content_key(row.cell, "r", "b");
    row.quantities["energy_initial"] = 2.0;
    row.series["total_energy"] = {{0.0, 1.0}, {2.0, 2.0}};
    rows.push_back(std::move(row));
  }
  for (int turn = 0; turn < 2; ++turn, std::swap(rows[0], rows[1])) {
    (void)report(rows);
    const std::string page = slurp(folder_ / "report.html");
    const std::size_t begin = page.find("Energy over time</h2>");
    ASSERT_NE(begin, std::string::npos);
    const std::string section = page.substr(begin, page.find("<h2", begin) - begin);
    const Row& usual = rows[static_cast<std::size_t>(turn)];
    const Row& other = rows[static_cast<std::size_t>(1 - turn)];
    EXPECT_NE(section.find(cell_page_file(usual.key)), std::string::npos) << turn;
    EXPECT_EQ(section.find(cell_page_file(other.key)), std::string::npos) << turn;
  }
}

TEST_F(FirstScreen, SaysFirstWhatWasMissed) {
  std::vector<Row> rows = ladder(1.0);
  site(rows, report(rows));
  const std::string well = slurp(folder_ / "index.html");
  EXPECT_NE(well.find("5 of 5 runs passed."), std::string::npos);
  EXPECT_EQ(well.find("class=\"attention\""), std::string::npos);
  const std::vector<Row> one{rows[0]};
  site(one, report(one));
  EXPECT_NE(slurp(folder_ / "index.html").find("1 of 1 run passed."), std::string::npos);
  rows[3].status = RowStatus::missed;
  rows[3].checks[0].passed = false;
  rows[3].reason = "a position beyond its limit";
  site(rows, report(rows));
  const std::string index = slurp(folder_ / "index.html");
  EXPECT_NE(index.find("4 of 5 runs passed."), std::string::npos);
  const std::size_t miss = index.find("a position beyond its limit");
  ASSERT_NE(miss, std::string::npos);
  EXPECT_LT(miss, index.find("class=\"schemes\""));
  EXPECT_LT(index.find("class=\"schemes\""), index.find("class=\"matrix\""));
  // The legend stands before the matrix, and a mark says how near its limit the run came.
  EXPECT_LT(index.find("class=\"scale\""), index.find("class=\"matrix\""));
  EXPECT_NE(index.find("class=\"passed q4\""), std::string::npos);
  EXPECT_NE(index.find("truth:position at 0.3 of its limit"), std::string::npos);
}

TEST_F(FirstScreen, ShowsOnlySectionsThatHaveContent) {
  (void)report(ladder(1.0));
  const std::string page = slurp(folder_ / "report.html");
  EXPECT_NE(page.find(" Observed order</h2>"), std::string::npos);
  for (const char* title : {"Work and precision", "Cost at the same accuracy", "CPU time",
                            "Which solution is selected", "Published tables beside ours"}) {
    EXPECT_EQ(page.find(std::string(title) + "</h2>"), std::string::npos) << title;
    // They are named once, in the line at the end.
    const std::size_t named = page.find("<b>" + std::string(title) + "</b>");
    ASSERT_NE(named, std::string::npos) << title;
    EXPECT_GT(named, page.find("class=\"empty\""));
  }
  EXPECT_EQ(page.find("<h3>"), std::string::npos) << "a part of a section without content";
}

TEST_F(FirstScreen, LeadsFromTheReportToTheCells) {
  std::vector<Row> rows = ladder(1.0);
  rows[1].status = RowStatus::missed;
  rows[1].checks[0].passed = false;
  site(rows, report(rows));
  const std::string page = slurp(folder_ / "report.html");
  const std::regex link("href=\"(cells/[^\"]+|index.html[^\"]*)\"");
  int cells = 0, found = 0;
  for (std::sregex_iterator it(page.begin(), page.end(), link), end; it != end; ++it) {
    const std::string target = (*it)[1];
    if (target.starts_with("cells/")) {
      ++cells;
      EXPECT_FALSE(slurp(folder_ / target).empty()) << target;
    } else if (target.find("#find=") != std::string::npos) {
      ++found;
    }
  }
  EXPECT_GE(cells, 1);
  EXPECT_GE(found, 3);
  EXPECT_NE(page.find(cell_page_file(rows[1].key)), std::string::npos);
  // Alone, without the overview, it leads nowhere.
  (void)write_report(rows, {}, folder_ / "alone", formats_from("html"));
  EXPECT_EQ(slurp(folder_ / "alone/report.html").find("cells/"), std::string::npos);
}

TEST_F(FirstScreen, PrintsStepsAndParametersWithSensibleDigits) {
  std::vector<Row> rows = ladder(1.0);
  for (Row& row : rows) {
    row.cell.dt *= 1.0 / 3.0;
    row.cell.problem_parameters["horizon"] = 2.0 / 3.0;
    row.timing = Timing{3, 1e-3, 1.1e-3, 1e-5, {}};
    row.quantities["energy_initial"] = 2.0;
    row.series["total_energy"] = {{0.0, 1.0}, {2.0, 2.02}};
  }
  (void)report(rows);
  const std::string page = slurp(folder_ / "report.html");
  EXPECT_NE(page.find("dt = 0.0001667 s"), std::string::npos);
  EXPECT_NE(page.find("horizon=0.6667"), std::string::npos);
  const std::regex many("[0-9]\\.[0-9]{10,}");
  // Coordinates of figures are not for reading. (A regular expression that long overflows the
  // stack.)
  std::string text = page;
  for (std::size_t at; (at = text.find("<svg")) != std::string::npos;)
    text.erase(at, text.find("</svg>", at) - at);
  std::smatch digits;
  EXPECT_FALSE(std::regex_search(text, digits, many)) << digits[0];
}

TEST(Links, KeepTheWordsOfTheFilter) {
  EXPECT_EQ(cells_with("falling_ball nscd"), "index.html#find=falling_ball%20nscd");
  EXPECT_EQ(cells_with("a<b>\"#"), "index.html#find=a%3Cb%3E%22%23");
  EXPECT_EQ(cell_page_file("0123456789abcdef0123"), "cells/0123456789abcdef.html");
  EXPECT_EQ(cell_page_file("../../etc/passwd"), "cells/______etc_passwd.html");
}

}  // namespace
}  // namespace impactbench
