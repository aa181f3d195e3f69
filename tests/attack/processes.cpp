// Runners that are signalled and killed, cells that misbehave.

#include "benchmarks/store/store.hpp"
#include "benchmarks/store/text_file.hpp"
#include "tests/attack/classes.hpp"

#include <fmt/format.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <thread>

namespace impactbench::attack {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

constexpr const char* mark = "IMPACTBENCH_ATTACK";

/// Processes with our mark in their environment.
std::size_t processes_of(const std::string& value) {
  std::size_t out = 0;
  std::error_code gone;
  for (const auto& entry : fs::directory_iterator("/proc", gone)) {
    const auto environment = read_text_file(entry.path() / "environ");
    if (environment && environment->find(value) != std::string::npos) ++out;
  }
  return out;
}

Verdict nobody_left(const std::string& value) {
  for (int k = 0; k < 600; ++k) {
    if (processes_of(value) == 0) return std::nullopt;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return fmt::format("{} processes are left", processes_of(value));
}

constexpr const char* many = R"(
repeats = 0
[[grid]]
problem = ["falling_ball", "moving_ball", "newton_cradle"]
scheme = ["nscd", "inc"]
dt = [1e-2, 5e-3, 2e-3]
)";
constexpr std::size_t cells_of_many = 18;

/// A runner of many cells beside one whose children stay; signalled after a while.
Verdict interrupted(Arena& arena, Random& random, int signal_number, bool scratch) {
  const std::string plan = arena.folder.write("p.toml", many);
  const std::string db = arena.path("rows.db");
  fs::create_directories(arena.path("work"));
  Words words{"run", plan, "--store", db, "--quiet", "--jobs", std::to_string(1 + random.below(3))};
  if (scratch) words.insert(words.end(), {"--scratch", arena.path("work"), "--publish", "0.05s"});
  const pid_t runner = arena.begin(
      words, {.full_stdout = false, .folder = {}, .environment = {{mark, arena.folder.path()}}});
  // Before it has begun to run cells a signal ends it as it ends any program.
  Arena::wait_for_a_row(db);
  std::this_thread::sleep_for(std::chrono::milliseconds(random.below(200)));
  kill(runner, signal_number);
  int status = 0;
  waitpid(runner, &status, 0);
  if (auto left = nobody_left(arena.folder.path())) return left;
  if (signal_number != SIGKILL) {
    // With its last row stored it is done, and a signal ends it as it ends any program.
    if (!WIFEXITED(status) && Store(db, StoreMode::read).size() < cells_of_many)
      return fmt::format("signal {} ended it without its word", signal_number);
    if (WIFEXITED(status) && WEXITSTATUS(status) > 1)
      return fmt::format("exit status {}: {}", WEXITSTATUS(status), slurp(arena.path(".err")));
  }
  const Ended again = arena.run(words);
  if (auto wrong = in_order(again, {0, 1})) return *wrong;
  if (scratch && !fs::is_empty(arena.path("work"))) return "the scratch folder is not empty";
  const std::string whole = arena.path("whole.db");
  (void)arena.run({"run", plan, "--store", whole, "--quiet", "--jobs", "2"});
  return arena.differ(db, whole);
}

}  // namespace

Verdict signalled_runner(Arena& arena, Random& random) {
  static const std::vector<int> all{SIGINT,  SIGTERM, SIGHUP,    SIGUSR1,
                                    SIGUSR2, SIGALRM, SIGVTALRM, SIGPIPE};
  return interrupted(arena, random, random.of(all), random.chance(0.3));
}

Verdict killed_runner(Arena& arena, Random& random) {
  return interrupted(arena, random, SIGKILL, random.chance(0.5));
}

Verdict misbehaving_cells(Arena& arena, Random& random) {
  struct Way {
    const char* how;
    RowStatus status;
  };
  static const std::vector<Way> all{{"throws", RowStatus::crashed},
                                    {"throws_in_a_thread", RowStatus::crashed},
                                    {"breaks_down", RowStatus::stopped},
                                    {"segfaults", RowStatus::crashed},
                                    {"aborts", RowStatus::crashed},
                                    {"leaves", RowStatus::crashed},
                                    {"hangs", RowStatus::timed_out},
                                    {"hangs_without_answer", RowStatus::timed_out},
                                    {"eats_memory", RowStatus::out_of_memory},
                                    {"floods_output", RowStatus::timed_out},
                                    {"gives_nan", RowStatus::stopped},
                                    {"starts_processes", RowStatus::crashed},
                                    {"burns_in_children", RowStatus::timed_out},
                                    {"hoards_in_children", RowStatus::out_of_memory},
                                    {"fills_a_file", RowStatus::crashed},
                                    {"kills_its_guard", RowStatus::crashed},
                                    {"stops_its_guard", RowStatus::timed_out}};
  const Way& first = random.of(all);
  const Way& second = random.of(all);
  // To touch 288 MB, page by page, can take half a second.
  const std::string_view hoards = "hoards_in_children";
  const double budget = first.how == hoards || second.how == hoards ? 2.0 : 0.5;
  const std::string plan = arena.folder.write("p.toml", fmt::format(R"(
repeats = 0
cpu_budget = {}
memory_budget = 256
[[grid]]
problem = "falling_ball"
scheme = "nscd"
dt = 1e-2
[[grid]]
problem = "falling_ball"
scheme = "misbehaves"
dt = 1e-3
how = ["{}", "{}"]
)",
                                                                    budget, first.how, second.how));
  const std::string db = arena.path("rows.db");
  const Start start{
      .full_stdout = false, .folder = {}, .environment = {{mark, arena.folder.path()}}};
  const Ended ended = arena.run(
      {"run", plan, "--store", db, "--quiet", "--jobs", std::to_string(1 + random.below(4))},
      start);
  const std::string what = fmt::format("{}, {}: ", first.how, second.how);
  if (auto wrong = in_order(ended, {1})) return what + *wrong;
  if (auto left = nobody_left(arena.folder.path())) return what + *left;
  for (const Row& row : Store(db, StoreMode::read).rows(RowExtent::brief)) {
    const auto how = row.cell.scheme_parameters.find("how");
    if (how == row.cell.scheme_parameters.end()) {
      if (!ran_to_the_end(row.status)) return what + "the cell beside it: " + row.reason;
      continue;
    }
    const std::string name = std::get<std::string>(how->second);
    const RowStatus wanted = name == first.how ? first.status : second.status;
    if (row.status != wanted)
      return what + name + " is " + std::string(to_text(row.status)) + ": " + row.reason;
  }
  return std::nullopt;
}

}  // namespace impactbench::attack
