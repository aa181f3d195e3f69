// Runs of a plan in parts, at the same time, and broken off: nothing is lost, nothing is run twice.
#include "benchmarks/store/store.hpp"
#include "problems/base/error.hpp"
#include "tests/benchmarks/spawn.hpp"
#include "tests/support/variable.hpp"

#include <gtest/gtest.h>

#include <sqlite3.h>
#include <sys/resource.h>

#include <chrono>
#include <thread>

namespace impactbench::testing {
namespace {

/// Some 40 cells of some 20 ms.
std::string many_cells(const Scratch& scratch) {
  return scratch.write("many.toml", R"(
label = "many"
repeats = 0
[[grid]]
problem = ["moving_ball", "newton_cradle", "four_balls_to_point"]
scheme = "inc"
alpha = [2, 3, 4]
R = [1e-3, 1e-4, 1e-5, 1e-6]
dt = 1e-4
)");
}

/// Looks every few milliseconds until a running program has stored some rows.
void wait_for_rows(const std::string& db, std::size_t wanted) {
  std::size_t rows = 0;
  for (int look = 0; look < 5000 && rows < wanted; ++look) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    try {
      rows = Store(db, StoreMode::read).size();
    } catch (const std::exception&) {
      // not there yet
    }
  }
}

std::string digest(const Scratch& scratch, const std::string& db) {
  return run(scratch, {"export", db, "--digest"}).out;
}

TEST(Resumption, AKilledRunGoesOnToTheSameDigest) {
  const Scratch scratch;
  const std::string plan = many_cells(scratch);
  const Finished whole = run(scratch, {"run", plan, "--store", scratch / "whole.db", "--quiet"});
  ASSERT_EQ(whole.status, 0) << whole.out << whole.err;
  const std::string db = scratch / "killed.db";
  const pid_t child = start(scratch, {"run", plan, "--store", db, "--quiet"});
  wait_for_rows(db, 5);
  kill(child, SIGKILL);
  EXPECT_EQ(finish(scratch, child).status, -SIGKILL);
  const std::size_t kept = Store(db, StoreMode::read).size();
  EXPECT_GE(kept, 5U);
  EXPECT_LT(kept, 36U) << "killed too late: nothing was tested";
  const Finished resumed = run(scratch, {"run", plan, "--store", db, "--quiet"});
  EXPECT_EQ(resumed.status, 0);
  EXPECT_NE(resumed.out.find(std::to_string(kept) + " resumed"), std::string::npos) << resumed.out;
  EXPECT_EQ(digest(scratch, db), digest(scratch, scratch / "whole.db"));
}

TEST(Resumption, TheTableOfARunNeedsNoHistory) {
  // Histories and frames are most of a store, and the table shows figures alone: a run that is
  // resumed must not read them. Here they are damaged, so that who reads them fails.
  const Scratch scratch;
  const std::string db = scratch / "rows.db";
  const std::vector<std::string> words{"run",     "--problem", "falling_ball", "--scheme", "nscd",
                                       "--store", db,          "--set",        "dt=1e-3"};
  const Finished first = run(scratch, words);
  ASSERT_EQ(first.status, 0) << first.err;
  sqlite3* handle = nullptr;
  ASSERT_EQ(sqlite3_open(db.c_str(), &handle), SQLITE_OK);
  EXPECT_EQ(sqlite3_exec(handle, "UPDATE rows SET series = x'2a', frames = x'2a'", nullptr, nullptr,
                         nullptr),
            SQLITE_OK);
  sqlite3_close(handle);
  EXPECT_THROW((void)Store(db, StoreMode::read).rows(), ConfigurationError) << "they are damaged";
  const Finished again = run(scratch, words);
  EXPECT_EQ(again.status, 0) << again.err;
  EXPECT_NE(again.out.find("1 resumed"), std::string::npos) << again.out;
  const auto table = [](const std::string& out) { return out.substr(0, out.find("1 cell: ")); };
  EXPECT_EQ(table(again.out), table(first.out));
}

TEST(Resumption, AStoreOfRunsThatDiedDoesNotPass) {
  const Scratch scratch;
  const std::string db = scratch / "rows.db";
  EXPECT_EQ(run(scratch, {"run", "--problem", "newton_cradle", "--scheme", "nscd", "--set",
                          "dt=1e-6", "--store", db, "--quiet", "--timeout", "0.05s"})
                .status,
            1);
  const Finished checked = run(scratch, {"check", db});
  EXPECT_EQ(checked.status, 1);
  EXPECT_NE(checked.out.find("1 run did not reach the end"), std::string::npos) << checked.out;
}

TEST(Resumption, TwoShardsMergeToTheSameDigest) {
  const Scratch scratch;
  const std::string plan = many_cells(scratch);
  ASSERT_EQ(run(scratch, {"run", plan, "--store", scratch / "whole.db", "--quiet"}).status, 0);
  std::size_t both = 0;
  for (const char* i : {"0", "1"}) {
    const std::string shard = std::string(i) + "/2";
    const std::string db = scratch / ("part" + std::string(i) + ".db");
    ASSERT_EQ(run(scratch, {"run", plan, "--store", db, "--quiet", "--shard", shard}).status, 0);
    const std::size_t part = Store(db, StoreMode::read).size();
    EXPECT_GT(part, 0U);
    both += part;
  }
  // Parts that are all of the plan would merge to the same digest.
  EXPECT_EQ(both, Store(scratch / "whole.db", StoreMode::read).size());
  const std::string merged = scratch / "merged.db";
  ASSERT_EQ(run(scratch, {"merge", merged, scratch / "part1.db", scratch / "part0.db"}).status, 0);
  // Again: merging is idempotent.
  ASSERT_EQ(run(scratch, {"merge", merged, scratch / "part0.db"}).status, 0);
  EXPECT_EQ(digest(scratch, merged), digest(scratch, scratch / "whole.db"));
  EXPECT_EQ(digest(scratch, merged).size(), 33U);
}

// Inside an array task the launcher's own variables say 0 of 1: the array must come first.
TEST(Resumption, ASlurmArrayIsAShardAndGapsAreRefused) {
  const Scratch scratch;
  const std::vector<std::string> all{"run", many_cells(scratch), "--store", scratch / "a.db",
                                     "--quiet"};
  std::vector<std::string> shard{"run",     many_cells(scratch), "--store", scratch / "s.db",
                                 "--quiet", "--shard",           "1/8"};
  ASSERT_EQ(run(scratch, shard).status, 0);
  const Variable count("SLURM_ARRAY_TASK_COUNT", "8"), first("SLURM_ARRAY_TASK_MIN", "1"),
      last("SLURM_ARRAY_TASK_MAX", "8"), task("SLURM_ARRAY_TASK_ID", "2"),
      tasks("SLURM_STEP_NUM_TASKS", "1"), process("SLURM_PROCID", "0");
  ASSERT_EQ(run(scratch, all).status, 0);
  EXPECT_GT(Store(scratch / "a.db", StoreMode::read).size(), 0U);
  EXPECT_LT(Store(scratch / "a.db", StoreMode::read).size(), 36U) << "all of the plan";
  EXPECT_EQ(digest(scratch, scratch / "a.db"), digest(scratch, scratch / "s.db"));
  const Variable gap("SLURM_ARRAY_TASK_MAX", "11");
  const Finished refused = run(scratch, all);
  EXPECT_EQ(refused.status, 2);
  EXPECT_NE(refused.err.find("--shard i/n"), std::string::npos) << refused.err;
}

// A part that there is not has no cells, and would look done.
TEST(Resumption, ALauncherThatSaysNoPartIsRefused) {
  const Scratch scratch;
  const std::vector<std::string> all{"run", many_cells(scratch), "--store", scratch / "a.db"};
  for (const auto& [count, part] : {std::pair{"SLURM_ARRAY_TASK_COUNT", "SLURM_ARRAY_TASK_ID"},
                                    {"OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK"},
                                    {"SLURM_STEP_NUM_TASKS", "SLURM_PROCID"}}) {
    const Variable three(count, "3");
    for (const char* wrong : {"3", "-1", "", "2x"}) {
      const Variable its(part, wrong);
      const Finished done = run(scratch, all);
      EXPECT_EQ(done.status, 2) << count << ' ' << wrong;
      EXPECT_NE(done.err.find("no part of 3"), std::string::npos) << done.err;
    }
  }
}

// Two people, or a batch system by mistake, run one plan into one store at the same time.
TEST(Resumption, TwoRunsOnOneStoreAreAsGoodAsOne) {
  const Scratch one, two;
  const std::string plan = one.write("plan.toml", R"(
repeats = 0
[[grid]]
problem = ["moving_ball", "newton_cradle"]
scheme = "inc"
alpha = [2, 3]
R = [1e-3, 1e-4, 1e-5]
dt = 1e-3
)");
  ASSERT_EQ(run(one, {"run", plan, "--store", one / "whole.db", "--quiet"}).status, 0);
  const std::string db = one / "both.db";
  const pid_t first = start(one, {"run", plan, "--store", db, "--quiet"});
  const pid_t second = start(two, {"run", plan, "--store", db, "--quiet"});
  EXPECT_EQ(finish(one, first).status, 0);
  const Finished other = finish(two, second);
  EXPECT_EQ(other.status, 0) << other.err;
  EXPECT_EQ(Store(db, StoreMode::read).size(), 12U);
  EXPECT_EQ(digest(one, db), digest(one, one / "whole.db"));
}

TEST(Resumption, AnInterruptFinishesRunningCellsAndStops) {
  const Scratch scratch;
  const std::string db = scratch / "rows.db";
  const pid_t child = start(scratch, {"run", many_cells(scratch), "--store", db, "--quiet"});
  wait_for_rows(db, 1);
  kill(child, SIGTERM);
  const Finished done = finish(scratch, child);
  EXPECT_EQ(done.status, 1);
  EXPECT_NE(done.err.find("run the same command to go on"), std::string::npos) << done.err;
  EXPECT_LT(Store(db, StoreMode::read).size(), 36U);
}

TEST(Resumption, AFullDiskLosesNothingThatWasStored) {
  const Scratch scratch;
  const std::string db = scratch / "rows.db";
  const std::string plan = many_cells(scratch);
  // A limit on the size of files is what a full disk looks like; by its signal alone the program
  // would die without a word.
  const pid_t child = fork();
  if (child == 0) {
    const rlimit small{600 * 1024, 600 * 1024};
    setrlimit(RLIMIT_FSIZE, &small);
    const pid_t inner = start(scratch, {"run", plan, "--store", db, "--quiet"});
    int status = 0;
    waitpid(inner, &status, 0);
    _exit(WIFEXITED(status) ? WEXITSTATUS(status) : 99);
  }
  const Finished done = finish(scratch, child);
  EXPECT_EQ(done.status, 2);
  EXPECT_NE(done.err.find(db), std::string::npos) << done.err;
  const Store store(db, StoreMode::read);
  EXPECT_GT(store.size(), 0U);
  EXPECT_LT(store.size(), 36U) << "the disk was not full";
  for (const Row& row : store.rows())
    EXPECT_FALSE(row.quantities.empty());
}

}  // namespace
}  // namespace impactbench::testing
