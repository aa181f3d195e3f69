#include "benchmarks/store/store.hpp"
#include "problems/base/sanitized.hpp"
#include "tests/benchmarks/spawn.hpp"

#include <gtest/gtest.h>

#include <sys/resource.h>

#include <chrono>
#include <cstdlib>
#include <map>
#include <thread>

namespace impactbench::testing {
namespace {

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

/// Rows of a store by the way in which the cell misbehaved, or else by scheme.
std::map<std::string, Row> by_way(const std::string& db) {
  std::map<std::string, Row> out;
  for (Row& row : Store(db, StoreMode::read).rows()) {
    const auto how = row.cell.scheme_parameters.find("how");
    out[how == row.cell.scheme_parameters.end() ? row.cell.scheme
                                                : std::get<std::string>(how->second)] = row;
  }
  return out;
}

/// Processes with that text in their environment, started by any process; zombies do not
/// count.
std::size_t processes_with(const std::string& text) {
  std::size_t out = 0;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    // A dead process has no environment.
    if (slurp(entry.path() / "environ").find(text) != std::string::npos) ++out;
  }
  return out;
}

struct Misbehaviour {
  const char* how;
  RowStatus status;
  const char* words;  ///< of the reason
};

// Each is typed by what it did, within its budget, and the cells beside it come to their end.
TEST(Isolation, EachMisbehaviourHasItsStatusAndCostsNobodyElse) {
  const std::vector<Misbehaviour> all {
    {"segfaults", RowStatus::crashed, "signal 11"}, {"aborts", RowStatus::crashed, "signal 6"},
        {"leaves", RowStatus::crashed, "exit status 0 and without an answer"},
        {"throws", RowStatus::crashed, "a scheme that throws"},
        {"throws_in_a_thread", RowStatus::crashed, "a thread that throws"},
        {"breaks_down", RowStatus::stopped, ": singular on purpose"},
        {"gives_nan", RowStatus::stopped, ""}, {"hangs", RowStatus::timed_out, "CPU time"},
        {"hangs_without_answer", RowStatus::timed_out, "CPU time"},
        {"floods_output", RowStatus::timed_out, "CPU time"},
        {"sleeps", RowStatus::timed_out, "did not end within 29 s"},
        {"starts_processes", RowStatus::crashed, "exit status 0"},
        {"keeps_processes", RowStatus::timed_out, "did not end within 29 s"},
        {"burns_in_children", RowStatus::timed_out, "used up its budget of 0.8 s"},
        {"kills_its_guard", RowStatus::crashed, "signal 9"},
        {"stops_its_guard", RowStatus::timed_out, "used up its budget"},
#if !IMPACTBENCH_SANITIZED
        {"eats_memory", RowStatus::out_of_memory, "needs more than 256 MiB"},
        {"hoards_in_children", RowStatus::out_of_memory, "MiB, more than 256"},
        {"fills_a_file", RowStatus::crashed, "a file of more than 256 MiB"},
        {"eats_memory_in_a_thread", RowStatus::out_of_memory, "needs more than 256 MiB"},
        {"starts_threads", RowStatus::out_of_memory, "needs more than 256 MiB"},
#endif
  };
  const Scratch scratch;
  std::string plan = R"(
label = "misbehaviour"
repeats = 0
cpu_budget = 0.8
memory_budget = 256
[[grid]]
problem = "falling_ball"
scheme = "nscd"
dt = 1e-3
[[grid]]
problem = "falling_ball"
scheme = "misbehaves"
dt = 1e-3
how = ["sleeps", "floods_all_descriptors")";
  for (const Misbehaviour& m : all)
    plan += std::string(", \"") + m.how + '"';
  const std::string db = scratch / "rows.db";
  const auto before = std::chrono::steady_clock::now();
  const Variable mark("IMPACTBENCH_TEST", db.c_str());
  // All at once: none may hold up another.
  const Finished done = run(scratch, {"run", scratch.write("plan.toml", plan + "]\n"), "--store",
                                      db, "--jobs", "20", "--quiet"});
  const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - before;
  EXPECT_EQ(done.status, 1) << done.err;
  EXPECT_LT(spent.count(), 60.0);
  EXPECT_EQ(processes_with(db), 0U) << "an orphan is left";
  std::map<std::string, Row> rows = by_way(db);
  EXPECT_EQ(rows.size(), all.size() + 2);
  for (const Misbehaviour& m : all) {
    EXPECT_EQ(rows[m.how].status, m.status) << m.how << ": " << rows[m.how].reason;
#if !IMPACTBENCH_SANITIZED
    EXPECT_NE(rows[m.how].reason.find(m.words), std::string::npos)
        << m.how << ": " << rows[m.how].reason;
#endif
  }
  EXPECT_TRUE(rows["breaks_down"].reason.starts_with("at t = 0.01 s, q = ("))
      << "when and where: " << rows["breaks_down"].reason;
  // Which budget a flood of the answer uses up first depends on how fast we read.
  const RowStatus flood = rows["floods_all_descriptors"].status;
  EXPECT_TRUE(flood == RowStatus::out_of_memory || flood == RowStatus::timed_out)
      << to_text(flood) << ": " << rows["floods_all_descriptors"].reason;
  EXPECT_EQ(rows["nscd"].status, RowStatus::passed);
  EXPECT_GT(rows["nscd"].quantities.at("contacts") + rows["nscd"].quantities.at("kinetic_energy"),
            0.0);
  // Where a row comes from.
  const Row& row = rows["throws"];
  EXPECT_EQ(row.key, content_key(row.cell, row.revision, row.build));
  EXPECT_EQ(row.environment.at("blas_threads"), "1");
  for (const char* fact : {"cpu", "compiler", "flags", "blas_core", "libraries", "kernel", "host"})
    EXPECT_FALSE(row.environment.at(fact).empty()) << fact;
  if (std::filesystem::exists("/usr/bin/dpkg-query")) {
    for (const char* library : {"libopenblas-dev 0.", "libsuperlu-dev 5.", "libsqlite3-dev 3."})
      EXPECT_NE(row.environment.at("libraries").find(library), std::string::npos) << library;
  }
}

// A cell dies with the runner, be it killed without a word.
class KilledRunner : public ::testing::TestWithParam<std::pair<const char*, std::size_t>> {};

// Also what a cell started, in its session and out of it, ends with the runner.
TEST_P(KilledRunner, LeavesNoProcessBehind) {
  const auto [how, processes] = GetParam();
  const Scratch scratch;
  const std::string db = scratch / "rows.db";
  const Variable mark("IMPACTBENCH_TEST", db.c_str());
  const pid_t runner =
      start(scratch, {"run", "--problem", "falling_ball", "--scheme", "misbehaves", "--set",
                      std::string("how=") + how, "--set", "dt=1e-3", "--store", db});
  // Seen ten times in a row: on their way to the six they are six once, with one that leaves.
  const auto look = [&](std::size_t wanted) {
    std::size_t seen = processes_with(db);
    for (int k = 0, in_a_row = 0; k < 2000 && in_a_row < 10; ++k, seen = processes_with(db)) {
      in_a_row = seen == wanted ? in_a_row + 1 : 0;
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return seen;
  };
  EXPECT_EQ(look(processes), processes) << "runner, guard, cell and its children were not running";
  kill(runner, SIGKILL);
  finish(scratch, runner);
  EXPECT_EQ(look(0), 0U);
}
INSTANTIATE_TEST_SUITE_P(Ways, KilledRunner,
                         ::testing::Values(std::pair{"sleeps", std::size_t{3}},
                                           std::pair{"keeps_processes", std::size_t{6}}),
                         [](const auto& tested) { return std::string(tested.param.first); });

TEST(Isolation, RowsSayWhoSeesToTheirProcesses) {
  const Scratch scratch;
  const auto isolation = [&](const std::string& folder) {
    const Variable group("IMPACTBENCH_CGROUP", folder.c_str());
    const std::string db = scratch / "rows.db";
    std::filesystem::remove(db);
    run(scratch, {"run", "--problem", "falling_ball", "--scheme", "nscd", "--set", "dt=1e-2",
                  "--store", db, "--quiet"});
    return Store(db, StoreMode::read).rows().at(0).environment.at("isolation");
  };
  EXPECT_EQ(isolation("none"), "subreaper");
  std::filesystem::create_directory(scratch / "no group");
  EXPECT_EQ(isolation(scratch / "no group"), "subreaper");
  EXPECT_TRUE(std::filesystem::is_empty(scratch / "no group"));
  EXPECT_EQ(isolation(scratch / "nowhere"), "subreaper");
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

// A part that there is not has no cells, and would look done.
TEST(Isolation, ALauncherThatSaysNoPartIsRefused) {
  const Scratch scratch;
  const std::vector<std::string> all{"run", many_cells(scratch), "--store", scratch / "a.db"};
  for (const auto& [count, part] : {std::pair{"SLURM_ARRAY_TASK_COUNT", "SLURM_ARRAY_TASK_ID"},
                                    {"OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK"},
                                    {"SLURM_STEP_NUM_TASKS", "SLURM_PROCID"}}) {
    const Variable three(count, "3");
    for (const char* wrong : {"3", "-1", "", "2x"}) {
      const Variable its(part, wrong);
      const Finished done = run(scratch, all);
      EXPECT_NE(done.err.find("no part of 3"), std::string::npos) << done.err;
    }
  }
}

// Two people, or a batch system by mistake, run one plan into one store at the same time.
TEST(Isolation, TwoRunsOnOneStoreAreAsGoodAsOne) {
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

// A method that exceeds the budget with a coarse step is not tried with finer ones, unless asked.
TEST(Isolation, AHopelessLadderEndsWithItsFirstTimeOut) {
  const Scratch scratch;
  const std::string plan = scratch.write("plan.toml", R"(
repeats = 0
cpu_budget = 0.3
[[grid]]
problem = "falling_ball"
scheme = "misbehaves"
how = "hangs"
dt = [5e-4, 2e-3, 1e-3]
)");
  const std::string db = scratch / "rows.db";
  const std::vector<std::string> command{"run", plan, "--store", db, "--quiet"};
  std::vector<std::string> stopping = command;
  stopping.emplace_back("--stop-ladders");
  EXPECT_EQ(run(scratch, stopping).status, 1);
  std::map<double, Row> rows;
  for (Row& row : Store(db, StoreMode::read).rows())
    rows[row.cell.dt] = row;
  ASSERT_EQ(rows.size(), 3U);
  for (const auto& [dt, row] : rows)
    EXPECT_EQ(row.status, RowStatus::timed_out) << dt;
  EXPECT_EQ(rows[2e-3].reason, "used up its budget of 0.3 s CPU time");
  EXPECT_EQ(rows[1e-3].reason, "not run: with dt = 0.002 s it used up its budget of CPU time");
  EXPECT_EQ(rows[5e-4].reason, rows[1e-3].reason);
  EXPECT_NE(run(scratch, command).out.find("0 run now, 3 resumed"), std::string::npos);
  std::vector<std::string> again = command;
  again.emplace_back("--retry");
  EXPECT_NE(run(scratch, again).out.find("3 run now, 0 resumed"), std::string::npos);
  EXPECT_EQ(Store(db, StoreMode::read).get(rows[5e-4].key)->reason, rows[2e-3].reason);
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
