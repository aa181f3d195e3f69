#include "reports/paper/comparison.hpp"
#include "reports/paper/nguyen2024.hpp"
#include "reports/paper/reproduce.hpp"

#include <gtest/gtest.h>

#include <sstream>

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
  EXPECT_NE(c.reason.find("agrees with the reading 0.245"), std::string::npos);
}

TEST(Comparison, AStoppedRunIsSaidSo) {
  Row row;
  row.status = RowStatus::stopped;
  row.reason = "at t = 1 s: energy blow-up";
  const Comparison c = compare_with_print("s", printed("1.0"), &row, "v1", "");
  EXPECT_EQ(c.verdict, Verdict::not_comparable);
  EXPECT_NE(c.reason.find("energy blow-up"), std::string::npos);
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
      const std::string why = nguyen2024::why_no_run(v);
      EXPECT_TRUE(why.empty() || why.size() > 15U) << why;
      if (nguyen2024::recipe(v)) {
        ++runs;
        EXPECT_EQ(why, "") << v.table;
      } else if (!why.empty()) {
        ++refused;
      } else {
        EXPECT_EQ(v.scheme, "input") << v.table << " " << v.quantity;
        inputs += nguyen2024::input_value(v) ? 1 : 0;
      }
    }
  }
  EXPECT_GT(runs, 600U);
  EXPECT_GT(refused, 300U) << "CPU times, chaotic boxes, other linear solvers";
  EXPECT_EQ(inputs, 68U + 31U + 8U)
      << "17 numbers of each two-ball test, tables 4.5 and 4.8; the step is not the problem's";
  EXPECT_EQ(reproduction_plan("nguyen2024", {"4.7"}).cells.size(), 9U);
}

}  // namespace
}  // namespace impactbench
