// impactbench report of a store: which pages it writes, and one more that is asked for.
#include "benchmarks/matrix/plan.hpp"
#include "benchmarks/store/store.hpp"
#include "reports/program/program.hpp"
#include "tests/support/scratch.hpp"
#include "tests/support/slurp.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iterator>

namespace impactbench {
namespace {

class ReportCommand : public ::testing::Test {
 protected:
  ReportCommand() {
    setenv("IMPACTBENCH_PINNED", "1", 1);  // or it would start this test again
    Store store(folder_ / "rows.db", StoreMode::write);
    for (int k = 0; k < 5; ++k) {
      Row row;
      row.cell =
          resolve_cell({"falling_ball", "dem", std::nullopt, {{"dt", 1e-3 * (k + 1)}}}, "default");
      row.key = key(k);
      row.revision = "r", row.build = "b";
      row.status = k == 3 ? RowStatus::missed : RowStatus::passed;
      row.quantities = {{"energy_initial", 2.0}};
      row.series["total_energy"] = {{0.0, 1.0}, {2.0, 2.0}};
      store.put(row);
    }
  }
  static std::string key(int k) { return "c" + std::to_string(k) + std::string(30, 'a'); }
  int report(std::vector<std::string> more) const {
    std::vector<std::string> words{"impactbench", "report", folder_ / "rows.db", "--out",
                                   folder_ / "out"};
    words.insert(words.end(), more.begin(), more.end());
    std::vector<char*> argv;
    for (std::string& word : words)
      argv.push_back(word.data());
    argv.push_back(nullptr);
    return report_main(static_cast<int>(words.size()), argv.data());
  }
  [[nodiscard]] std::string page(int k) const {
    return folder_ / ("out/cells/" + key(k).substr(0, 16) + ".html");
  }
  [[nodiscard]] std::ptrdiff_t pages() const {
    return std::distance(std::filesystem::directory_iterator(folder_ / "out/cells"), {});
  }
  testing::Scratch folder_;
};

TEST_F(ReportCommand, WritesAsManyPagesAsItIsTold) {
  ASSERT_EQ(report({"--format", "html"}), 0);
  EXPECT_EQ(pages(), 5);
  const std::string whole = slurp(folder_ / "out/index.html");
  ASSERT_EQ(report({"--format", "html", "--pages", "5"}), 0);
  EXPECT_EQ(slurp(folder_ / "out/index.html"), whole);
  ASSERT_EQ(report({"--format", "html", "--pages", "2"}), 0);
  EXPECT_EQ(pages(), 2) << "pages of the report before go";
  // With its histories, which are read for the pages that there are.
  EXPECT_NE(slurp(page(3)).find("id=\"histories\""), std::string::npos);
  EXPECT_EQ(report({"--format", "html", "--pages", "-1"}), 2);
}

TEST_F(ReportCommand, AddsThePageThatIsAskedFor) {
  EXPECT_EQ(report({"--cell", "c1"}), 2) << "there is no report yet";
  ASSERT_EQ(report({"--format", "html", "--pages", "1"}), 0);
  const std::string index = slurp(folder_ / "out/index.html");
  EXPECT_FALSE(std::filesystem::exists(page(1)));
  EXPECT_EQ(report({"--cell", "c1"}), 0);
  EXPECT_NE(slurp(page(1)).find("id=\"histories\""), std::string::npos);
  EXPECT_EQ(report({"--cell", key(2)}), 0);
  EXPECT_EQ(pages(), 3);
  EXPECT_EQ(slurp(folder_ / "out/index.html"), index);
  EXPECT_EQ(report({"--cell", "c7"}), 2) << "no row has that key";
  EXPECT_EQ(report({"--cell", "c"}), 2) << "several rows have";
  EXPECT_EQ(report({"--cell", "c1", "--pages", "3"}), 2);
}

}  // namespace
}  // namespace impactbench
