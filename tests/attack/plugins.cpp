// Plug-ins that are none, and one that does harm where it is asked what it is.

#include "benchmarks/store/store.hpp"
#include "tests/attack/classes.hpp"

#include <fmt/format.h>

#include <filesystem>

namespace impactbench::attack {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

std::string our_plugin(const Arena& arena, const std::string& name) {
  fs::copy_file(IMPACTBENCH_HOSTILE_PLUGIN, arena.path(name));
  return arena.path(name);
}

}  // namespace

Verdict odd_plugins(Arena& arena, Random& random) {
  for (const char* folder : {"here", "elsewhere"})
    fs::create_directories(arena.path(folder));
  const std::string whole = our_plugin(arena, "whole.so");
  std::string bytes = slurp(whole);
  Start start{.full_stdout = false, .folder = arena.path("here"), .environment = {}};
  // The loader would find the other one.
  start.environment["LD_LIBRARY_PATH"] = arena.path("elsewhere");
  std::string named = "mine.so";
  bool ours = false;
  switch (random.below(8)) {
    case 0:  // a name without a slash is a file of the current folder
      ours = random.chance(0.5);
      arena.folder.write(ours ? "elsewhere/mine.so" : "here/mine.so", "no library");
      fs::copy_file(whole, arena.path(ours ? "here/mine.so" : "elsewhere/mine.so"));
      break;
    case 1: {  // of another program
      const std::size_t mark = bytes.find("impactbench-abi: ");
      if (mark == std::string::npos) return "there is no mark";
      char& c = bytes[mark + 17 + random.below(20)];
      c = c == 'x' ? 'y' : 'x';
      arena.folder.write("here/mine.so", bytes);
      break;
    }
    case 2:
      for (std::size_t at; (at = bytes.find("impactbench-abi: ")) != std::string::npos;)
        bytes[at] = 'x';
      arena.folder.write("here/mine.so", bytes);
      break;
    case 3:
      fs::create_directories(arena.path("here/mine.so"));
      break;
    case 4:
      fs::create_symlink(random.of(Words{"mine.so", "none", whole}), arena.path("here/mine.so"));
      ours = fs::exists(fs::symlink_status(arena.path("here/mine.so"))) &&
             fs::read_symlink(arena.path("here/mine.so")) == whole;
      break;
    case 5:  // twice under two names
      fs::copy_file(whole, arena.path("here/mine.so"));
      named = "mine.so:" + whole;
      break;
    case 6:
      named = random.of(Words{"/dev/zero", "/dev/null", "/proc/self/mem", "none.so", "/", ".",
                              "/etc/passwd", "$(touch canary)"});
      break;
    default:  // once under one name, with empty ones around
      fs::copy_file(whole, arena.path("here/mine.so"));
      named = random.of(Words{":mine.so", "mine.so:", "::mine.so::", "mine.so:mine.so"});
      ours = true;
  }
  const bool variable = named.find(':') != std::string::npos || random.chance(0.5);
  Words words{"list", "schemes"};
  if (variable)
    start.environment["IMPACTBENCH_PLUGINS"] = named;
  else
    words.insert(words.begin(), {"--plugin", named});
  const Ended ended = arena.run(words, start);
  if (auto wrong = in_order(ended, {ours ? 0 : 2})) return named + ": " + *wrong;
  if (fs::exists(arena.path("here/canary"))) return "something was run";
  const bool listed = ended.out.find("  hostile ") != std::string::npos;
  if (listed != ours) return named + (ours ? ": is not listed" : ": is listed");
  if (!ours && ended.err.find("plug-in") == std::string::npos) return named + ": " + ended.err;
  return std::nullopt;
}

Verdict hostile_plugin(Arena& arena, Random& random) {
  const std::string plugin = our_plugin(arena, "libhostile.so"), db = arena.path("new.db");
  const std::string where = random.of(Words{"make", "refuses", "claims", "instance"});
  // Whoever loops is waited for ten seconds.
  const std::string how =
      random.chance(0.03)
          ? "loops"
          : random.of(Words{"aborts", "segfaults", "leaves", "throws", "throws_a_number",
                            "eats_memory", "overflows_the_stack", "kills_its_parent"});
  const std::string plan = arena.folder.write("p.toml", fmt::format(R"(
repeats = 0
cpu_budget = 0.5
[[grid]]
problem = "falling_ball"
scheme = "nscd"
dt = 1e-2
[[grid]]
problem = "falling_ball"
scheme = "hostile"
dt = 1e-2
where = "{}"
how = "{}"
)",
                                                                    where, how));
  const std::string what = where + ' ' + how + ": ";
  const bool in_a_cell = where == "instance";
  Words words{"--plugin", plugin, "run", plan, "--store", db, "--quiet"};
  if (!in_a_cell && random.chance(0.5)) words.emplace_back("--dry-run");
  const Ended ended = arena.run(words);
  if (!in_a_cell) {
    if (auto wrong = in_order(ended, {2})) return what + *wrong;
    if (ended.err.find("plug-in 'libhostile.so'") == std::string::npos)
      return what + "the plug-in is not named: " + ended.err;
    if (fs::exists(db)) return what + "a store was made";
    return std::nullopt;
  }
  if (auto wrong = in_order(ended, {1})) return what + *wrong;
  const std::vector<Row> rows = Store(db, StoreMode::read).rows(RowExtent::brief);
  if (rows.size() != 2) return what + fmt::format("{} rows", rows.size());
  for (const Row& row : rows) {
    const bool ran = ran_to_the_end(row.status);
    if (ran == (row.cell.scheme == "hostile"))
      return what + row.cell.scheme + ": " + std::string(to_text(row.status)) + ' ' + row.reason;
  }
  return std::nullopt;
}

}  // namespace impactbench::attack
