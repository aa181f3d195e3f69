// A plan run into a store: what is run, what is taken from before, and how that is counted.
#include "benchmarks/matrix/runner.hpp"

#include "benchmarks/store/row.hpp"
#include "tests/support/scratch.hpp"

#include <gtest/gtest.h>
#include <signal.h>

#include <algorithm>

namespace impactbench {
namespace {

class RunPlan : public ::testing::Test {
 protected:
  static PlannedCell cell(double dt) {
    return {resolve_cell(
                {"bouncing_ball", "dem", std::nullopt, {{"dt", dt}, {"R", 1e-3}, {"horizon", 0.1}}},
                "default"),
            std::nullopt};
  }
  RunSummary run(RunOptions options = {}) {
    options.progress = false;
    options.repeats = 0;
    Store store(folder_ / "rows.db", StoreMode::write);
    return run_plan(plan_, store, options);
  }
  std::vector<Row> rows() {
    return Store(folder_ / "rows.db", StoreMode::read).rows(RowExtent::brief);
  }
  /// Rewrites the stored rows as if all cells had died so.
  void all_died(RowStatus how) {
    const std::vector<Row> before = rows();
    Store store(folder_ / "rows.db", StoreMode::write);
    for (Row row : before) {
      row.status = how;
      store.put(row);
    }
  }

  Plan plan_{.label = "two", .cells = {cell(1e-3), cell(5e-4)}};
  testing::Scratch folder_;
};

TEST_F(RunPlan, ACellThatDiesDoesNotReplaceARowThatRan) {
  plan_.cells = {cell(5e-7)};  // half a second
  EXPECT_EQ(run().passed, 1);
  // It is run again for its trajectory alone.
  const RunSummary again = run({.cpu_budget = 0.05, .trajectory = folder_ / "motions"});
  EXPECT_EQ(again.failed, 1);
  EXPECT_EQ(rows().front().status, RowStatus::passed);
  EXPECT_EQ(run({.rerun = true, .cpu_budget = 0.05}).failed, 1);
  const Row late = rows().front();
  EXPECT_EQ(late.status, RowStatus::timed_out);
  ASSERT_TRUE(late.timing);
  EXPECT_EQ(late.timing->limit, 0.05) << "converge repeats it with more";
}

TEST_F(RunPlan, AStepThatWasTooMuchStopsItsLadderInTheNextRunToo) {
  plan_.cells = {cell(5e-4)};
  (void)run();
  all_died(RowStatus::timed_out);
  plan_.cells = {cell(1e-3), cell(5e-4), cell(2.5e-4)};
  const RunSummary next = run({.stop_ladders = true});
  EXPECT_EQ(next.run, 2);
  EXPECT_EQ(next.passed, 1) << "the coarser step";
  for (const Row& row : rows())
    EXPECT_EQ(row.reason.starts_with("not run: with dt = 5e-04 s"), row.cell.dt < 5e-4)
        << row.reason;
}

TEST_F(RunPlan, RunsWhatTheStoreLacksAndNothingTwice) {
  const RunSummary first = run();
  EXPECT_EQ(first.planned, 2);
  EXPECT_EQ(first.run, 2);
  EXPECT_EQ(first.resumed, 0);
  EXPECT_EQ(first.passed, 2);
  EXPECT_TRUE(first.all_passed());
  EXPECT_FALSE(first.interrupted);
  plan_.cells.push_back(cell(2.5e-4));
  const RunSummary second = run();
  EXPECT_EQ(second.planned, 3);
  EXPECT_EQ(second.run, 1);
  EXPECT_EQ(second.resumed, 2);
  EXPECT_EQ(second.passed, 3) << "what was there before counts";
  EXPECT_EQ(run({.rerun = true}).run, 3);
  for (const Row& row : rows()) {
    EXPECT_EQ(row.plan, "two");
    EXPECT_FALSE(row.revision.empty());
    EXPECT_FALSE(row.build.empty());
    EXPECT_FALSE(row.environment.empty());
    EXPECT_GE(row.timing->cpu_cell, 0.0);
  }
}

TEST_F(RunPlan, TriesTheDeadAgainWhereThatIsAskedForAndNobodyElse) {
  (void)run();
  EXPECT_EQ(run({.retry = true}).run, 0) << "nobody died";
  for (const RowStatus how : {RowStatus::crashed, RowStatus::timed_out, RowStatus::out_of_memory}) {
    all_died(how);
    const RunSummary left = run();
    EXPECT_EQ(left.run, 0);
    EXPECT_EQ(left.failed, 2);
    EXPECT_FALSE(left.all_passed());
    const RunSummary again = run({.retry = true});
    EXPECT_EQ(again.run, 2);
    EXPECT_EQ(again.passed, 2);
  }
  // A failure of the scheme would happen again.
  all_died(RowStatus::stopped);
  EXPECT_EQ(run({.retry = true}).run, 0);
}

TEST_F(RunPlan, TriesAgainWhatTheMachineFailedWithoutBeingAsked) {
  (void)run();
  all_died(RowStatus::failed);
  const RunSummary again = run();
  EXPECT_EQ(again.run, 2);
  EXPECT_EQ(again.passed, 2);
}

TEST_F(RunPlan, ARefusedCellIsARowWithItsSentenceAndIsNotRun) {
  plan_.cells[1].refusal = "no such physics";
  const RunSummary summary = run();
  EXPECT_EQ(summary.not_applicable, 1);
  EXPECT_EQ(summary.passed, 1);
  EXPECT_TRUE(summary.all_passed()) << "a refusal is no failure";
  const std::vector<Row> all = rows();
  const auto refused = std::find_if(all.begin(), all.end(), [](const Row& row) {
    return row.status == RowStatus::not_applicable;
  });
  ASSERT_NE(refused, all.end());
  EXPECT_EQ(refused->reason, "no such physics");
  EXPECT_TRUE(refused->quantities.empty());
}

// Rows of a scratch folder are published then: a batch system that ends a job must not cut that
// short.
TEST_F(RunPlan, ASignalToEndWaitsForWhatFollowsTheLastRow) {
  int calls = 0;
  RunOptions options;
  options.finished = [&] {
    ++calls;
    for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2, SIGALRM, SIGPIPE}) {
      struct sigaction now {};
      sigaction(number, nullptr, &now);
      EXPECT_NE(now.sa_handler, SIG_DFL) << "signal " << number << " would end the runner";
      if (now.sa_handler != SIG_DFL) raise(number);
    }
  };
  const RunSummary done = run(options);
  EXPECT_EQ(calls, 1);
  EXPECT_EQ(done.run, 2);
  EXPECT_FALSE(done.interrupted) << "all of it was run";
}

TEST_F(RunPlan, ShardsShareThePlanOut) {
  for (const double dt : {2e-3, 2.5e-4, 1.25e-4, 6.25e-5})
    plan_.cells.push_back(cell(dt));
  // A part that is all of the plan would find the cells of the others in the store.
  int planned_by_all = 0, run_by_all = 0;
  for (int index = 0; index < 3; ++index) {
    RunOptions options;
    options.shard = {index, 3};
    const RunSummary part = run(options);
    planned_by_all += part.planned;
    run_by_all += part.run;
  }
  EXPECT_EQ(planned_by_all, 6);
  EXPECT_EQ(run_by_all, 6);
  EXPECT_EQ(run().resumed, 6);
}

// A run of a millisecond is timed hundreds of times, but not with hundreds of solvers in memory at
// once: each instance of `hybrid` holds a megabyte for 25 discs, hundreds of them more than is
// allowed. The child begins with the address space of all tests before this one.
TEST_F(RunPlan, WhatRunsIsTimedInTheSameMemory) {
  plan_.memory_budget = 512;
  plan_.cells = {{resolve_cell({"box_25",
                                "adaptive",
                                "hybrid",
                                {{"dt", 1e-3}, {"scheme.tolerance", 1e-3}, {"horizon", 0.001}}},
                               "default"),
                  std::nullopt}};
  Store store(folder_ / "rows.db", StoreMode::write);
  RunOptions options;
  options.progress = false;
  options.repeats = 1;
  EXPECT_EQ(run_plan(plan_, store, options).failed, 0);
  const std::vector<Row> made = store.rows(RowExtent::brief);
  ASSERT_EQ(made.size(), 1U);
  EXPECT_EQ(made[0].reason.find("MiB"), std::string::npos) << made[0].reason;
  EXPECT_EQ(made[0].timing->repeats, 1);
}

}  // namespace
}  // namespace impactbench
