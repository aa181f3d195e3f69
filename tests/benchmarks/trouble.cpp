// Trouble of the machine, and files of strangers: no verdict of either stays, nothing of them is
// run.

#include "benchmarks/store/store.hpp"
#include "tests/benchmarks/spawn.hpp"
#include "tests/support/variable.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <chrono>
#include <cstdlib>
#include <thread>

namespace impactbench::testing {
namespace {

namespace fs = std::filesystem;

std::optional<Row> row_of(const std::string& db, const std::string& problem) {
  for (Row& row : Store(db, StoreMode::read).rows())
    if (row.cell.problem == problem && row.cell.scheme != "misbehaves") return row;
  return std::nullopt;
}

std::vector<std::string> kept_in(const std::string& folder) {
  std::vector<std::string> out;
  for (const auto& entry : fs::directory_iterator(folder))
    out.push_back(entry.path());
  return out;
}

// The file of a start is read when the plan is, and once more in the cell.
TEST(Trouble, AStartThatChangesDuringTheRunIsFailedAndTakenUpAgain) {
  const Scratch scratch;
  const std::string start_file = scratch / "start.toml", db = scratch / "rows.db";
  ASSERT_LE(run(scratch, {"run", "--problem", "box_25", "--scheme", "nscd", "--set", "dt=1e-2",
                          "horizon=0.02", "--repeats", "0", "--store", scratch / "first.db",
                          "--trajectory", scratch / "h5", "--instants", "1", "--quiet"})
                .status,
            1);
  ASSERT_EQ(run(scratch, {"state", kept_in(scratch / "h5").at(0), "--at", "0", "--out", start_file})
                .status,
            0);
  const std::string good = slurp(start_file);
  const std::string plan = scratch.write("plan.toml", R"(
repeats = 0
cpu_budget = 1
[[grid]]
problem = "falling_ball"
scheme = "misbehaves"
how = "hangs"
dt = 1e-3
[[grid]]
problem = "box_25"
scheme = "nscd"
dt = 1e-2
horizon = 0.1
start = ")" + start_file + "\"\n");
  const pid_t runner = start(scratch, {"run", plan, "--store", db, "--quiet"});
  for (int k = 0; k < 400 && !fs::exists(db); ++k)
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  fs::remove(start_file);
  const Finished first = finish(scratch, runner);
  EXPECT_EQ(first.status, 1) << first.err;
  auto row = row_of(db, "box_25");
  ASSERT_TRUE(row) << first.err;
  EXPECT_EQ(row->status, RowStatus::failed) << row->reason;
  EXPECT_NE(row->reason.find("was there when the plan was read"), std::string::npos) << row->reason;
  scratch.write("start.toml", good);
  run(scratch, {"run", plan, "--store", db, "--quiet"});
  row = row_of(db, "box_25");
  ASSERT_TRUE(row);
  EXPECT_TRUE(ran_to_the_end(row->status)) << to_text(row->status) << ' ' << row->reason;
}

// A folder where the file should be: HDF5 cannot make it, as on a disk that is full or read-only.
TEST(Trouble, ATrajectoryThatCannotBeWrittenIsFailedAndTakenUpAgain) {
  const Scratch scratch;
  const std::vector<std::string> cell{"--problem", "falling_ball", "--scheme",
                                      "nscd",      "--set",        "dt=1e-2"};
  const auto run_it = [&](const std::string& db, bool trajectory) {
    std::vector<std::string> words{"run", "--repeats", "0", "--store", scratch / db};
    words.insert(words.end(), cell.begin(), cell.end());
    if (trajectory) words.insert(words.end(), {"--trajectory", scratch / "h5"});
    return run(scratch, words);
  };
  ASSERT_EQ(run_it("known.db", false).status, 0);
  const Row known = Store(scratch / "known.db", StoreMode::read).rows().front();
  const std::string part = scratch / ("h5/falling_ball_nscd_" + known.cell.solver + '_' +
                                      known.key.substr(0, 8) + ".h5.part");
  fs::create_directories(part);
  EXPECT_EQ(run_it("rows.db", true).status, 1);
  EXPECT_EQ(Store(scratch / "rows.db", StoreMode::read).rows().front().status, RowStatus::failed);
  // A row that ran does not give way to one that could not be tried.
  EXPECT_EQ(run_it("known.db", true).status, 1);
  EXPECT_EQ(Store(scratch / "known.db", StoreMode::read).rows().front().status, RowStatus::passed);
  fs::remove(part);
  EXPECT_EQ(run_it("rows.db", true).status, 0);
  EXPECT_EQ(Store(scratch / "rows.db", StoreMode::read).rows().front().status, RowStatus::passed);
}

/// A run of one cell in a scratch folder whose store can be published at first and then no more:
/// the folder of it loses its right to be written, or, for root, its place is taken by a folder.
TEST(Trouble, RowsThatCannotBePublishedAreKeptNamedAndTakenUp) {
  const Scratch scratch;
  fs::create_directories(scratch / "work");
  const std::string plan = scratch.write("plan.toml", R"(
repeats = 0
cpu_budget = 1
[[grid]]
problem = "falling_ball"
scheme = "misbehaves"
how = "hangs"
dt = 1e-3
[[grid]]
problem = "falling_ball"
scheme = "nscd"
dt = 1e-2
)");
  const std::string db = scratch / "rows.db";
  const std::vector<std::string> words{"run",    plan, "--store", db, "--scratch", scratch / "work",
                                       "--quiet"};
  const pid_t runner = start(scratch, words);
  for (int k = 0; k < 400 && !fs::exists(db); ++k)
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  fs::remove(db);
  fs::create_directories(db + "/in_its_place");
  const Finished done = finish(scratch, runner);
  EXPECT_EQ(done.status, 2) << done.err;
  const auto kept = kept_in(scratch / "work");
  ASSERT_EQ(kept.size(), 1U) << "the rows were deleted";
  EXPECT_NE(done.err.find(kept[0] + "/rows.db"), std::string::npos) << done.err;
  EXPECT_EQ(Store(kept[0] + "/rows.db", StoreMode::read).size(), 2U);
  fs::remove_all(db);
  const Finished again = run(scratch, words);
  EXPECT_NE(again.out.find("2 resumed"), std::string::npos) << again.out << again.err;
  EXPECT_EQ(Store(db, StoreMode::read).size(), 2U);
  EXPECT_TRUE(kept_in(scratch / "work").empty()) << "all is published";
}

// Its rows since the last copy lie in a folder that the next run finds.
TEST(Trouble, RowsOfAKilledRunInAScratchFolderAreTakenUp) {
  const Scratch scratch;
  fs::create_directories(scratch / "work");
  const std::string plan = scratch.write("plan.toml", R"(
repeats = 0
[[grid]]
problem = "falling_ball"
scheme = "nscd"
dt = 1e-2
[[grid]]
problem = "falling_ball"
scheme = "misbehaves"
how = "sleeps"
dt = 1e-3
)");
  const std::string db = scratch / "rows.db";
  const std::vector<std::string> words{"run", plan,        "--store",        db,       "--timeout",
                                       "0.1", "--scratch", scratch / "work", "--quiet"};
  const pid_t runner = start(scratch, words);
  const auto stored = [&] {
    for (const std::string& own : kept_in(scratch / "work"))
      if (fs::exists(own + "/rows.db")) try {
          if (Store(own + "/rows.db", StoreMode::read).size() == 1) return true;
        } catch (const std::exception&) {
          // it is being made
        }
    return false;
  };
  for (int k = 0; k < 600 && !stored(); ++k)
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  kill(runner, SIGKILL);
  finish(scratch, runner);
  ASSERT_EQ(kept_in(scratch / "work").size(), 1U);
  // Somebody else's folder of that kind, and a link to one, are left alone.
  fs::create_directories(scratch / "work/impactbench-planted");
  fs::create_directory_symlink(scratch.path(), scratch / "work/impactbench-linked");
  const Finished again = run(scratch, words);
  EXPECT_NE(again.out.find("1 resumed"), std::string::npos) << again.out << again.err;
  EXPECT_EQ(kept_in(scratch / "work").size(), 2U) << "the planted ones alone are left";
}

TEST(Trouble, AScratchFolderOfARunThatWasKilledBeforeOrAfterItsRowsIsRemoved) {
  const Scratch scratch;
  const auto folder = [&](const std::string& name, const std::string& published) {
    fs::create_directories(scratch / ("work/impactbench-" + name));
    fs::permissions(scratch / ("work/impactbench-" + name), fs::perms::owner_all);
    scratch.write("work/impactbench-" + name + "/published", published);
  };
  const std::string db = scratch / "rows.db";
  folder("noted", db);
  folder("begun", db);
  scratch.write("work/impactbench-begun/rows.db", "");
  folder("other", scratch / "other.db");
  const std::vector<std::string> words{
      "run",     "--problem", "falling_ball", "--scheme", "nscd",      "--set",          "dt=1e-2",
      "--store", db,          "--repeats",    "0",        "--scratch", scratch / "work", "--quiet"};
  const Finished done = run(scratch, words);
  EXPECT_EQ(done.status, 0) << done.out << done.err;
  EXPECT_EQ(Store(db, StoreMode::read).size(), 1U);
  EXPECT_EQ(kept_in(scratch / "work"),
            std::vector<std::string>{scratch / "work/impactbench-other"});
}

/// A folder with programs that Slurm would have: each writes its words, one a line, and answers.
std::string slurm_of(const Scratch& scratch) {
  fs::create_directories(scratch / "bin");
  for (const char* name : {"squeue", "sbatch"}) {
    scratch.write(std::string("bin/") + name,
                  "#!/bin/sh\nprintf '%s\\n' \"$@\" >>" + (scratch / "words") + "\necho 17\n");
    chmod((scratch / "bin/" + name).c_str(), 0755);
  }
  return (scratch / "bin") + ':' + std::getenv("PATH");
}

constexpr const char* small_plan = R"(
repeats = 0
[[grid]]
problem = "falling_ball"
scheme = "nscd"
dt = 1e-2
)";

// A folder that somebody hands on is read, and nothing of it is run.
TEST(Trouble, NothingOfASubmissionReachesAShell) {
  const Scratch scratch;
  const Variable path("PATH", slurm_of(scratch));
  fs::create_directories(scratch / "sub");
  scratch.write("sub/plan.toml", small_plan);
  for (const std::string job :
       {"1; touch CANARY; echo", "$(touch CANARY)", "`touch CANARY`", "-M x", "1,2", "1\\n2", ""}) {
    std::string text = job;
    if (const auto at = text.find("CANARY"); at != std::string::npos)
      text.replace(at, 6, scratch / "canary");
    scratch.write("sub/submission.json", R"({"version":1,"shards":1,"jobs":[")" + text + "\"]}\n");
    for (const std::vector<std::string>& words :
         {std::vector<std::string>{"status", scratch / "sub"},
          {"submit", scratch / "sub/plan.toml", "--folder", scratch / "sub"}}) {
      const Finished done = run(scratch, words);
      EXPECT_EQ(done.status, 2) << words[0] << ' ' << job;
      EXPECT_NE(done.err.find("is not the number of a job"), std::string::npos) << done.err;
      EXPECT_FALSE(fs::exists(scratch / "canary")) << job;
      EXPECT_FALSE(fs::exists(scratch / "words")) << "Slurm was asked";
    }
  }
  scratch.write("sub/submission.json", R"({"version":1,"shards":1,"jobs":["1","2"]})");
  EXPECT_EQ(run(scratch, {"status", scratch / "sub"}).status, 1);
  EXPECT_EQ(slurp(scratch / "words"), "--noheader\n--array\n--format=%T\n--jobs=1,2\n");
}

TEST(Trouble, AFolderThatABatchSystemReadsOtherwiseIsRefused) {
  const Scratch scratch;
  const Variable path("PATH", slurm_of(scratch));
  scratch.write("plan.toml", small_plan);
  for (const char* name : {"run%i", "%a", "two\nlines", "tab\there"}) {
    const Finished done =
        run(scratch, {"submit", scratch / "plan.toml", "--folder", scratch / name});
    EXPECT_EQ(done.status, 2) << name;
    EXPECT_NE(done.err.find("choose another --folder"), std::string::npos) << done.err;
    EXPECT_FALSE(fs::exists(scratch / name)) << name;
  }
  for (const char* option : {"--x\nrm -rf /", "partition=long"})
    EXPECT_EQ(run(scratch, {"submit", scratch / "plan.toml", "--folder", scratch / "sub",
                            std::string("--option=") + option})
                  .status,
              2)
        << option;
  EXPECT_FALSE(fs::exists(scratch / "words")) << "something was submitted";
  // A quote, a blank and a dollar are in order: they are quoted.
  EXPECT_EQ(
      run(scratch, {"submit", scratch / "plan.toml", "--folder", scratch / "it's $HOME"}).status,
      0);
  const std::string expected = "--parsable\n" + (scratch / "it's $HOME/array.sh") + "\n";
  EXPECT_TRUE(slurp(scratch / "words").starts_with(expected)) << slurp(scratch / "words");
}

// Nobody writes to the pipe: opening it would take for ever.
TEST(RowsFromAPipe, AreRefusedAtOnce) {
  const Scratch scratch;
  ASSERT_EQ(mkfifo((scratch / "pipe").c_str(), 0600), 0);
  const pid_t child = fork();
  if (child == 0) {
    alarm(5);
    print_to(scratch / "stdout", scratch / "stderr");
    become_program({"compare", scratch / "pipe", scratch / "pipe"});
  }
  const Finished done = finish(scratch, child);
  EXPECT_EQ(done.status, 2) << done.err;
  EXPECT_NE(done.err.find("a device or a pipe"), std::string::npos) << done.err;
}

}  // namespace
}  // namespace impactbench::testing
