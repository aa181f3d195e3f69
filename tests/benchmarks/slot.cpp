// A slot runs cells one after the other: none is met by what another did.
#include "benchmarks/matrix/slot.hpp"

#include "problems/base/error.hpp"
#include "tests/support/scratch.hpp"
#include "tests/support/slurp.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <string>

namespace impactbench::testing {
namespace {

constexpr Budget small{.cpu = 0.3, .memory = 256.0, .threads = 1, .file = 64.0};

Ending run(Slot& slot, std::size_t number) {
  slot.start(number);
  while (!slot.poll())
    wait_for(slot.events());
  return slot.ending();
}

void compute(double seconds) {
  const std::clock_t until = std::clock() + static_cast<std::clock_t>(seconds * CLOCKS_PER_SEC);
  while (std::clock() < until) {
  }
}

TEST(Slot, ACellSeesNothingOfTheOneBefore) {
  int counted = 0;
  Slot slot([&](std::size_t number) {
    return CellTask{[&, number] { return std::to_string(10 * number + ++counted); }, small};
  });
  EXPECT_EQ(run(slot, 1).text, "11");
  EXPECT_EQ(run(slot, 2).text, "21") << "the first cell's count is still there";
  EXPECT_EQ(counted, 0);
}

// A cell that answers with too much leaves part of it in the pipe.
TEST(Slot, TheAnswerOfOneCellIsNotThatOfTheNext) {
  Slot slot([](std::size_t megabytes) {
    return CellTask{[megabytes] {
                      const std::string text(1 << 20, 'y');
                      for (std::size_t k = 0; k < megabytes; ++k)
                        (void)!write(STDERR_FILENO + 1, text.data(), text.size());
                      return std::string("end");
                    },
                    {.cpu = 5.0, .memory = 256.0, .threads = 1, .file = 64.0}};
  });
  const Ending flood = run(slot, 300);
  EXPECT_EQ(flood.text, "answers with more than 256 MiB");
  EXPECT_EQ(run(slot, 0).text, "end");
}

// Of each the budget holds, though all together use more.
TEST(Slot, EachCellHasItsOwnTime) {
  Slot slot([](std::size_t) {
    return CellTask{[] {
                      // The time of a process that the cell has started counts as well.
                      const pid_t child = fork();
                      if (child == 0) {
                        compute(0.12);
                        _exit(0);
                      }
                      waitpid(child, nullptr, 0);
                      compute(0.06);
                      return std::string("in time");
                    },
                    small};
  });
  for (std::size_t cell = 0; cell < 4; ++cell) {
    const Ending ending = run(slot, cell);
    EXPECT_EQ(ending.text, "in time");
    EXPECT_GT(slot.cpu(), 0.17);
    EXPECT_LT(slot.cpu(), 0.3);
  }
}

// Whoever ignores SIGCHLD passes that on to the programs it starts, whose children then leave no
// status to wait for.
TEST(Slot, ACallerThatIgnoresItsChildrenGetsAnAnswer) {
  struct sigaction before {};
  sigaction(SIGCHLD, nullptr, &before);
  signal(SIGCHLD, SIG_IGN);
  {
    Slot slot([](std::size_t) { return CellTask{[] { return std::string("well"); }, small}; });
    slot.start(0);
    bool ended = false;
    for (int k = 0; k < 200 && !ended; ++k) {  // of 50 ms at most
      wait_for(slot.events());
      ended = slot.poll();
    }
    EXPECT_TRUE(ended);
    EXPECT_EQ(slot.ending().text, "well");
  }
  sigaction(SIGCHLD, &before, nullptr);
}

// A cell of bad manners: the next one has another guard.
TEST(Slot, ACellThatKillsItsGuardDiesAlone) {
  Slot slot([](std::size_t number) {
    return CellTask{[number] {
                      if (number == 1) {
                        kill(getppid(), SIGKILL);
                        for (;;)
                          pause();
                      }
                      return std::string("well");
                    },
                    small};
  });
  EXPECT_EQ(run(slot, 0).text, "well");
  const Ending dead = run(slot, 1);
  EXPECT_EQ(dead.status, RowStatus::crashed);
  EXPECT_NE(dead.text.find("signal 9"), std::string::npos) << dead.text;
  EXPECT_EQ(run(slot, 2).text, "well");
}

TEST(Slot, WorkThatDiesBecomesAStatus) {
  // Things that a library may do to the process that calls it.
  const Budget budget{.cpu = 0.3, .memory = 512.0, .threads = 1};
  const Ending well = run_in_child([] { return std::string("well\n"); }, budget);
  EXPECT_EQ(well.status, RowStatus::passed);
  EXPECT_EQ(well.text, "well\n");
  const Ending aborts = run_in_child([]() -> std::string { std::abort(); }, budget);
  EXPECT_EQ(aborts.status, RowStatus::crashed);
  EXPECT_NE(aborts.text.find("signal 6"), std::string::npos) << aborts.text;
  const Ending leaves = run_in_child([]() -> std::string { _exit(3); }, budget);
  EXPECT_EQ(leaves.status, RowStatus::crashed);
  EXPECT_NE(leaves.text.find("exit status 3 and without an answer"), std::string::npos)
      << leaves.text;
  const Ending throws =
      run_in_child([]() -> std::string { throw ConfigurationError("a sentence"); }, budget);
  EXPECT_EQ(throws.status, RowStatus::crashed);
  EXPECT_EQ(throws.text, "a sentence");
  const Ending hangs = run_in_child(
      []() -> std::string {
        volatile int turns = 0;  // clang leaves out a loop on an atomic that nobody else sees
        while (turns >= 0)
          turns = 1;
        return "";
      },
      budget);
  EXPECT_EQ(hangs.status, RowStatus::timed_out) << hangs.text;
}

TEST(Slot, TheSystemsLimitOnCpuTimeIsATimeOutWhateverTheClockSays) {
  // The system counts ticks and may end a process before the clock that we read passes the budget.
  // It must not do so by SIGKILL, which is how it ends one where there is no memory left.
  const Budget budget{.cpu = 10.0, .memory = 512.0, .threads = 1};
  const Ending limits = run_in_child(
      []() -> std::string {
        rlimit cpu{};
        getrlimit(RLIMIT_CPU, &cpu);
        return std::to_string(cpu.rlim_cur) + " " + std::to_string(cpu.rlim_max);
      },
      budget);
  EXPECT_EQ(limits.text, "11 16") << "first SIGXCPU, then SIGKILL";
  const Ending ticks = run_in_child(
      []() -> std::string {
        std::raise(SIGXCPU);
        return "";
      },
      budget);
  EXPECT_EQ(ticks.status, RowStatus::timed_out) << ticks.text;
  EXPECT_EQ(ticks.text, "used up its budget of 10 s CPU time");
  const Ending killed = run_in_child(
      []() -> std::string {
        std::raise(SIGKILL);
        return "";
      },
      budget);
  EXPECT_EQ(killed.status, RowStatus::crashed) << killed.text;
}

TEST(Slot, WhatWorkHasStartedEndsWithIt) {
  // A process that leaves its session, and writes down that it lives.
  const Scratch scratch;
  const std::string heart = scratch / "beats";
  const auto leave = [&]() -> std::string {
    if (fork() == 0) {
      setsid();
      for (int beat = 0; beat < 5000; ++beat) {
        std::ofstream(heart, std::ios::app) << '.';
        usleep(1000);
      }
      _exit(0);
    }
    while (slurp(heart).empty())
      usleep(1000);
    return "done";
  };
  EXPECT_EQ(run_in_child(leave, {.cpu = 5.0, .memory = 512.0, .threads = 1}).text, "done");
  const std::string beats = slurp(heart);
  EXPECT_FALSE(beats.empty());
  usleep(50000);
  EXPECT_EQ(slurp(heart), beats);
}

}  // namespace
}  // namespace impactbench::testing
