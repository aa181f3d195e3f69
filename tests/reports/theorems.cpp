// Theorems of sources beside numbers: verdicts, errata, the page.
#include "problems/base/error.hpp"
#include "reports/edition/theorem_page.hpp"
#include "reports/paper/source.hpp"
#include "tests/support/scratch.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <sstream>

namespace impactbench {
namespace {

const std::vector<TheoremResult>& results() {
  static const std::vector<TheoremResult> all = judge_theorems("nguyen2024");
  return all;
}

std::string read(const std::string& path) {
  std::ifstream in(path);
  return {std::istreambuf_iterator<char>(in), {}};
}

TEST(Theorems, OfTheThesisComeOutAsExpected) {
  ASSERT_GT(results().size(), 100U);
  for (const TheoremResult& r : results()) {
    EXPECT_TRUE(r.as_expected()) << r.theorem.place << ": " << r.theorem.number << " "
                                 << to_text(r.theorem.role) << " " << r.theorem.statement;
  }
}

TEST(Theorems, EveryPrintThatIsWrongHasItsReason) {
  std::size_t prints = 0, reasons = 0;
  for (const TheoremResult& r : results()) {
    if (r.theorem.role == TheoremRole::print) {
      ++prints;
      EXPECT_FALSE(r.erratum.empty()) << r.theorem.number;
    }
    if (!r.erratum.empty()) ++reasons;
  }
  EXPECT_GE(prints, 8U);
  EXPECT_EQ(reasons, find_source("nguyen2024").statements.size()) << "one is shown nowhere";
}

TEST(Theorems, AHoldingPrintOrAViolatedStatementIsUnexpected) {
  TheoremResult r;
  r.theorem.role = TheoremRole::print;
  r.verdict = TheoremVerdict::held;
  EXPECT_FALSE(r.as_expected());
  r.theorem.role = TheoremRole::theorem;
  EXPECT_TRUE(r.as_expected());
  r.verdict = TheoremVerdict::undecided;
  EXPECT_FALSE(r.as_expected());
  EXPECT_NE(theorem_summary(std::vector{r}).find("0 of 1 statements held"), std::string::npos);
  EXPECT_NE(theorem_summary(std::vector{r}).find("1 did not come out as expected"),
            std::string::npos);
}

TEST(Theorems, OfASourceWithoutAnyAreRefused) {
  EXPECT_THROW((void)judge_theorems("maury2004"), ConfigurationError);
  EXPECT_TRUE(judge_theorems("maury2004", true).empty());
}

TEST(Theorems, AFileThatIsWrongIsNamedByItsLine) {
  const testing::Scratch folder;
  const auto refused = [&](const std::string& line, const char* why) {
    const std::string path =
        folder.write("theorems.csv", "number,role,statement,sets,check,times\n" + line + "\n");
    try {
      (void)read_theorems_file("x", path);
      ADD_FAILURE() << line;
    } catch (const ConfigurationError& e) {
      const std::string said = e.what();
      EXPECT_EQ(said.find(path + ":2"), 0U) << said;
      EXPECT_NE(said.find(why), std::string::npos) << said;
    }
  };
  refused("1,lemma,a <= b,,diameter,", "role 'lemma'; known are");
  refused(",theorem,a <= b,,diameter,", "needs a number");
  refused("1,theorem,a <= b,,,", "either a check or");
  refused("1,untested,a <= b,,diameter,", "either a check or");
  refused("1,sharp,a <= b,,diameter,", "times = 1");
  refused("1,theorem,a <= b,,diameter,0.5", "times = 0.5");
}

TEST(Theorems, ThePageShowsWhatIsProvedBesideWhatIsMeasured) {
  const testing::Scratch folder;
  write_theorem_page("nguyen2024", results(), folder.path());
  const std::string page = read(folder / "theorems.html");
  for (const char* part : {"Smaller constants", "Without the hypothesis", "Wrong as printed",
                           "5.2 (b)", "flat ellipsoids", "Notation: C is a closed bounded set"}) {
    EXPECT_NE(page.find(part), std::string::npos) << part;
  }
  EXPECT_EQ(page.find("not as expected"), std::string::npos);
  const std::string table = read(folder / "tables/theorem_statements.csv");
  EXPECT_GT(std::count(table.begin(), table.end(), '\n'), 60);
  std::ostringstream csv;
  write_theorems_csv(results(), csv);
  const std::string text = csv.str();
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'),
            1 + std::accumulate(results().begin(), results().end(), std::ptrdiff_t{0},
                                [](std::ptrdiff_t sum, const TheoremResult& r) {
                                  return sum + std::max<std::ptrdiff_t>(1, std::ssize(r.findings));
                                }));
}

}  // namespace
}  // namespace impactbench
