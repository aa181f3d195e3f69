// Trouble of the machine while a run is under way: files that change, outputs that lose their
// place. Whatever it was, no verdict of it stays: once it is mended, the same command comes to the
// rows of a run without trouble.

#include "benchmarks/store/store.hpp"
#include "tests/attack/classes.hpp"

#include <fmt/format.h>
#include <signal.h>
#include <sys/stat.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <thread>

namespace impactbench::attack {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

void wait(std::size_t milliseconds) {
  std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
}

/// Ten cells that all read one file.
std::string plan_with_start(const Arena& arena, const std::string& start) {
  return arena.folder.write("p.toml", fmt::format(R"(
repeats = 0
[[grid]]
problem = "box_25"
scheme = "nscd"
dt = [1e-2, 8e-3, 6e-3, 5e-3, 4e-3, 3e-3, 2.5e-3, 2e-3, 1.5e-3, 1e-3]
horizon = 0.1
start = "{}"
)",
                                                  start));
}

/// No row says that a scheme refused, or that a cell died: it was the machine.
Verdict no_verdict_in(const std::string& db) {
  for (const Row& row : Store(db, StoreMode::read).rows(RowExtent::brief)) {
    if (!ran_to_the_end(row.status) && row.status != RowStatus::failed)
      return fmt::format("{}: {}", to_text(row.status), row.reason);
  }
  return std::nullopt;
}

/// Once all is mended the command comes to its end, with the values of a run without trouble.
Verdict comes_to(const Arena& arena, const Words& words, const std::string& plan,
                 const std::string& db) {
  if (auto wrong = in_order(arena.run(words), {0, 1})) return "once it was mended: " + *wrong;
  const std::string whole = arena.path("whole.db");
  if (auto wrong = in_order(arena.run({"run", plan, "--store", whole, "--quiet"}), {0, 1}))
    return "without trouble: " + *wrong;
  return arena.differ(db, whole);
}

void plant(const std::string& path, Random& random) {
  switch (random.below(4)) {
    case 0:
      fs::create_directories(path);
      return;
    case 1:
      fs::create_symlink("/dev/full", path);
      return;
    case 2:
      fs::create_symlink("none/none", path);
      return;
    default:
      (void)mkfifo(path.c_str(), 0600);
  }
}

/// A folder in place of a file that a runner may publish anew at any moment.
void put_folder_at(const std::string& file) {
  std::error_code again;
  do {
    fs::remove_all(file, again);
    fs::create_directories(file + "/in_its_place", again);
  } while (again);
}

}  // namespace

Verdict changing_start(Arena& arena, Random& random) {
  const std::string start = arena.fixture("start.toml"), good = slurp(start);
  const std::string plan = plan_with_start(arena, start), db = arena.path("rows.db");
  const Words words{
      "run", plan, "--store", db, "--quiet", "--jobs", std::to_string(1 + random.below(3))};
  const pid_t runner = arena.begin(words);
  Arena::wait_for_a_row(db);
  wait(random.below(60));
  switch (random.below(4)) {
    case 0:
      fs::remove(start);
      break;
    case 1:
      fs::remove(start);
      plant(start, random);
      break;
    case 2:
      arena.folder.write("start.toml", good.substr(0, good.size() / 2));
      break;
    default:
      arena.folder.write("start.toml", good + "\n# another file\n");
  }
  if (auto wrong = in_order(arena.end(runner), {0, 1})) return *wrong;
  if (auto wrong = no_verdict_in(db)) return *wrong;
  fs::remove_all(start);
  arena.folder.write("start.toml", good);
  return comes_to(arena, words, plan, db);
}

Verdict unwritable_trajectory(Arena& arena, Random& random) {
  const std::string plan = plan_with_start(arena, arena.fixture("start.toml")),
                    db = arena.path("rows.db"), folder = arena.path("h5"),
                    names = arena.path("names");
  const Words words{"run", plan, "--store", db, "--quiet", "--trajectory", folder, "--jobs", "2"};
  // The names of the files.
  Words known = words;
  known[3] = arena.path("known.db");
  known[6] = names;
  if (auto wrong = in_order(arena.run(known), {0, 1})) return *wrong;
  fs::create_directories(folder);
  std::vector<std::string> planted;
  for (const auto& entry : fs::directory_iterator(names)) {
    if (!random.chance(0.5)) continue;
    planted.push_back(folder + "/" + entry.path().filename().string() + ".part");
    fs::create_directories(planted.back());
    if (random.chance(0.5)) {
      fs::remove(planted.back());
      fs::create_symlink(random.chance(0.5) ? "/dev/full" : "none/none", planted.back());
    }
  }
  const Ended ended = arena.run(words);
  if (auto wrong = in_order(ended, {planted.empty() ? 0 : 1, 1})) return *wrong;
  if (auto wrong = no_verdict_in(db)) return *wrong;
  const std::vector<Row> rows = Store(db, StoreMode::read).rows(RowExtent::brief);
  const auto failed = static_cast<std::size_t>(std::count_if(
      rows.begin(), rows.end(), [](const Row& row) { return row.status == RowStatus::failed; }));
  if (failed != planted.size())
    return fmt::format("{} failed, {} were planted", failed, planted.size());
  for (const std::string& path : planted)
    fs::remove_all(path);
  return comes_to(arena, words, plan, db);
}

Verdict lost_store(Arena& arena, Random& random) {
  const std::string plan = plan_with_start(arena, arena.fixture("start.toml")),
                    db = arena.path("rows.db");
  const Words words{"run", plan, "--store", db, "--quiet"};
  const pid_t runner = arena.begin(words);
  Arena::wait_for_a_row(db);
  wait(random.below(60));
  const std::size_t how = random.below(3);
  if (how == 0) {
    fs::remove(db);
  } else if (how == 1) {
    fs::rename(db, arena.path("elsewhere.db"));
  } else {
    fs::rename(db, arena.path("elsewhere.db"));
    fs::copy_file(arena.fixture("s.db"), db);
  }
  const Ended ended = arena.end(runner);
  if (auto wrong = in_order(ended, {0, 1, 2})) return *wrong;
  // With its last row stored it is done; else it says where the rows are.
  std::vector<std::string> stores;
  for (const auto& entry : fs::directory_iterator(arena.folder.path())) {
    const std::string name = entry.path().filename();
    if (name.starts_with("rows.db.kept-")) stores.push_back(entry.path());
  }
  if (ended.status == 2) {
    if (stores.size() != 1) return fmt::format("{} stores are kept", stores.size());
    if (ended.err.find(stores[0]) == std::string::npos)
      return "it does not say where: " + ended.err;
  }
  if (how == 2) {
    if (slurp(db) != slurp(arena.fixture("s.db"))) return "another store has changed";
    fs::remove(db);
  }
  for (const char* more : {"-wal", "-shm"})
    fs::remove(db + more);
  if (!stores.empty() && in_order(arena.run({"merge", db, stores[0]}), {0}))
    return "what was kept cannot be merged";
  return comes_to(arena, words, plan, db);
}

Verdict lost_scratch(Arena& arena, Random& random) {
  const std::string plan = plan_with_start(arena, arena.fixture("start.toml")),
                    db = arena.path("rows.db"), work = arena.path("work");
  // Somebody else's, of names that ours could have: left alone, whatever becomes of the run.
  fs::create_directories(work + "/impactbench-others");
  arena.folder.write("work/impactbench-others/published", arena.path("other.db"));
  arena.folder.write("precious", "precious");
  fs::create_directories(arena.path("theirs"));
  arena.folder.write("theirs/published", db);
  arena.folder.write("theirs/rows.db", "precious");
  fs::create_directory_symlink(arena.path("theirs"), work + "/impactbench-linked");
  fs::create_directories(work + "/impactbench-open");
  fs::permissions(work + "/impactbench-open", fs::perms::all);
  fs::create_symlink(arena.path("precious"), work + "/impactbench-open/published");
  arena.folder.write("work/impactbench-file", db);
  const Words words{"run", plan, "--store", db, "--quiet", "--scratch", work, "--publish", "0.02s"};
  const auto before = arena.contents();
  const pid_t runner = arena.begin(words);
  Arena::wait_for_a_row(db);
  wait(random.below(60));
  const bool killed = random.chance(0.5), replaced = random.chance(0.7);
  if (replaced) {
    put_folder_at(db);
  }
  if (killed) kill(runner, SIGKILL);
  const Ended ended = arena.end(runner);
  if (!killed) {
    if (auto wrong = in_order(ended, {0, 1, 2})) return *wrong;
    if (ended.status == 2 && ended.err.find("are kept in '" + work) == std::string::npos)
      return "it does not say where: " + ended.err;
  }
  if (replaced) fs::remove_all(db);
  if (auto wrong = comes_to(arena, words, plan, db)) return *wrong;
  const auto after = arena.contents();
  for (const auto& [name, bytes] : before)
    if (!after.contains(name) || after.at(name) != bytes) return name + " has changed";
  std::size_t left = 0;
  for (const auto& entry : fs::directory_iterator(work))
    left += entry.path().filename().string().starts_with("impactbench-") ? 1 : 0;
  if (left != 4) return fmt::format("{} folders are left, 4 were there", left);
  return std::nullopt;
}

}  // namespace impactbench::attack
