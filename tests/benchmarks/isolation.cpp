#include "benchmarks/store/store.hpp"
#include "tests/benchmarks/spawn.hpp"

#include <gtest/gtest.h>

#include <sys/resource.h>

#include <chrono>
#include <cstdlib>
#include <map>
#include <thread>

namespace impactbench::testing {
namespace {

TEST(Isolation, ACellThatDiesCostsNobodyElse) {
  const Scratch scratch;
  const std::string plan = scratch.write("plan.toml", R"(
label = "deaths"
repeats = 0
cpu_budget = 3
memory_budget = 512
[[grid]]
problem = "falling_ball"
scheme = ["segfaults", "hangs", "eats_memory", "nscd"]
)");
  const std::string db = scratch / "rows.db";
  const Finished done = run(scratch, {"run", plan, "--store", db, "--jobs", "2"});
  EXPECT_EQ(done.status, 1) << done.err;
  std::map<std::string, Row> rows;
  for (Row& row : Store(db, StoreMode::read).rows())
    rows[row.cell.scheme] = row;
  ASSERT_EQ(rows.size(), 4U);
  EXPECT_EQ(rows["segfaults"].status, RowStatus::crashed);
  EXPECT_EQ(rows["hangs"].status, RowStatus::timed_out);
#if !defined(__SANITIZE_ADDRESS__)  // which reserves terabytes and turns a signal into an exit
  EXPECT_NE(rows["segfaults"].reason.find("signal 11"), std::string::npos);
  EXPECT_EQ(rows["eats_memory"].status, RowStatus::out_of_memory);
#endif
  EXPECT_EQ(rows["nscd"].status, RowStatus::passed);
  EXPECT_GT(rows["nscd"].quantities.at("contacts") + rows["nscd"].quantities.at("kinetic_energy"),
            0.0);
}

TEST(Isolation, AnExceptionAndABreakdownKeepTheirWords) {
  const Scratch scratch;
  const std::string db = scratch / "rows.db";
  for (const char* scheme : {"throws", "breaks_down"}) {
    EXPECT_EQ(run(scratch, {"run", "--problem", "falling_ball", "--scheme", scheme, "--set",
                            "dt=1e-3", "--store", db})
                  .status,
              1);
  }
  std::map<std::string, Row> rows;
  for (Row& row : Store(db, StoreMode::read).rows())
    rows[row.cell.scheme] = row;
  EXPECT_EQ(rows["throws"].status, RowStatus::crashed);
  EXPECT_EQ(rows["throws"].reason, "a scheme that throws");
  EXPECT_EQ(rows["breaks_down"].status, RowStatus::stopped);
  EXPECT_EQ(rows["breaks_down"].reason, "at t = 0.01 s: singular on purpose");
  // Where a row comes from.
  const Row& row = rows["throws"];
  EXPECT_EQ(row.key, content_key(row.cell, row.revision, row.build));
  EXPECT_EQ(row.environment.at("blas_threads"), "1");
  for (const char* fact : {"cpu", "compiler", "flags", "blas_core", "libraries", "kernel", "host"})
    EXPECT_FALSE(row.environment.at(fact).empty()) << fact;
}

TEST(Isolation, ASettingThatOnlyTheRunCanRefuseIsARefusalAndNoCrash) {
  // Uzawa's bound is that of the contact problem at hand: here 2 / lambda_max(W) < 2 m.
  const Scratch scratch;
  const std::string db = scratch / "rows.db";
  run(scratch, {"run", "--problem", "sticky_particles", "--scheme", "maury", "--solver", "uzawa",
                "--set", "dt=0.5", "--set", "step=given", "--set", "rho=2", "--store", db});
  const std::vector<Row> rows = Store(db, StoreMode::read).rows();
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(rows[0].status, RowStatus::not_applicable);
  EXPECT_NE(rows[0].reason.find("rho = 2 is not in (0, 2 / lambda_max)"), std::string::npos)
      << rows[0].reason;
  EXPECT_TRUE(rows[0].quantities.empty());
}

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

TEST(Isolation, AKilledRunGoesOnToTheSameDigest) {
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

TEST(Isolation, TwoShardsMergeToTheSameDigest) {
  const Scratch scratch;
  const std::string plan = many_cells(scratch);
  ASSERT_EQ(run(scratch, {"run", plan, "--store", scratch / "whole.db", "--quiet"}).status, 0);
  for (const char* i : {"0", "1"}) {
    const std::string shard = std::string(i) + "/2";
    const std::string db = scratch / ("part" + std::string(i) + ".db");
    ASSERT_EQ(run(scratch, {"run", plan, "--store", db, "--quiet", "--shard", shard}).status, 0);
    EXPECT_GT(Store(db, StoreMode::read).size(), 0U);
  }
  const std::string merged = scratch / "merged.db";
  ASSERT_EQ(run(scratch, {"merge", merged, scratch / "part1.db", scratch / "part0.db"}).status, 0);
  // Again: merging is idempotent.
  ASSERT_EQ(run(scratch, {"merge", merged, scratch / "part0.db"}).status, 0);
  EXPECT_EQ(digest(scratch, merged), digest(scratch, scratch / "whole.db"));
  EXPECT_EQ(digest(scratch, merged).size(), 33U);
}

/// A variable of the environment for the length of a test.
class Variable {
 public:
  Variable(const char* name, const char* value) : name_(name) { setenv(name, value, 1); }
  ~Variable() { unsetenv(name_); }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;

 private:
  const char* name_;
};

// Inside an array task the launcher's own variables say 0 of 1: the array must come first.
TEST(Isolation, ASlurmArrayIsAShardAndGapsAreRefused) {
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
  EXPECT_EQ(digest(scratch, scratch / "a.db"), digest(scratch, scratch / "s.db"));
  const Variable gap("SLURM_ARRAY_TASK_MAX", "11");
  const Finished refused = run(scratch, all);
  EXPECT_EQ(refused.status, 2);
  EXPECT_NE(refused.err.find("--shard i/n"), std::string::npos) << refused.err;
}

TEST(Isolation, AnInterruptFinishesRunningCellsAndStops) {
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

TEST(Isolation, AFullDiskLosesNothingThatWasStored) {
  const Scratch scratch;
  const std::string db = scratch / "rows.db";
  const std::string plan = many_cells(scratch);
  // A limit on the size of files, its signal ignored, is what a full disk looks like.
  const pid_t child = fork();
  if (child == 0) {
    signal(SIGXFSZ, SIG_IGN);
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
