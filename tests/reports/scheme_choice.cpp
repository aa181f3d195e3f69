// Which scheme to take: the cheapest at equal accuracy, by motion and by kind of contact.
#include "reports/generate/scheme_choice.hpp"
#include "benchmarks/matrix/plan.hpp"
#include "tests/support/judged_by.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <optional>
#include <string>
#include <vector>

namespace impactbench {
namespace {

/// A ladder of five steps on a ball that rests, whose errors are h^order [m] and whose run of step
/// h takes cost / h seconds.
std::vector<Row> ladder(const std::string& scheme, double order, double cost,
                        double gravity = 9.80665) {
  std::vector<Row> out;
  for (const double h : {8e-3, 4e-3, 2e-3, 1e-3, 5e-4}) {
    ParameterSet assignments{{"dt", h}, {"gravity", gravity}};
    const bool rigid = scheme == "nscd" || scheme == "moreau_jean";
    assignments.emplace(rigid ? "depth" : "R", rigid ? 0.0 : 1e-3);
    Row row;
    row.cell = resolve_cell({"resting_ball", scheme, std::nullopt, assignments}, "default");
    row.key = content_key(row.cell, "r", "b");
    row.status = RowStatus::passed;
    row.quantities = {{"position_error_sup", std::pow(h, order)}};
    row.series["contacts"] = {{0.0, 1.0}, {1.0, 1.0}};
    row.timing = Timing{3, cost / h, cost / h, 0.0, {}};
    testing::state_basis(row);
    out.push_back(std::move(row));
  }
  return out;
}

std::vector<Row> joined(std::vector<std::vector<Row>> ladders) {
  std::vector<Row> out;
  for (std::vector<Row>& each : ladders)
    for (Row& row : each)
      out.push_back(std::move(row));
  return out;
}

Table choice(const std::vector<Row>& rows) {
  return choice_table(matched_pairs(rows), judge_families(rows));
}

TEST(SchemeChoice, NamesTheCheapestAndTheNextAtEachAccuracy) {
  const Table table = choice(joined({ladder("dem", 1.0, 1e-3), ladder("md", 2.0, 1e-3)}));
  ASSERT_EQ(table.rows.size(), 1U);
  // 1e-3 m: md has it with its largest step, dem with an eighth of that. 1e-5 m: dem does not have
  // it, nor has anything else; 1e-2 m: both have it with their largest steps.
  EXPECT_EQ(table.rows[0], (std::vector<std::string>{"a contact stays closed", "springs", "–",
                                                     "md, dem × 8", "md alone", "md alone"}));
}

// Each has a truth of its own: that of springs is not the rigid motion.
TEST(SchemeChoice, ComparesSpringsWithSpringsOnly) {
  const Table table = choice(joined({ladder("dem", 1.0, 2e-3), ladder("md", 1.0, 1e-3),
                                     ladder("nscd", 1.0, 1e-6), ladder("moreau_jean", 1.0, 3e-6)}));
  for (const auto& row : table.rows)
    EXPECT_EQ(row[3], row[1] == "springs" ? "md, dem × 2" : "nscd, moreau_jean × 3");
  EXPECT_EQ(table.rows.size(), 2U);
}

TEST(SchemeChoice, ComparesTheSameMotionOnly) {
  EXPECT_TRUE(
      choice(joined({ladder("dem", 1.0, 1e-3), ladder("md", 1.0, 1e-3, 5.0)})).rows.empty());
}

// Their rows do not tell springs from rigid contact, whose motions are not the same.
TEST(SchemeChoice, ComparesNoRowsOfAnEarlierProgram) {
  std::vector<Row> rows =
      joined({ladder("dem", 1.0, 1e-3), ladder("md", 1.0, 2e-3), ladder("nscd", 1.0, 1e-6)});
  for (Row& row : rows)
    row.judged_by.reset();
  EXPECT_TRUE(matched_pairs(rows).empty());
}

TEST(SchemeChoice, SaysNothingWhereNothingIsCompared) {
  EXPECT_TRUE(choice({}).rows.empty());
  EXPECT_TRUE(choice(ladder("dem", 1.0, 1e-3)).rows.empty());
  std::vector<Row> untimed = joined({ladder("dem", 1.0, 1e-3), ladder("md", 2.0, 1e-3)});
  for (Row& row : untimed)
    row.timing.reset();
  EXPECT_TRUE(choice(untimed).rows.empty());
}

}  // namespace
}  // namespace impactbench
