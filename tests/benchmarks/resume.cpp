#include "benchmarks/store/store.hpp"
#include "tests/benchmarks/spawn.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <thread>

namespace impactbench {
namespace {

// 24 cells that each wait for a tenth of a second and hardly work.
constexpr const char* slow_plan = R"(
repeats = 0
[[grid]]
problem = "falling_ball"
scheme = "dawdles"
number = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23]
horizon = 0.4
dt = 1e-3
)";

std::string digest(const TemporaryFolder& folder, const std::string& store) {
  const Outcome out = run_program(folder, {"export", store, "--digest"});
  EXPECT_EQ(out.status, 0) << out.err;
  EXPECT_EQ(out.out.size(), 33U);  // 32 hexadecimal digits and a line break
  return out.out;
}

[[nodiscard]] std::size_t size_of(const std::string& path) {
  return std::filesystem::exists(path) ? Store(path, StoreMode::read).size() : 0;
}

/// Waits until some rows are stored but not all, so that a signal comes in mid-run.
void wait_for_some_rows(const std::string& path) {
  for (int k = 0; k < 2000; ++k) {
    try {
      if (size_of(path) >= 3) return;
    } catch (const std::exception&) {  // not there yet
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  FAIL() << "no rows after 20 s";
}

class Resume : public testing::Test {
 protected:
  Resume() : plan_(folder_.write("slow.toml", slow_plan)) {}

  [[nodiscard]] std::vector<std::string> run(const std::string& store) const {
    return {"run", plan_, "--store", store, "--jobs", "4", "--quiet"};
  }

  TemporaryFolder folder_;
  std::string plan_;
};

TEST_F(Resume, AKilledRunGoesOnToTheSameDigest) {
  ASSERT_LE(run_program(folder_, run("whole.db")).status, 1);
  ASSERT_EQ(size_of(folder_.file("whole.db")), 24U);

  const pid_t program = start_program(folder_, run("killed.db"));
  wait_for_some_rows(folder_.file("killed.db"));
  kill(program, SIGKILL);
  EXPECT_EQ(finish_program(folder_, program).status, -1);
  const std::size_t stored = size_of(folder_.file("killed.db"));
  EXPECT_GE(stored, 3U);
  ASSERT_LT(stored, 24U) << "the kill came too late to show anything";

  const Outcome resumed = run_program(folder_, run("killed.db"));
  EXPECT_NE(resumed.out.find(std::to_string(24 - stored) + " run now"), std::string::npos)
      << resumed.out;
  EXPECT_EQ(digest(folder_, "killed.db"), digest(folder_, "whole.db"));
}

TEST_F(Resume, TwoShardsMergedGiveTheDigestOfOneRun) {
  ASSERT_LE(run_program(folder_, run("whole.db")).status, 1);
  // One shard by option, one as a Slurm array says it.
  std::vector<std::string> first = run("0.db");
  first.insert(first.end(), {"--shard", "0/2"});
  ASSERT_LE(run_program(folder_, first).status, 1);
  ASSERT_LE(run_program(folder_, run("1.db"),
                        {"SLURM_ARRAY_TASK_COUNT=2", "SLURM_ARRAY_TASK_MIN=1",
                         "SLURM_ARRAY_TASK_MAX=2", "SLURM_ARRAY_TASK_ID=2"})
                .status,
            1);
  const std::size_t zero = size_of(folder_.file("0.db"));
  const std::size_t one = size_of(folder_.file("1.db"));
  EXPECT_GT(zero, 0U);
  EXPECT_GT(one, 0U);
  EXPECT_EQ(zero + one, 24U);
  EXPECT_NE(digest(folder_, "0.db"), digest(folder_, "whole.db"));

  ASSERT_EQ(run_program(folder_, {"merge", "both.db", "1.db", "0.db"}).status, 0);
  ASSERT_EQ(run_program(folder_, {"merge", "both.db", "0.db", "1.db"}).status, 0);
  EXPECT_EQ(size_of(folder_.file("both.db")), 24U);
  EXPECT_EQ(digest(folder_, "both.db"), digest(folder_, "whole.db"));
}

// A batch system warns before it kills; Ctrl-C is the same wish.
TEST_F(Resume, ASignalFinishesRunningCellsAndKeepsThem) {
  const pid_t program = start_program(folder_, run("asked.db"));
  wait_for_some_rows(folder_.file("asked.db"));
  kill(program, SIGTERM);
  const Outcome asked = finish_program(folder_, program);
  EXPECT_EQ(asked.status, 1);
  EXPECT_NE(asked.err.find("interrupted"), std::string::npos) << asked.err;
  const auto rows = Store(folder_.file("asked.db"), StoreMode::read).rows(false);
  ASSERT_LT(rows.size(), 24U);
  for (const Row& row : rows)
    EXPECT_NE(row.status, RowStatus::crashed) << row.reason;
}

}  // namespace
}  // namespace impactbench
