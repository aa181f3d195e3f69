#include "benchmarks/store/store.hpp"
#include "problems/base/sanitized.hpp"
#include "tests/benchmarks/spawn.hpp"
#include "tests/support/variable.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <map>
#include <thread>

namespace impactbench::testing {
namespace {

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

#if !IMPACTBENCH_SANITIZED
// A run is charged for the memory of its children. A kernel may take over a second to find
// large pages for them, so the budget of CPU time is larger than such a search.
TEST(Isolation, CountsTheMemoryOfChildren) {
  const Scratch scratch;
  const std::string db = scratch / "rows.db";
  const Variable mark("IMPACTBENCH_TEST", db.c_str());
  const std::string plan = scratch.write("plan.toml", R"(
label = "children"
repeats = 0
cpu_budget = 20
memory_budget = 256
[[grid]]
problem = "falling_ball"
scheme = "misbehaves"
dt = 1e-3
how = "hoards_in_children"
)");
  const Finished done = run(scratch, {"run", plan, "--store", db, "--quiet"});
  EXPECT_EQ(done.status, 1) << done.err;
  EXPECT_EQ(processes_with(db), 0U) << "an orphan is left";
  const Row row = by_way(db)["hoards_in_children"];
  EXPECT_EQ(row.status, RowStatus::out_of_memory) << row.reason;
  EXPECT_NE(row.reason.find("MiB, more than 256"), std::string::npos) << row.reason;
}
#endif

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

}  // namespace
}  // namespace impactbench::testing
