#include "benchmarks/store/store.hpp"
#include "tests/benchmarks/spawn.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <regex>
#include <sstream>

namespace impactbench::testing {
namespace {

std::vector<std::string> one_run(const Scratch& scratch, const char* scheme) {
  return {
      "run",   "--problem", "falling_ball", "--scheme",          scheme,      "--set", "dt=1e-3",
      "--set", "R=1e-3",    "--store",      scratch / "rows.db", "--repeats", "1"};
}

TEST(Program, PrintsWhatItRanAndStoresIt) {
  const Scratch scratch;
  const Finished first = run(scratch, one_run(scratch, "inc"));
  EXPECT_EQ(first.status, 0) << first.err;
  // Golden, with the numbers that vary masked and columns one blank apart.
  std::string masked = first.out;
  for (const auto& [pattern, text] : {std::pair{"[0-9.]+e[-+][0-9]+|[0-9]+\\.[0-9]{4}", "#"},
                                      {" +", " "},
                                      {"from .*", "from STORE"}}) {
    masked = std::regex_replace(masked, std::regex(pattern), text);
  }
  EXPECT_EQ(masked,
            "cell status energy err penetr. pos. error CPU s\n"
            "falling_ball/inc/superlu dt=0.001 R=0.001 alpha=3 variant=ec passed # # # #\n"
            "1 cell: 1 passed, 0 unjudged, 0 unresolved, 0 expected failures, 0 missed, 0 not "
            "applicable, 0 failed; 1 run now, 0 resumed from STORE\n");
  const Finished second = run(scratch, one_run(scratch, "inc"));
  EXPECT_EQ(second.status, 0);
  EXPECT_NE(second.out.find("0 run now, 1 resumed"), std::string::npos) << second.out;
}

TEST(Program, SaysWhereNewtonsMethodFirstFailed) {
  // The listing's iteration for friction, which jumps between the directions of slip.
  const Scratch scratch;
  const Finished missed = run(scratch, {"run",
                                        "--problem",
                                        "rolling_ball",
                                        "--scheme",
                                        "inc",
                                        "--set",
                                        "friction=0.5",
                                        "--set",
                                        "inertia=thesis",
                                        "--set",
                                        "slip_newton=thesis",
                                        "--set",
                                        "c_tau=1e15",
                                        "--set",
                                        "newton_tolerance=1e-10",
                                        "--set",
                                        "R=5e-7",
                                        "--set",
                                        "horizon=0.25",
                                        "--repeats",
                                        "0",
                                        "--store",
                                        scratch / "rows.db"});
  EXPECT_EQ(missed.status, 1) << missed.err;
  EXPECT_NE(missed.out.find("first at t = 0.1"), std::string::npos) << missed.out;
  EXPECT_NE(missed.out.find("(50 iterations, residual "), std::string::npos) << missed.out;
}

TEST(Program, ListsEveryModuleWithItsParameters) {
  const Scratch scratch;
  const Finished list = run(scratch, {"list", "--parameters"});
  EXPECT_EQ(list.status, 0);
  for (const char* word :
       {"newton_cradle", "nscd", "superlu", "ball_in_box", "penetration_relative",
        "alpha = 3 : power: exponent of the contact energy; [2, 16]"}) {
    EXPECT_NE(list.out.find(word), std::string::npos) << word;
  }
  const Finished markdown = run(scratch, {"list", "solvers", "--markdown"});
  EXPECT_NE(markdown.out.find("| `nlgs` |"), std::string::npos);
  // Absolute values do not end a cell of the table.
  std::istringstream quantities(run(scratch, {"list", "quantities", "--markdown"}).out);
  for (std::string line; std::getline(quantities, line);)
    EXPECT_EQ(std::count(line.begin(), line.end(), '|'), 4) << line;
}

TEST(Program, HelpTeaches) {
  const Scratch scratch;
  const Finished help = run(scratch, {"--help"});
  EXPECT_EQ(help.status, 0);
  EXPECT_NE(help.out.find("Examples:"), std::string::npos);
  EXPECT_NE(help.out.find("Exit status"), std::string::npos);
  for (const char* command : {"list", "run", "compare", "check", "merge", "export"}) {
    EXPECT_EQ(run(scratch, {command, "--help"}).status, 0) << command;
  }
}

TEST(Program, DryRunPrintsCellsAndRunsNothing) {
  const Scratch scratch;
  auto arguments = one_run(scratch, "dem");
  arguments.push_back("--dry-run");
  const Finished dry = run(scratch, arguments);
  EXPECT_EQ(dry.status, 0);
  EXPECT_NE(dry.out.find("falling_ball/dem/none"), std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(scratch / "rows.db"));
}

TEST(Program, VaryDrawsAnotherCellFromItsSeed) {
  const Scratch scratch;
  const auto cell = [&](const std::vector<std::string>& more) {
    auto arguments = one_run(scratch, "nscd");
    arguments.erase(arguments.begin() + 7, arguments.begin() + 9);  // R is of dem
    arguments.push_back("--dry-run");
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Finished dry = run(scratch, arguments);
    EXPECT_EQ(dry.status, 0) << dry.err;
    return dry.out;
  };
  const std::string plain = cell({}), first = cell({"--vary", "1"});
  EXPECT_NE(first, plain);
  EXPECT_EQ(cell({"--vary", "1"}), first);
  EXPECT_NE(cell({"--vary", "2"}), first);
}

TEST(Program, ExportsCsvJsonAndHistories) {
  const Scratch scratch;
  ASSERT_EQ(run(scratch, one_run(scratch, "inc")).status, 0);
  const std::string db = scratch / "rows.db";
  const Finished csv = run(scratch, {"export", db, "--csv", "-"});
  EXPECT_NE(csv.out.find("quantity.penetration_relative"), std::string::npos);
  ASSERT_EQ(run(scratch, {"export", db, "--jsonl", scratch / "rows.jsonl"}).status, 0);
  const Finished series = run(scratch, {"export", db, "--series", "kinetic_energy"});
  EXPECT_TRUE(series.out.starts_with("key,problem,scheme,solver,series,time,value\n"));
  EXPECT_GT(std::count(series.out.begin(), series.out.end(), '\n'), 1000);
  // The JSON lines are as good a baseline as the store.
  const Finished same = run(scratch, {"check", db, "--against", scratch / "rows.jsonl"});
  EXPECT_EQ(same.status, 0) << same.out << same.err;
}

// Rows of a problem follow each other, and have settings of their own.
TEST(Program, ChecksEachRowWithTheSettingsOfItsProblem) {
  const Scratch scratch;
  const std::string db = scratch / "rows.db";
  for (const auto& [scheme, e] : {std::pair{"moreau_jean", "1"}, {"nscd", "0.5"}}) {
    const Finished one =
        run(scratch, {"run", "--problem", "bouncing_ball", "--scheme", scheme, "--set", "dt=1e-3",
                      "--set", std::string("restitution=") + e, "--repeats", "0", "--store", db});
    ASSERT_EQ(one.status, 0) << one.out;
  }
  const Finished checked = run(scratch, {"check", db});
  EXPECT_EQ(checked.status, 0) << checked.out;
  EXPECT_NE(checked.out.find("2 rows judged"), std::string::npos) << checked.out;
}

TEST(Program, CheckAndCompareNoticeAChangedValue) {
  const Scratch scratch;
  ASSERT_EQ(run(scratch, one_run(scratch, "inc")).status, 0);
  const std::string db = scratch / "rows.db";
  ASSERT_EQ(run(scratch, {"export", db, "--jsonl", scratch / "old.jsonl"}).status, 0);
  std::string text = slurp(scratch / "old.jsonl");
  const auto at = text.find("\"penetration_relative\":0.");
  ASSERT_NE(at, std::string::npos);
  text[at + 25] = text[at + 25] == '9' ? '8' : '9';
  scratch.write("new.jsonl", text);
  EXPECT_EQ(
      run(scratch, {"check", scratch / "new.jsonl", "--against", scratch / "old.jsonl"}).status, 1);
  const Finished diff = run(scratch, {"compare", scratch / "old.jsonl", scratch / "new.jsonl"});
  EXPECT_NE(diff.out.find("penetration_relative"), std::string::npos) << diff.out;
  EXPECT_EQ(run(scratch, {"check", db}).status, 0);
  // A verdict that is gone is worse.
  std::string gone = slurp(scratch / "old.jsonl");
  const std::string passed = "\"status\":\"passed\"";
  ASSERT_NE(gone.find(passed), std::string::npos);
  scratch.write("gone.jsonl",
                gone.replace(gone.find(passed), passed.size(), "\"status\":\"unjudged\""));
  EXPECT_EQ(run(scratch, {"compare", scratch / "old.jsonl", scratch / "gone.jsonl"}).status, 1);
  EXPECT_EQ(run(scratch, {"compare", scratch / "gone.jsonl", scratch / "old.jsonl"}).status, 0);
  // A cell has two rows: the last one counts, in either file.
  scratch.write("two.jsonl", text + slurp(scratch / "old.jsonl"));
  for (const auto& [before, after] :
       {std::pair{"old.jsonl", "two.jsonl"}, std::pair{"two.jsonl", "old.jsonl"}}) {
    const Finished same = run(scratch, {"compare", scratch / before, scratch / after});
    EXPECT_NE(same.out.find("1 cell in both, 0 only in"), std::string::npos) << same.out;
    EXPECT_NE(same.out.find("0 with values that differ"), std::string::npos) << same.out;
  }
}

TEST(Program, MergeRefusesTwoTruthsUnderOneKey) {
  const Scratch scratch;
  ASSERT_EQ(run(scratch, one_run(scratch, "inc")).status, 0);
  // A second store whose row of the same key has another value.
  Row row = Store(scratch / "rows.db", StoreMode::read).rows().front();
  row.quantities["contacts"] += 1.0;
  { Store(scratch / "other.db", StoreMode::write).put(row); }
  const Finished merged =
      run(scratch, {"merge", scratch / "all.db", scratch / "rows.db", scratch / "other.db"});
  EXPECT_EQ(merged.status, 2);
  EXPECT_NE(merged.err.find(row.key), std::string::npos) << merged.err;
}

TEST(Program, ReportAndReproduceAreHandedOver) {
  const Scratch scratch;
  const Finished report = run(scratch, {"report", "--help"});
  // Beside the test program stands the real impactbench-report, if it is built.
  EXPECT_TRUE(report.status == 0 || report.err.find("impactbench-report") != std::string::npos);
}

}  // namespace
}  // namespace impactbench::testing
