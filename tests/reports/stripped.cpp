// A report of rows without their histories says what that of whole rows does, and each number that
// leans on a reference names it.
#include "benchmarks/matrix/run_cell.hpp"
#include "reports/generate/report.hpp"
#include "reports/paper/reproduce.hpp"
#include "tests/support/judged_by.hpp"
#include "tests/support/scratch.hpp"
#include "tests/support/slurp.hpp"

#include <gtest/gtest.h>

namespace impactbench {
namespace {

class Stripped : public ::testing::Test {
 protected:
  /// Puts runs into a store.
  void run(const std::vector<Cell>& cells) const {
    Store store(folder_ / "s.db", StoreMode::write);
    for (const Cell& cell : cells) {
      Row row = run_cell(cell, 0);
      row.key = content_key(row.cell, "r", "b");
      row.revision = "r", row.build = "b";
      store.put(row);
    }
  }
  testing::Scratch folder_;
};

TEST_F(Stripped, RowsMakeTheSameReport) {
  std::vector<Cell> cells;
  const auto add = [&](const CellRequest& request) {
    cells.push_back(resolve_cell(request, "default"));
  };
  for (const double dt : {8e-3, 4e-3, 2e-3, 1e-3, 5e-4}) {
    add({"bouncing_ball", "dem", std::nullopt, {{"dt", dt}, {"R", 1e-2}}});
    add({"falling_ball", "nscd", std::nullopt, {{"dt", dt}}});
  }
  // Impulses that are not unique are those of frames.
  for (const char* solver : {"nlgs", "apgd"})
    add({"hexagon", "maury", solver, {{"dt", 0.1}, {"horizon", 0.1}, {"frames", std::int64_t{1}}}});
  run(cells);
  const Store store(folder_ / "s.db", StoreMode::read);
  const std::vector<Row> whole = store.rows();
  const std::vector<Row> brief = store.rows(RowExtent::brief);
  std::size_t samples = 0;
  for (const Row& row : whole) {
    for (const auto& [name, s] : row.series)
      samples += s.value.size();
  }
  for (const Row& row : brief)
    EXPECT_TRUE(row.frames.empty() && row.series.empty()) << row.key;
  ASSERT_GT(samples, 1000U) << "nothing was left out";
  write_report(whole, {}, folder_ / "whole", formats_from("html,csv"));
  write_report(brief, {}, folder_ / "brief", formats_from("html,csv"), "", Histories(store));
  const std::string page = slurp(folder_ / "brief/report.html");
  EXPECT_EQ(page, slurp(folder_ / "whole/report.html"));
  EXPECT_NE(slurp(folder_ / "brief/tables/impulses.csv").find("nlgs"), std::string::npos);
  EXPECT_NE(page.find("energy_bouncing_ball"), std::string::npos);
}

TEST_F(Stripped, TakeOffsOfFramesAreComparedWithPrint) {
  // maury2004, section 6.1: steps of take-off are found from frames.
  const Plan plan = reproduction_plan("maury2004", {"6.1"});
  ASSERT_FALSE(plan.cells.empty());
  run({plan.cells[0].cell});
  const Store store(folder_ / "s.db", StoreMode::read);
  const std::vector<Row> rows = store.rows(RowExtent::brief);
  int reproduced = 0, lost = 0;
  for (const Comparison& c : compare_tables("maury2004", {"6.1"}, rows, true, Histories(store)))
    reproduced += c.verdict == Verdict::reproduced ? 1 : 0;
  for (const Comparison& c : compare_tables("maury2004", {"6.1"}, rows, true))
    lost += c.verdict == Verdict::reproduced ? 1 : 0;
  EXPECT_GT(reproduced, 0);
  EXPECT_EQ(lost, 0) << "without the store there is nothing to tell them from";
}

TEST_F(Stripped, RowsWhoseProblemCannotBeMadeAgainAreJudgedByWhatTheyState) {
  // Those of dem are of another revision, whose problem had one parameter more.
  std::vector<Row> rows;
  for (const char* scheme : {"dem", "snc"}) {
    for (const double dt : {8e-3, 4e-3, 2e-3, 1e-3, 5e-4}) {
      Row row;
      row.cell = resolve_cell({"bouncing_ball", scheme, std::nullopt, {{"dt", dt}}}, "default");
      row.status = RowStatus::passed;
      row.quantities["position_error_sup"] = dt;
      testing::state_basis(row);
      if (scheme == std::string("dem")) row.cell.problem_parameters["of_old"] = 1.0;
      rows.push_back(row);
    }
  }
  write_report(rows, {}, folder_.path());
  const std::string orders = slurp(folder_ / "tables/orders_all.csv");
  EXPECT_NE(orders.find("snc"), std::string::npos) << orders;
  EXPECT_NE(orders.find("dem"), std::string::npos) << orders;
  const std::string page = slurp(folder_ / "report.html");
  EXPECT_NE(page.find("Rows that this program cannot make again"), std::string::npos);
  EXPECT_NE(page.find("of_old"), std::string::npos);
}

TEST_F(Stripped, NumbersNameTheReferenceThatTheyLeanOn) {
  std::vector<Row> rows;
  for (const char* scheme : {"dem", "snc"}) {
    for (const double dt : {8e-3, 4e-3, 2e-3, 1e-3}) {
      Row row;
      row.cell = resolve_cell({"bouncing_ball", scheme, std::nullopt, {{"dt", dt}}}, "default");
      row.status = RowStatus::missed;
      row.truth = TruthNote{"parabolas", "computed two ways", 3e-9};
      row.judged_by = JudgedBy{.contact = Springs{500.0, 2.0}};
      row.quantities["position_error_sup"] = dt;
      row.checks.push_back({"truth:position", dt, 0.0, 1e-6, false, std::nullopt});
      row.checks.push_back({"limit:momentum", dt, 0.0, 1e-6, false, std::nullopt});
      row.timing = Timing{3, 1e-3 / dt, 1e-3 / dt, 0.0, {}};
      rows.push_back(row);
    }
  }
  write_report(rows, {}, folder_.path());
  const std::string lean = "\"computed two ways, within 3e-09 m\"";
  EXPECT_NE(slurp(folder_ / "tables/matched_accuracy.csv").find(lean), std::string::npos);
  const std::string misses = slurp(folder_ / "tables/misses.csv");
  const std::size_t truth = misses.find("truth:position"), limit = misses.find("limit:momentum");
  EXPECT_LT(misses.find(lean, truth), misses.find('\n', truth));
  EXPECT_GT(misses.find(lean, limit), misses.find('\n', limit)) << "momentum leans on none";
  EXPECT_NE(slurp(folder_ / "report.html").find("against a reference: computed two ways, within"),
            std::string::npos);
}

}  // namespace
}  // namespace impactbench
