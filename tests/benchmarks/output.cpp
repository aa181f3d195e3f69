#include "benchmarks/store/store.hpp"
#include "tests/benchmarks/spawn.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <regex>

namespace impactbench {
namespace {

/// Compares with tests/benchmarks/golden/NAME; IMPACTBENCH_UPDATE_GOLDEN=1 writes it anew.
void expect_golden(const std::string& name, const std::string& text) {
  const std::string path = std::string(IMPACTBENCH_GOLDEN) + '/' + name;
  if (std::getenv("IMPACTBENCH_UPDATE_GOLDEN") != nullptr) std::ofstream(path) << text;
  EXPECT_EQ(text, read_file(path)) << "if the change is meant: IMPACTBENCH_UPDATE_GOLDEN=1";
}

constexpr const char* plan = R"(
cpu_budget = 5
repeats = 1
[[grid]]
problem = "falling_ball"
scheme = ["dem", "throws", "breaks_down"]
dt = 1e-3
[[grid]]
problem = "falling_ball"
scheme = "dem"
solver = ["nlgs"]
dt = 1e-3
[[grid]]
problem = "falling_ball"
scheme = "dem"
dt = 1e-3
)";

TEST(Output, SummaryNamesEveryCellItsStatusAndTheCounts) {
  const TemporaryFolder folder;
  const std::string file = folder.write("p.toml", plan);
  const Outcome out = run_program(folder, {"run", file, "--store", "s.db"});
  // Measured numbers vary with machine and reference; names, statuses and layout do not.
  const std::regex number(R"( {1,10}\d\.\d{3,4}(e[-+]\d\d)?)");
  expect_golden("summary.txt", std::regex_replace(out.out, number, "     #"));
  EXPECT_EQ(out.status, 1);
}

TEST(Output, DryRunPrintsTheCellsAndRunsNothing) {
  const TemporaryFolder folder;
  const std::string file = folder.write("p.toml", plan);
  const Outcome out = run_program(folder, {"run", file, "--store", "s.db", "--dry-run"});
  EXPECT_EQ(out.status, 0);
  expect_golden("dry_run.txt", out.out);
  EXPECT_FALSE(std::filesystem::exists(folder.file("s.db")));
}

TEST(Output, ListShowsNameSummarySourceAndParameters) {
  const TemporaryFolder folder;
  const Outcome out = run_program(folder, {"list", "schemes", "--parameters"});
  EXPECT_EQ(out.status, 0);
  // Only the tests' own schemes: a new scheme must not need a new golden file.
  const std::regex item(R"(  (breaks_down|dawdles|eats_memory|hangs|segfaults|throws) .*\n.*\n)");
  std::string ours;
  for (std::sregex_iterator it(out.out.begin(), out.out.end(), item), end; it != end; ++it)
    ours += it->str();
  expect_golden("list.txt", ours);
  EXPECT_NE(out.out.find("inc "), std::string::npos);
}

TEST(Output, HelpTeachesEveryCommand) {
  const TemporaryFolder folder;
  for (const char* command : {"list", "run", "compare", "check", "merge", "export"}) {
    const Outcome all = run_program(folder, {"--help"});
    EXPECT_EQ(all.status, 0);
    EXPECT_NE(all.out.find(command), std::string::npos);
    const Outcome one = run_program(folder, {command, "--help"});
    EXPECT_EQ(one.status, 0) << command;
    EXPECT_GT(one.out.size(), 100U) << command;
  }
  EXPECT_TRUE(run_program(folder, {"--version"}).out.starts_with("impactbench "));
}

TEST(Output, DefaultPlanIsAPlan) {
  const TemporaryFolder folder;
  const Outcome out =
      run_program(folder, {"run", std::string(IMPACTBENCH_PLANS) + "/default.toml", "--dry-run"});
  EXPECT_EQ(out.status, 0) << out.err;
  EXPECT_NE(out.out.find("newton_cradle/inc"), std::string::npos);
}

// A regression: the same cell with a number that moved, and one that got worse.
TEST(Output, CompareAndCheckTellSameFromDifferent) {
  const TemporaryFolder folder;
  const std::vector<std::string> run{"run", "--problem", "falling_ball", "--scheme",
                                     "dem", "--set",     "dt=1e-3",      "--repeats",
                                     "0",   "--quiet",   "--store",      "a.db"};
  ASSERT_EQ(run_program(folder, run).status, 0);
  EXPECT_EQ(run_program(folder, {"check", "a.db"}).status, 0);
  EXPECT_EQ(run_program(folder, {"check", "a.db", "--against", "a.db"}).status, 0);
  Row row = Store(folder.file("a.db"), StoreMode::read).rows().at(0);
  ASSERT_TRUE(row.quantities.contains("energy_final"));
  row.quantities["energy_final"] *= 1.01;
  Store(folder.file("moved.db"), StoreMode::write).put(row);
  EXPECT_EQ(run_program(folder, {"check", "moved.db", "--against", "a.db"}).status, 1);
  EXPECT_EQ(
      run_program(folder, {"check", "moved.db", "--against", "a.db", "--relative", "0.02"}).status,
      0);
  EXPECT_EQ(run_program(folder, {"compare", "a.db", "moved.db"}).status, 0);
  row.status = RowStatus::crashed;
  Store(folder.file("worse.db"), StoreMode::write).put(row);
  EXPECT_EQ(run_program(folder, {"compare", "a.db", "worse.db"}).status, 1);
  EXPECT_EQ(run_program(folder, {"compare", "worse.db", "a.db"}).status, 0);
}

}  // namespace
}  // namespace impactbench
