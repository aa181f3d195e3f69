// The guard and the control group of a cell, in this process: what the cell starts ends with it.
#include "benchmarks/matrix/guard.hpp"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <ctime>
#include <thread>

namespace impactbench {
namespace {

/// A cell that ends at once and leaves a process that says "alive" half a second later.
[[noreturn]] void leave_a_process(int alive) {
  if (fork() == 0) {
    std::this_thread::sleep_for(std::chrono::milliseconds(500));
    [[maybe_unused]] const ssize_t written = write(alive, "alive", 5);
    _exit(0);
  }
  _exit(7);
}

/// The two descriptors of a guard with their other ends.
struct Ends {
  std::array<int, 2> orders{}, answers{};
  Ends() {
    EXPECT_EQ(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, orders.data()), 0);
    EXPECT_EQ(pipe(answers.data()), 0);
  }
  [[nodiscard]] GuardPipes of_guard() const { return {orders[1], answers[1]}; }
  void close_those_of_guard() const {
    close(orders[1]);
    close(answers[1]);
  }
  void order(std::size_t number) const {
    EXPECT_EQ(send(orders[0], &number, sizeof number, 0), ssize_t{sizeof number});
  }
  template <class T>
  [[nodiscard]] T hear() const {
    T out{};
    EXPECT_EQ(recv(orders[0], &out, sizeof out, 0), ssize_t{sizeof out});
    return out;
  }
};

TEST(Guard, EndsWhatTheCellStarted) {
  const Ends ends;
  const pid_t here = getpid();
  const pid_t guard = fork();
  if (guard == 0)
    stand_guard(here, ends.of_guard(), nullptr,
                [](std::size_t, int alive) { leave_a_process(alive); });
  ends.close_those_of_guard();
  ends.order(0);
  (void)ends.hear<pid_t>();
  EXPECT_EQ(WEXITSTATUS(ends.hear<GuardReport>().wait_status), 7);
  // Without anybody to give it a number the guard ends, and the file ends when no process is left
  // that could write.
  close(ends.orders[0]);
  std::array<char, 5> word{};
  EXPECT_EQ(read(ends.answers[0], word.data(), word.size()), 0) << "the process outlived its cell";
  int status = 0;
  EXPECT_EQ(waitpid(guard, &status, 0), guard);
  EXPECT_EQ(status, 0);
  close(ends.answers[0]);
}

// The bytes of a report go to the runner as they stand in memory, and padding has no value.
TEST(Guard, NoByteOfItsReportIsPadding) {
  EXPECT_EQ(sizeof(GuardReport),
            sizeof(GuardReport::wait_status) + sizeof(GuardReport::cpu) + sizeof(GuardReport::all));
}

/// A runner that is gone as soon as its cell has started a process.
[[noreturn]] void run_and_die(const Ends& ends) {
  const pid_t here = getpid();
  if (fork() == 0) {
    stand_guard(here, ends.of_guard(), nullptr, [](std::size_t, int alive) {
      if (fork() == 0) {
        std::this_thread::sleep_for(std::chrono::milliseconds(500));
        [[maybe_unused]] const ssize_t written = write(alive, "alive", 5);
        _exit(0);
      }
      std::this_thread::sleep_for(std::chrono::seconds(1));
    });
  }
  ends.order(0);
  (void)ends.hear<pid_t>();
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  _exit(0);
}

TEST(Guard, EndsWhatTheCellStartedWhereTheRunnerDies) {
  const Ends ends;
  const pid_t runner = fork();
  if (runner == 0) run_and_die(ends);
  ends.close_those_of_guard();
  close(ends.orders[0]);
  int status = 0;
  EXPECT_EQ(waitpid(runner, &status, 0), runner);
  std::array<char, 5> word{};
  EXPECT_EQ(read(ends.answers[0], word.data(), word.size()), 0) << "the cell outlived its runner";
  close(ends.answers[0]);
}

/// A process in the group starts one in a session of its own, which computes for 0.1 s, says so and
/// would say it again a second later.
[[noreturn]] void leave_another_in(const CellGroup& group, int said) {
  if (!group.join()) _exit(1);
  if (fork() != 0) _exit(0);
  setsid();
  while (std::clock() < CLOCKS_PER_SEC / 10) {
  }
  for (int k = 0; k < 2; ++k) {
    [[maybe_unused]] const ssize_t written = write(said, "x", 1);
    std::this_thread::sleep_for(std::chrono::seconds(1));
  }
  _exit(0);
}

TEST(CellGroup, HoldsWhatLeftItsSessionAndItsParents) {
  if (isolation() != "cgroup") GTEST_SKIP() << "this system lets us have no control group";
  const std::unique_ptr<CellGroup> group = CellGroup::make();
  ASSERT_NE(group, nullptr);
  std::array<int, 2> said{};
  ASSERT_EQ(pipe(said.data()), 0);
  const pid_t child = fork();
  if (child == 0) leave_another_in(*group, said[1]);
  close(said[1]);
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  ASSERT_EQ(status, 0);
  char byte = 0;
  ASSERT_EQ(read(said[0], &byte, 1), 1);
  EXPECT_GE(group->cpu(), 0.1);
  EXPECT_LT(group->cpu(), 0.6);
  group->kill();
  EXPECT_EQ(read(said[0], &byte, 1), 0) << "it outlived its group";
  close(said[0]);
}

}  // namespace
}  // namespace impactbench
