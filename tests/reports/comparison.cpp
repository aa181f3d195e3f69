#include "reports/paper/comparison.hpp"
#include "reports/paper/reproduce.hpp"
#include "reports/paper/source.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <sstream>
#include <vector>

namespace impactbench {
namespace {

PublishedValue printed(const char* digits) {
  PublishedValue p;
  p.table = "4.11";
  p.problem = "newton_cradle";
  p.scheme = "dem";
  p.dt = "1e-3";
  p.penalty = 1e-3;
  p.quantity = "v1";
  p.digits = digits;
  if (*digits != '\0') p.value = std::stod(digits);
  return p;
}

TEST(Comparison, VerdictsFollowTheDigits) {
  EXPECT_EQ(compare_value("s", printed("-0.140"), -0.14009, "").verdict, Verdict::reproduced);
  const Comparison off = compare_value("s", printed("-0.140"), -0.15, "");
  EXPECT_EQ(off.verdict, Verdict::deviates);
  EXPECT_NE(off.reason.find("7.1 %"), std::string::npos) << off.reason;
  EXPECT_EQ(compare_value("s", printed(""), 1.0, "").verdict, Verdict::not_comparable);
  EXPECT_EQ(compare_value("s", printed("1"), std::nullopt, "").verdict, Verdict::not_comparable);
}

TEST(Comparison, ADoubtedPrintThatReadsLikeOursIsStillADeviation) {
  PublishedValue p = printed("0.215");
  p.suspect = "the momenta do not add up";
  p.suspect_grade = "confirmed";
  p.suspect_digits = "0.245";
  const Comparison c = compare_value("s", p, 0.24501, "");
  EXPECT_EQ(c.verdict, Verdict::deviates);
  EXPECT_NE(c.reason.find("ours agrees with 0.245"), std::string::npos);
}

TEST(Comparison, AStoppedRunIsSaidSo) {
  Row row;
  row.status = RowStatus::stopped;
  row.reason = "at t = 1 s: energy blow-up";
  const Comparison c = compare_with_print("s", printed("1.0"), &row, "v1", "");
  EXPECT_EQ(c.verdict, Verdict::not_comparable);
  EXPECT_NE(c.reason.find("energy blow-up"), std::string::npos);
}

std::vector<Row> rows_with(const std::vector<double>& values) {
  std::vector<Row> rows(values.size());
  for (std::size_t k = 0; k < values.size(); ++k) {
    rows[k].status = RowStatus::passed;
    rows[k].quantities["v1"] = values[k];
  }
  return rows;
}

std::vector<const Row*> pointers(const std::vector<Row>& rows) {
  std::vector<const Row*> out;
  for (const Row& row : rows)
    out.push_back(&row);
  return out;
}

TEST(Comparison, AChaoticValueIsHeldAgainstTheSpreadOfOurRuns) {
  // Mean 10, s = 1, n = 4: t_{0.995, 3} = 5.841 (tables of Student's t), half width
  // 5.841 sqrt(5/4) = 6.530.
  const auto rows = rows_with({10.0 - std::sqrt(1.5), 10.0, 10.0, 10.0 + std::sqrt(1.5)});
  const auto verdict = [&](const char* digits) {
    return compare_with_runs("s", printed(digits), pointers(rows), "v1", "").verdict;
  };
  EXPECT_EQ(verdict("16.52"), Verdict::reproduced);
  EXPECT_EQ(verdict("3.48"), Verdict::reproduced);
  EXPECT_EQ(verdict("16.56"), Verdict::deviates);
  EXPECT_EQ(verdict("3.44"), Verdict::deviates);
  EXPECT_EQ(verdict(""), Verdict::not_comparable);
  // Runs that all agree leave no room: 3 Newton iterations are not 4.
  const auto same = rows_with({3.0, 3.0, 3.0});
  EXPECT_EQ(compare_with_runs("s", printed("3"), pointers(same), "v1", "").verdict,
            Verdict::reproduced);
  EXPECT_EQ(compare_with_runs("s", printed("4"), pointers(same), "v1", "").verdict,
            Verdict::deviates);
}

TEST(Comparison, RunsThatSpreadOverZeroTellNothing) {
  // 8, 9 and 112 iterations: 99 % of runs within 43 +- 685. No print can be wrong by that.
  const Comparison c =
      compare_with_runs("s", printed("15"), pointers(rows_with({8.0, 9.0, 112.0})), "v1", "");
  EXPECT_EQ(c.verdict, Verdict::not_comparable);
  EXPECT_NE(c.reason.find("is too wide"), std::string::npos) << c.reason;
}

TEST(Comparison, TwoRunsAreNoStatistics) {
  auto rows = rows_with({1.0, 1.1, 1.2});
  rows[1].status = RowStatus::timed_out;
  const Comparison c = compare_with_runs("s", printed("1.0"), pointers(rows), "v1", "");
  EXPECT_EQ(c.verdict, Verdict::not_comparable);
  EXPECT_NE(c.reason.find("only 2 of our 3 runs"), std::string::npos) << c.reason;
}

TEST(Comparison, CpuTimesAreComparedAsRatios) {
  PublishedValue anchor = printed("200.0");
  anchor.solver = "dgesv";
  PublishedValue sparse = printed("20.0");
  sparse.solver = "superlu";
  const auto timed = [](double seconds) {
    Row row;
    row.timing = Timing{1, seconds, seconds, 0.0, {}};
    return row;
  };
  const Row dense = timed(1.0);
  const Row alike = timed(0.15);
  const Row slow = timed(0.25);
  EXPECT_EQ(compare_cpu_ratio("s", sparse, anchor, &alike, &dense, "").verdict,
            Verdict::reproduced);
  EXPECT_EQ(compare_cpu_ratio("s", sparse, anchor, &slow, &dense, "").verdict, Verdict::deviates);
  EXPECT_EQ(compare_cpu_ratio("s", sparse, anchor, nullptr, &dense, "").verdict,
            Verdict::not_comparable);
  EXPECT_EQ(compare_cpu_ratio("s", anchor, anchor, &dense, &dense, "").verdict,
            Verdict::not_comparable)
      << "1 = 1 proves nothing";
}

TEST(Comparison, CsvHasTheColumnsThatItPromises) {
  const std::vector<Comparison> all{compare_value("nguyen2024", printed("-0.140"), -0.15, "a, b")};
  std::ostringstream out;
  write_comparison_csv(all, out);
  EXPECT_EQ(out.str(),
            "source,table,problem,scheme,alpha,solver,dt,R_or_cnu,c_tau,mu,eps,quantity,published,"
            "digits,ours,verdict,reason\n"
            "nguyen2024,4.11,newton_cradle,dem,,,1e-3,0.001,,,,v1,-0.14,-0.140,-0.15,deviates,"
            "\"differs by 7.1 %; a, b\"\n");
}

TEST(Recipes, EveryPrintedValueHasARunOrAReasonOrIsAnInput) {
  std::size_t runs = 0;
  std::size_t refused = 0;
  std::size_t inputs = 0;
  for (const std::string& table : published_tables("nguyen2024")) {
    for (const PublishedValue& v : read_published("nguyen2024", table)) {
      const PrintedRun run = find_source("nguyen2024").recipes.of(v);
      const std::string& why = run.no_run;
      EXPECT_TRUE(why.empty() || why.size() > 15U) << why;
      if (run.recipe) {
        ++runs;
        EXPECT_EQ(why, "") << v.table;
      } else if (!why.empty()) {
        ++refused;
      } else {
        EXPECT_EQ(v.scheme, "input") << v.table << " " << v.quantity;
        inputs += run.input ? 1 : 0;
      }
    }
  }
  EXPECT_GT(runs, 600U);
  EXPECT_GT(refused, 100U) << "CPU times of chaotic boxes, table 4.15, piles of nscd";
  EXPECT_EQ(inputs, 68U + 31U + 8U)
      << "17 numbers of each two-ball test, tables 4.5 and 4.8; the step is not the problem's";
  EXPECT_EQ(reproduction_plan("nguyen2024", {"4.7"}).cells.size(), 9U);
}

}  // namespace
}  // namespace impactbench
