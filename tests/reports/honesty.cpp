// Facts that a report must not leave out, and its behaviour if it cannot be written.
#include "problems/base/error.hpp"
#include "reports/generate/report.hpp"
#include "tests/support/judged_by.hpp"
#include "tests/support/scratch.hpp"
#include "tests/support/slurp.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <limits>

namespace impactbench {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
const std::vector<double> steps{4e-3, 2e-3, 1e-3, 5e-4};

Row row(const std::string& scheme, double dt, RowStatus status) {
  Row r;
  r.plan = "made by hand";
  r.cell = {"resting_ball", scheme, "none", {}, {{"R", 1e-3}}, {}, dt, "double", "default"};
  r.status = status;
  if (status != RowStatus::passed) r.reason = "the reason of " + scheme;
  return r;
}

std::vector<Row> family(const std::string& solver, double error) {
  std::vector<Row> out;
  for (const double dt : steps) {
    out.push_back(row("snc", dt, RowStatus::passed));
    out.back().cell.solver = solver;
    out.back().quantities["position_error_sup"] = error * dt;
    out.back().timing = Timing{3, 1e-3 / dt, 1e-3 / dt, 0.0, {}};
    testing::state_basis(out.back());
  }
  return out;
}

class Honesty : public ::testing::Test {
 protected:
  std::string file(const std::string& name) const { return slurp(folder_ / name); }
  bool has(const std::string& name) const { return std::filesystem::exists(folder_ / name); }
  testing::Scratch folder_;
};

TEST_F(Honesty, ClaimsAreCountedSolveBySolve) {
  // 8 and 2 claims in 20 solves, 2 of them false: 80 % are true, and the worst residual is shown.
  Row first = row("nscd", 1e-3, RowStatus::passed), second = row("nscd", 5e-4, RowStatus::passed);
  first.cell.solver = second.cell.solver = "nlgs";
  first.quantities = {{"unconverged_steps", 2.0},
                      {"solves", 10.0},
                      {"solves_claimed", 8.0},
                      {"claims_false", 2.0},
                      {"solve_residual", 0.25}};
  second.quantities = {{"unconverged_steps", 8.0},
                       {"solves", 10.0},
                       {"solves_claimed", 2.0},
                       {"claims_false", 0.0},
                       {"solve_residual", 1e-9}};
  write_report({first, second}, {}, folder_.path());
  const std::string table = file("tables/honesty.csv");
  EXPECT_NE(table.find("nscd / nlgs,2,0,"), std::string::npos) << table;
  EXPECT_NE(table.find(",20,80 %,0.25"), std::string::npos) << table;
}

TEST_F(Honesty, ARunThatStoppedIsListedThoughItsChecksPassed) {
  Row r = row("dem", 1e-3, RowStatus::stopped);
  r.checks.push_back({"limit:momentum", 0.0, -infinity, 1.0, true, std::nullopt});
  write_report({r}, {}, folder_.path());
  EXPECT_EQ(file("report.html").find("Every run passed"), std::string::npos);
  EXPECT_NE(file("tables/misses.csv").find("the reason of dem"), std::string::npos);
}

TEST_F(Honesty, ALimitIsTheOneThatWasMissed) {
  Row r = row("dem", 1e-3, RowStatus::missed);
  r.checks.push_back({"order:low", 0.5, 0.95, 1.05, false, std::nullopt});
  r.checks.push_back({"order:high", 2.0, 0.95, 1.05, false, std::nullopt});
  r.checks.push_back({"order:absent", std::nullopt, 0.95, 1.05, false, std::nullopt});
  write_report({r}, {}, folder_.path());
  const std::string misses = file("tables/misses.csv");
  EXPECT_NE(misses.find("order:low,0.5,≥ 0.95,"), std::string::npos) << misses;
  EXPECT_NE(misses.find("order:high,2,≤ 1.05,"), std::string::npos) << misses;
  EXPECT_NE(misses.find("order:absent,–,\"≥ 0.95, ≤ 1.05\","), std::string::npos) << misses;
}

// Each row says what it may leave: 1e-4 m/s of gaps in short steps is as right as 1e-8.
TEST_F(Honesty, AResidualWithoutANumberIsTheWorst) {
  std::vector<Row> rows;
  for (const double residual : {1e-12, std::numeric_limits<double>::quiet_NaN(), 1e-6}) {
    rows.push_back(row("nscd", 1e-3, RowStatus::passed));
    rows.back().quantities = {{"unconverged_steps", 0.0}, {"complementarity_residual", residual}};
    rows.back().checks.push_back(
        {"limit:complementarity", residual, -infinity, 1e-4, residual <= 1e-4, std::nullopt});
  }
  write_report(rows, {}, folder_.path());
  EXPECT_NE(file("tables/honesty.csv").find("nscd / none,3,3,3,2,nan"), std::string::npos)
      << file("tables/honesty.csv");
}

TEST_F(Honesty, RunsWithoutATimeAreNamed) {
  std::vector<Row> rows = family("superlu", 3.0);
  rows[0].timing->cpu_min = 0.0;  // below the resolution of the clock
  rows[1].timing.reset();
  write_report(rows, {}, folder_.path());
  EXPECT_NE(file("report.html").find("snc, R = 0.001 (2 of 4)"), std::string::npos);
  EXPECT_TRUE(has("figures/work_resting_ball.pdf"));
}

TEST_F(Honesty, MethodsOfOneNameAreToldApart) {
  std::vector<Row> rows = family("superlu", 3.0);
  for (Row& r : family("lapack_gesv", 2.0))
    rows.push_back(std::move(r));
  write_report(rows, {}, folder_.path());
  const std::string orders = file("tables/orders.csv");
  for (const char* name : {"\"snc, R = 0.001, superlu\"", "\"snc, R = 0.001, lapack_gesv\""})
    EXPECT_NE(orders.find(name), std::string::npos) << orders;
}

TEST_F(Honesty, RunsWithoutAnyErrorStillMakeAReport) {
  write_report(family("superlu", 0.0), {}, folder_.path());
  EXPECT_NE(file("report.html").find("No point of this figure can be drawn"), std::string::npos);
  EXPECT_FALSE(has("figures/order_resting_ball.pdf"));
}

TEST_F(Honesty, ATableThatCannotBeWrittenIsAnError) {
  std::filesystem::create_directories(folder_ / "tables/statuses.csv");
  try {
    write_report(family("superlu", 3.0), {}, folder_.path());
    ADD_FAILURE() << "a table was lost without a word";
  } catch (const ConfigurationError& e) {
    EXPECT_NE(std::string(e.what()).find("statuses.csv"), std::string::npos);
  }
}

TEST_F(Honesty, FormatsAreTheOnesAskedFor) {
  const std::string path = std::getenv("PATH");
  setenv("PATH", "/nowhere", 1);  // CSV and Markdown need no gnuplot
  EXPECT_NO_THROW(write_report(family("superlu", 3.0), {}, folder_.path(), formats_from("csv,md")));
  setenv("PATH", path.c_str(), 1);
  EXPECT_TRUE(has("tables/orders.csv") && has("tables/orders.md"));
  EXPECT_FALSE(has("tables/orders.tex") || has("report.html") || has("figures"));
  for (const char* wrong : {"pdf", "", "csv,", "HTML", "csv;md"})
    EXPECT_THROW((void)formats_from(wrong), ConfigurationError) << wrong;
  EXPECT_TRUE(formats_from("all").html && formats_from("html,tex").latex);
}

}  // namespace
}  // namespace impactbench
