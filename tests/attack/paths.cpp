// Names of files that are too long, lead nowhere or to themselves, or mean something to others; and
// grids that are too large.

#include "tests/attack/classes.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <filesystem>
#include <tuple>

namespace impactbench::attack {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

enum class What {
  output,
  input,
  binary,  ///< an input that is never a pipe
};

/// A command with PATH in place of a file.
struct Use {
  Words words;
  What path;
};

/// FOLDER stands for the folder of the try, which has the fixtures.
const std::vector<Use>& uses() {
  static const Words one{"run",   "--problem", "box_25",       "--scheme", "nscd",
                         "--set", "dt=1e-2",   "horizon=0.02", "--store",  "FOLDER/one.db"};
  static const auto with = [](Words words, std::initializer_list<const char*> more) {
    words.insert(words.end(), more.begin(), more.end());
    return words;
  };
  static const Words run{"run", "FOLDER/plan.toml", "--quiet"};
  static const Words check{"check", "FOLDER/plan.toml", "--baseline"};
  static const Words solve{"solve", "FOLDER/f.hdf5", "--solver", "nlgs"};
  static const std::vector<Use> all{
      {{"run", "PATH", "--store", "FOLDER/new.db"}, What::input},
      {with(run, {"--store", "PATH"}), What::output},
      {with(run, {"--store", "FOLDER/new.db", "--scratch", "PATH"}), What::output},
      {with(run, {"--store", "PATH", "--scratch", "FOLDER"}), What::output},
      {with(run, {"--store", "FOLDER/new.db", "--trajectory", "PATH"}), What::output},
      {with(one, {"--set", "start=PATH"}), What::binary},
      {{"run", "--problem", "maury_cluster", "--scheme", "maury", "--set", "file=PATH",
        "--dry-run"},
       What::input},
      {{"export", "PATH", "--digest"}, What::binary},
      {{"export", "FOLDER/s.db", "--csv", "PATH"}, What::output},
      {{"merge", "PATH", "FOLDER/s.db"}, What::output},
      {{"merge", "FOLDER/new.db", "PATH"}, What::binary},
      {{"compare", "PATH", "FOLDER/s.db"}, What::input},
      {{"check", "PATH"}, What::input},
      {{"check", "FOLDER/s.db", "--against", "PATH"}, What::input},
      {with(check, {"PATH"}), What::input},
      {with(check, {"PATH", "--write"}), What::output},
      {with(check, {"FOLDER/b.jsonl", "--write", "--store", "PATH"}), What::output},
      {{"status", "PATH"}, What::input},
      {{"submit", "FOLDER/plan.toml", "--dry-run", "--folder", "PATH"}, What::output},
      {{"submit", "FOLDER/plan.toml", "--dry-run", "--history", "PATH"}, What::input},
      {{"solve", "PATH", "--solver", "nlgs", "--store", "FOLDER/new.db"}, What::binary},
      {with(solve, {"--store", "PATH"}), What::output},
      {{"state", "PATH", "--at", "0", "--out", "FOLDER/new.toml"}, What::binary},
      {{"state", "FOLDER/t.h5", "--at", "0", "--out", "PATH"}, What::output},
      {{"paraview", "PATH", "--out", "FOLDER/vtu"}, What::binary},
      {{"paraview", "FOLDER/t.h5", "--out", "PATH"}, What::output},
      {{"problems", "PATH", "--out", "FOLDER/lib"}, What::input},
      {{"problems", "FOLDER/plan.toml", "--out", "PATH"}, What::output},
      {{"scene", "check", "PATH"}, What::binary},
      {{"scene", "draw", "FOLDER/start.toml", "--out", "PATH"}, What::output},
      {{"scene", "write", "box_25", "--out", "PATH"}, What::output},
      {{"power", "PATH", "--dry-run", "--store", "FOLDER/p.db"}, What::input},
      {{"power", "FOLDER/plan.toml", "--dry-run", "--store", "PATH"}, What::output},
      {{"new", "scheme", "mine", "--out", "PATH"}, What::output},
      {{"--plugin", "PATH", "list", "schemes"}, What::binary},
      {{"plot", "FOLDER/s.db", "--x", "dt", "--y", "energy_error_relative", "--out", "PATH"},
       What::output},
      {{"plot", "PATH", "--x", "dt", "--y", "energy_error_relative", "--out", "FOLDER/plot"},
       What::binary},
      {{"history", "PATH", "FOLDER/s.db", "--out", "FOLDER/history"}, What::binary},
      {{"orders", "PATH"}, What::input},
      {{"report", "PATH", "--out", "FOLDER/report"}, What::binary},
      {{"reproduce", "PATH"}, What::input}};
  return all;
}

/// A name, and what it means made true.
std::string odd_path(Arena& arena, What what, Random& random) {
  const auto link = [&](const char* name, const std::string& to) {
    fs::create_symlink(to, arena.path(name));
    return arena.path(name);
  };
  static const Words plain{"-",
                           ".",
                           "..",
                           "~",
                           "",
                           " ",
                           "%s%n{}{0}",
                           ":memory:",
                           "file::memory:?cache=shared",
                           "s.db?immutable=1",
                           "two\nlines",
                           "tab\there",
                           "no\xff\xfeutf8",
                           "$(touch canary)",
                           "`touch canary`",
                           "; touch canary",
                           "'",
                           "\"",
                           "a'b\"c d",
                           "/dev/null",
                           "/dev/null/below",
                           "/proc/self/mem",
                           "/proc/none/x",
                           "none/x",
                           "folder",
                           "folder/",
                           "../s.db/below",
                           "*",
                           "%i",
                           "%n"};
  switch (random.below(10)) {
    case 0:
      return std::string(300, 'x');
    case 1: {
      std::string out;
      for (int k = 0; k < 3000; ++k)
        out += "a/";
      return out + "b";
    }
    case 2:
      return link("loop", "loop");
    case 3:
      return link("nowhere", "none/none");
    case 4:
      if (what == What::output) return arena.path("none/none/none");
      if (what == What::input || random.chance(0.5)) return "/dev/zero";
      (void)mkfifo(arena.path("pipe").c_str(), 0600);
      return arena.path("pipe");
    case 5:
      return arena.path(std::string(250, 'y'));
    default:
      return random.of(plain);
  }
}

}  // namespace

Verdict odd_paths(Arena& arena, Random& random) {
  const Use& use = random.of(uses());
  for (const char* name : {"plan.toml", "s.db", "t.h5", "f.hdf5", "start.toml"})
    (void)arena.fixture(name);
  fs::create_directories(arena.path("here/folder"));
  const std::string odd = odd_path(arena, use.path, random);
  Words words = use.words;
  for (std::string& word : words) {
    if (const auto at = word.find("PATH"); at != std::string::npos) word.replace(at, 4, odd);
    if (word.starts_with("FOLDER")) word.replace(0, 6, arena.folder.path());
  }
  const auto before = arena.contents();
  const Ended ended = arena.run(words, {.full_stdout = false,
                                        .folder = arena.path("here"),
                                        .environment = {},
                                        .address_space = 6000});
  std::string all;
  for (const std::string& word : words)
    all += word.substr(0, 60) + ' ';
  if (auto wrong = in_order(ended, {0, 1, 2})) return all + *wrong;
  if (fs::exists(arena.path("here/canary"))) return all + "something was run";
  const auto after = arena.contents();
  for (const auto& [name, bytes] : before)
    if (!after.contains(name) || after.at(name) != bytes) return all + name + " has changed";
  return std::nullopt;
}

Verdict odd_grids(Arena& arena, Random& random) {
  std::string text = "[[grid]]\nproblem = \"falling_ball\"\nscheme = \"nscd\"\n";
  double cells = 1.0;
  const bool large = random.chance(0.4);
  for (const auto& [axis, from, unit] : {std::tuple{"dt", 1, "e-4"},
                                         {"mass", 1, "e-1"},
                                         {"horizon", 1000, "e-3"},
                                         {"frames", 1, ""}}) {
    const int n = static_cast<int>(large ? 60 + random.below(40) : 1 + random.below(4));
    text += fmt::format("{} = [", axis);
    for (int k = 0; k < n; ++k)
      text += fmt::format("{}{}, ", from + k, unit);
    text += "]\n";
    cells *= n;
  }
  const std::string plan = arena.folder.write("p.toml", text);
  const Ended ended = arena.run({"run", plan, "--dry-run"});
  if (auto wrong = in_order(ended, {large ? 2 : 0})) return *wrong;
  const std::string said =
      large ? fmt::format("{:g} combinations", cells) : fmt::format("\n{:.0f} cells\n", cells);
  const std::string& where = large ? ended.err : ended.out;
  if (where.find(said) == std::string::npos)
    return "not said: " + said + "; " + where.substr(0, 300);
  return std::nullopt;
}

}  // namespace impactbench::attack
