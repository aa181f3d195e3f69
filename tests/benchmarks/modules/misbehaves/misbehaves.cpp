#include "tests/benchmarks/modules/misbehaves/misbehaves.hpp"

#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <stdexcept>
#include <thread>
#include <vector>

namespace impactbench::misbehaves {
namespace {

volatile bool forever = true;

[[noreturn]] void fall_asleep() {
  while (true)
    std::this_thread::sleep_for(std::chrono::hours(1));
}

void spin() {
  for (volatile unsigned k = 0; forever;)
    k = k + 1;
}

void segfault() {
  volatile int* nowhere = nullptr;
  *nowhere = 1;
}

/// Address space, which is what is limited: pages that nobody touches cost no time.
void eat_memory() {
  std::vector<std::unique_ptr<double[]>> hoard;
  while (forever)
    hoard.emplace_back(new double[std::size_t{1} << 20]);
}

void start_threads() {
  while (forever)
    std::thread(fall_asleep).detach();
}

/// As much as it can into all of these, until the budget ends it.
void flood(int first, int last) {
  const std::string line(65536, '!');
  while (forever) {
    for (int fd = first; fd <= last; ++fd)
      [[maybe_unused]] const auto written = write(fd, line.data(), line.size());
  }
}

/// Processes that outlive it: one of its session, one that leaves it and has a child of its own.
void start_processes() {
  for (const bool away : {false, true}) {
    if (fork() != 0) continue;
    if (away) {
      setsid();
      (void)fork();
    }
    fall_asleep();
  }
  _exit(0);
}

/// The same, and stays.
void keep_processes() {
  if (fork() == 0) start_processes();
  fall_asleep();
}

/// Work that none of the processes does for long: each dies young, and is waited for.
void burn_in_children() {
  while (forever) {
    if (fork() != 0) {
      wait(nullptr);
      continue;
    }
    const std::clock_t begun = std::clock();
    while (std::clock() - begun < CLOCKS_PER_SEC / 5) {
    }
    _exit(0);
  }
}

/// Each holds what one may, all of them more.
void hoard_in_children() {
  for (int k = 0; k < 6; ++k) {
    if (fork() != 0) continue;
    // In large pages where the system has them, or the time of so many small ones ends the cell.
    constexpr std::size_t page = std::size_t{2} << 20, hoard = 24 * page;
    void* const start = std::aligned_alloc(page, hoard);
    madvise(start, hoard, MADV_HUGEPAGE);
    if (std::memset(start, 1, hoard) != nullptr) fall_asleep();
  }
  fall_asleep();
}

void fill_a_file() {
  char name[] = "/tmp/impactbench_fill_XXXXXX";
  const int file = mkstemp(name);
  unlink(name);
  // One byte at the end of a terabyte: the size is what counts.
  if (pwrite(file, "!", 1, off_t{1} << 40) == 1) fall_asleep();
}

const std::map<std::string, std::function<void()>>& ways() {
  static const std::map<std::string, std::function<void()>> table{
      {"throws", [] { throw std::runtime_error("a scheme that throws"); }},
      {"throws_in_a_thread",
       [] { std::thread([] { throw std::runtime_error("a thread that throws"); }).join(); }},
      {"segfaults", segfault},
      {"aborts", [] { std::abort(); }},
      {"leaves", [] { std::exit(0); }},
      {"hangs", spin},
      {"hangs_without_answer",
       [] {
         close_range(0, ~0U, 0);
         spin();
       }},
      {"sleeps", fall_asleep},
      {"eats_memory", eat_memory},
      {"eats_memory_in_a_thread", [] { std::thread(eat_memory).join(); }},
      {"starts_threads", start_threads},
      {"floods_output", [] { flood(1, 2); }},
      {"floods_all_descriptors", [] { flood(1, 30); }},
      {"starts_processes", start_processes},
      {"keeps_processes", keep_processes},
      {"burns_in_children", burn_in_children},
      {"hoards_in_children", hoard_in_children},
      {"fills_a_file", fill_a_file},
      {"kills_its_guard",
       [] {
         kill(getppid(), SIGKILL);
         fall_asleep();
       }},
      {"stops_its_guard", [] {
         kill(getppid(), SIGSTOP);
         spin();
       }}};
  return table;
}

class Stepper final : public Scheme {
 public:
  Stepper(std::string how, double h) : how_(std::move(how)), h_(h) {}

  StepReport step(State& state) override {
    state.q += h_ * state.v;
    if (++state.step != 10) return {};
    if (how_ == "breaks_down")
      return {.status = StepStatus::breakdown, .reason = "singular on purpose"};
    if (how_ == "gives_nan") {
      state.q.fill(std::numeric_limits<double>::quiet_NaN());
      return {};
    }
    ways().at(how_)();
    return {};
  }

 private:
  std::string how_;
  double h_;
};

class Misbehaves final : public Method {
 public:
  explicit Misbehaves(const Params& p) : how_(p.how) {}

  [[nodiscard]] SchemeClaims claims() const override { return {}; }
  [[nodiscard]] std::optional<std::string> refuses(const ProblemTraits&, double) const override {
    return std::nullopt;
  }
  [[nodiscard]] std::unique_ptr<Scheme> instance(const MechanicalSystem&, const State&, double h,
                                                 Solvers) const override {
    return std::make_unique<Stepper>(how_, h);
  }

 private:
  std::string how_;
};

}  // namespace

SchemeEntry entry() {
  return {.name = "misbehaves",
          .summary = "does what no scheme should at step 10",
          .reference = "tests of the runner",
          .parameters = parameters_of<Params>(),
          .make = [](const ParameterSet& given) -> std::unique_ptr<const Method> {
            return std::make_unique<Misbehaves>(parse<Params>(given, "scheme misbehaves"));
          }};
}

}  // namespace impactbench::misbehaves
