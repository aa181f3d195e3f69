// Command lines and outputs.

#include "tests/attack/classes.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>

namespace impactbench::attack {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

/// A command that reads IN and writes OUT.
struct Writer {
  const char* input;  ///< a fixture
  Words words;
};

const std::vector<Writer>& writers() {
  static const std::vector<Writer> all{
      {"s.db", {"export", "IN", "--csv", "OUT"}},
      {"s.db", {"export", "IN", "--jsonl", "OUT"}},
      {"s.db", {"export", "IN", "--series", "kinetic_energy", "--out", "OUT"}},
      {"s.db",
       {"converge", "--problem", "falling_ball", "--scheme", "nscd", "--store", "IN", "--csv",
        "OUT"}},
      {"plan.toml", {"check", "IN", "--baseline", "OUT", "--write"}},
      {"t.h5", {"state", "IN", "--at", "0", "--out", "OUT"}},
      {"start.toml", {"scene", "draw", "IN", "--out", "OUT"}},
      {"start.toml",
       {"dissipation", "--problem", "box_25", "--scheme", "nscd", "--set", "dt=1e-2",
        "horizon=0.02", "start=IN", "--csv", "OUT"}}};
  return all;
}

Words filled(Words words, const std::string& in, const std::string& out) {
  for (std::string& word : words)
    word = word == "IN" ? in : word == "OUT" ? out : word == "start=IN" ? "start=" + in : word;
  return words;
}

/// Another name of a file.
std::string alias(const Arena& arena, const std::string& file, Random& random) {
  const fs::path path(file);
  const std::string other = arena.path("other_name" + path.extension().string());
  switch (random.below(6)) {
    case 0:
      fs::create_symlink(path, other);
      return other;
    case 1:
      fs::create_hard_link(path, other);
      return other;
    case 2:
      return path.parent_path() / "." / path.filename();
    case 3:
      fs::create_directories(arena.path("sub"));
      return path.parent_path() / "sub" / ".." / path.filename();
    case 4:
      fs::create_symlink(path.filename(), other);
      return other;
    default:
      return file;
  }
}

}  // namespace

Verdict output_on_input(Arena& arena, Random& random) {
  const Writer& writer = random.of(writers());
  const std::string input = arena.fixture(writer.input);
  const std::string other = alias(arena, input, random);
  const bool swapped = random.chance(0.3);
  const auto before = arena.contents();
  const Ended ended =
      arena.run(filled(writer.words, swapped ? other : input, swapped ? input : other));
  if (auto wrong = in_order(ended, {2})) return wrong;
  if (ended.err.find("input") == std::string::npos) return "no word of an input: " + ended.err;
  return same_files(before, arena);
}

Verdict output_nowhere(Arena& arena, Random& random) {
  const Writer& writer = random.of(writers());
  const std::string input = arena.fixture(writer.input);
  fs::create_directories(arena.path("folder"));
  const std::string output = random.of(Words{
      arena.path("none/out"), arena.path("folder"), "/dev/full", arena.path(std::string(300, 'x')),
      arena.path("s.db/out"), "/proc/none", arena.path("folder/"), arena.path("none/../none/out")});
  const auto before = arena.contents();
  const Ended ended = arena.run(filled(writer.words, input, output));
  if (auto wrong = in_order(ended, {2})) return *wrong + " for " + output;
  if (ended.err.find("cannot be written") == std::string::npos)
    return "no word of the output: " + ended.err;
  // A study that was made before its table could not be written has its rows.
  if (writer.words[0] == "converge" && output == "/dev/full") return std::nullopt;
  return same_files(before, arena);
}

Verdict full_stdout(Arena& arena, Random& random) {
  const std::string db = arena.fixture("s.db"), h5 = arena.fixture("f.hdf5");
  const std::vector<Words> all{{"export", db, "--csv", "-"},
                               {"export", db, "--jsonl", "-"},
                               {"export", db, "--digest"},
                               {"export", db, "--series", "kinetic_energy"},
                               {"list", "problems"},
                               {"list", "schemes", "--parameters"},
                               {"list", "solvers"},
                               {"list", "references"},
                               {"list", "quantities"},
                               {"formats"},
                               {"manual", "man"},
                               {"manual", "completion"},
                               {"compare", db, db},
                               {"check", db},
                               {"solve", h5, "--solver", "nlgs", "--store", arena.path("n.db")},
                               {"merge", arena.path("m.db"), db},
                               {"run", arena.fixture("plan.toml"), "--dry-run"},
                               {"--version"},
                               {"--help"}};
  const Words& words = random.of(all);
  const Ended ended = arena.run(words, {.full_stdout = true});
  if (auto wrong = in_order(ended, {2})) return words[0] + ": " + *wrong;
  if (ended.err.find("'stdout' cannot be written") == std::string::npos)
    return words[0] + ": " + ended.err;
  return std::nullopt;
}

Verdict odd_options(Arena& arena, Random& random) {
  const std::string db = arena.fixture("s.db"), plan = arena.fixture("plan.toml");
  struct Option {
    const char* name;
    Words words;
    Words odd;
  };
  const Words no_number{"nan", "NaN",   "-nan", "inf", "-1", "",
                        "x",   "1e999", "0x",   "1,5", "--", "1 2"};
  const Words run{"run", plan, "--store", arena.path("new.db")};
  const Words solve{"solve",   arena.fixture("f.hdf5"), "--solver", "nlgs",
                    "--store", arena.path("new.db")};
  const Words no_time{"soon", "nan", "0", "-1s", "1e999", "", "10 parsecs", "infs", "nanm"};
  const std::vector<Option> all{
      {"--memory", run, no_number},
      {"--jobs", run, no_number},
      {"--threads", run, no_number},
      {"--repeats", run, no_number},
      {"--instants", run, no_number},
      {"--timeout", run, {"soon", "nan", "0", "-1s", "1e999", "10 parsecs", "infs", "nanm"}},
      {"--publish", run, no_time},
      {"--relative", {"compare", db, db}, no_number},
      {"--absolute", {"compare", db, db}, no_number},
      {"--relative", {"check", db, "--against", db}, no_number},
      {"--tolerance", {"check", db}, {"loose", "", "nan"}},
      {"--tolerance", solve, no_number},
      {"--memory", solve, no_number},
      {"--timeout", solve, no_time},
      {"--at", {"state", arena.fixture("t.h5"), "--out", arena.path("o.csv")}, no_number},
      {"--at", {"problems", plan, "--out", arena.path("p")}, {"0", "-1", "nan", "1.5", "", "x"}},
      {"--steps", {"problems", plan, "--out", arena.path("p")}, {"0", "-1", "nan", "1.5", "", "x"}},
      {"--coarsest",
       {"converge", "--problem", "falling_ball", "--scheme", "nscd", "--store",
        arena.path("new.db")},
       no_number},
      {"--budget",
       {"converge", "--problem", "falling_ball", "--scheme", "nscd", "--store",
        arena.path("new.db")},
       no_time},
      {"--ratio",
       {"converge", "--problem", "falling_ball", "--scheme", "nscd", "--store",
        arena.path("new.db")},
       {"nan", "1", "0.5", "-2", "inf", "1e9", "x", ""}}};
  const Option& option = random.of(all);
  Words words = option.words;
  const std::string value = random.of(option.odd);
  words.push_back(std::string(option.name) + '=' + value);
  const Ended ended = arena.run(words);
  if (auto wrong = in_order(ended, {2}))
    return fmt::format("{} {}={}: {}", words[0], option.name, value, *wrong);
  if (ended.err.find(option.name) == std::string::npos &&
      ended.err.find("tolerance set") == std::string::npos &&
      ended.err.find("no instant") == std::string::npos)
    return fmt::format("{}={} is not named: {}", option.name, value, ended.err);
  if (fs::exists(arena.path("new.db"))) return "a store was made";
  return std::nullopt;
}

Verdict odd_settings(Arena& arena, Random& random) {
  static const Words problems{"falling_ball", "moving_ball",      "newton_cradle", "box_25",
                              "rolling_ball", "disc_box",         "four_stacked",  "bouncing_point",
                              "thrown_ball",  "sticky_particles", "polar_wall",    "cantilever"};
  static const Words schemes{"nscd", "inc", "dem", "snc", "md", "maury", "schatzman_paoli"};
  static const Words keys{"dt",           "run.dt",  "alpha",
                          "scheme.alpha", "R",       "radius",
                          "mass",         "seed",    "frames",
                          "ensemble",     "horizon", "friction",
                          "variant",      "count",   "restitution",
                          "start",        "x",       "solver.tolerance",
                          "problem.mass", "gravity", "",
                          "dt_precision", "a.b.c",   "run."};
  static const Words values{"nan",   "inf",         "-inf",      "0",    "-1",
                            "1e300", "1e-300",      "5e-324",    "true", "text",
                            "1.5",   "2",           "1e-3",      "0.05", "99999999999999999999",
                            "\xff",  "/etc/passwd", "/dev/zero", ".",    "-0.0",
                            "0x10",  "1e3"};
  Words words{"run",     "--problem",          random.of(problems), "--scheme", random.of(schemes),
              "--store", arena.path("new.db"), "--dry-run"};
  for (std::size_t k = 1 + random.below(4); k > 0; --k)
    words.insert(words.end(), {"--set", random.of(keys) + "=" + random.of(values)});
  const Ended ended = arena.run(words);
  if (auto wrong = in_order(ended, {0, 2})) {
    std::string all;
    for (const std::string& word : words)
      all += word + ' ';
    return all + *wrong;
  }
  if (fs::exists(arena.path("new.db"))) return "a store was made";
  return std::nullopt;
}

Verdict odd_shards(Arena& arena, Random& random) {
  const std::string plan = arena.fixture("plan.toml");
  static const Words numbers{"0",          "1",   "2",  "-1",     "99999999999", "2147483648",
                             "4294967296", "",    " 1", "1 ",     "+1",          "0x1",
                             "1e3",        "nan", "4",  "1000001"};
  const std::string i = random.of(numbers), n = random.of(numbers);
  const std::string slash = random.chance(0.9) ? "/" : random.of(Words{"", "//", "\\", ":"});
  const std::string text = i + slash + n;
  const Ended ended =
      arena.run({"run", plan, "--store", arena.path("new.db"), "--quiet", "--shard=" + text});
  const auto plain = [](const std::string& word) {
    return word.size() == 1 && word[0] >= '0' && word[0] <= '9';
  };
  const bool right =
      slash == "/" && plain(i) && plain(n) && std::atoi(i.c_str()) < std::atoi(n.c_str());
  if (text.empty()) return in_order(ended, {0, 1});
  if (auto wrong = in_order(ended, {right ? 0 : 2})) return text + ": " + *wrong;
  if (!right && ended.err.find("--shard") == std::string::npos) return text + ": " + ended.err;
  return std::nullopt;
}

Verdict odd_launcher(Arena& arena, Random& random) {
  const std::string plan = arena.fixture("plan.toml"), db = arena.path("new.db");
  static const Words numbers{"0",  "1", "2",  "3",          "4",          "-1",
                             "1x", "",  " 2", "2147483647", "9999999999", "nan"};
  struct Launcher {
    Words variables;  ///< how many, and which
  };
  static const std::vector<Launcher> launchers{{{"SLURM_ARRAY_TASK_COUNT", "SLURM_ARRAY_TASK_ID"}},
                                               {{"OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK"}},
                                               {{"SLURM_STEP_NUM_TASKS", "SLURM_PROCID"}}};
  const Launcher& launcher = random.of(launchers);
  Start start;
  for (const std::string& variable : launcher.variables)
    if (random.chance(0.9)) start.environment[variable] = random.of(numbers);
  const auto number = [&](const std::string& variable) {
    const auto it = start.environment.find(variable);
    const bool plain = it != start.environment.end() && !it->second.empty() &&
                       it->second.find_first_not_of("0123456789") == std::string::npos &&
                       it->second.size() < 11 && std::stoll(it->second) <= 2147483647;
    return plain ? std::stoll(it->second) : -1;
  };
  const long long count = number(launcher.variables[0]), part = number(launcher.variables[1]);
  const Ended ended = arena.run({"run", plan, "--store", db, "--quiet"}, start);
  std::string all;
  for (const auto& [name, value] : start.environment)
    all += name + "=" + value + ' ';
  const bool right = count < 1 || (part >= 0 && part < count);
  if (auto wrong = in_order(ended, {right ? 0 : 2})) return all + *wrong;
  if (!right && ended.err.find("--shard") == std::string::npos) return all + ended.err;
  return std::nullopt;
}

Verdict odd_environment(Arena& arena, Random& random) {
  const std::string db = arena.fixture("s.db");
  fs::create_directories(arena.path("here"));
  for (const char* library : {"libsqlite3.so.0", "libfmt.so.9", "libhdf5_serial.so.103",
                              "libc.so.6", "libxxhash.so.0", "libopenblas.so.0"})
    arena.folder.write(std::string("here/") + library, "no library");
  Start start{.full_stdout = false, .folder = arena.path("here"), .environment = {}};
  static const Words variables{
      "TMPDIR", "HOME",  "IMPACTBENCH_PLUGINS",    "LC_ALL",         "LANG",
      "PATH",   "SHELL", "SLURM_ARRAY_TASK_COUNT", "OMP_NUM_THREADS"};
  static const Words values{"",
                            "/none",
                            "nan",
                            "-1",
                            ".",
                            "libsqlite3.so.0",
                            "$(touch canary)",
                            "99999999999999999999",
                            "\n",
                            "/etc/passwd",
                            ":::",
                            "tr_TR.UTF-8"};
  for (std::size_t k = random.below(3); k > 0; --k)
    start.environment[random.of(variables)] = random.of(values);
  const Words digest{"export", db, "--digest"};
  const Words check{"check", arena.fixture("plan.toml"), "--write", "--baseline",
                    arena.path("b.jsonl")};
  const bool compared = random.chance(0.8);
  const Ended usual = compared ? arena.run(digest) : Ended{};
  const Ended ended = arena.run(compared ? digest : check, start);
  std::string all;
  for (const auto& [name, value] : start.environment)
    all += name + "=" + value + ' ';
  if (auto wrong = in_order(ended, {0, compared ? 0 : 1, 2})) return all + *wrong;
  if (fs::exists(arena.path("here/canary"))) return all + "something was run";
  if (compared && ended.status == 0 && ended.out != usual.out) return all + "another digest";
  if (compared && ended.status == 2 && !start.environment.contains("IMPACTBENCH_PLUGINS"))
    return all + ended.err;
  return std::nullopt;
}

}  // namespace impactbench::attack
