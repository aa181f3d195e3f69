// Files of strangers.

#include "benchmarks/store/csv_text.hpp"
#include "benchmarks/store/store.hpp"
#include "benchmarks/store/text_file.hpp"
#include "benchmarks/trajectories/hdf5.hpp"
#include "tests/attack/classes.hpp"

#include <fmt/format.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <limits>

namespace impactbench::attack {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

}  // namespace

Verdict damaged_plan(Arena& arena, Random& random) {
  static const Words plans{R"(label = "one"
repeats = 0
cpu_budget = 1.5
memory_budget = 512
threads = 1
[[grid]]
problem = ["falling_ball", "moving_ball"]
scheme = ["nscd", "inc"]
dt = [1e-2, 2e-2]
"scheme.alpha" = 2
)",
                           R"(frames = 3
tolerance = "tight"
[[grid]]
problem = "box_25"
scheme = "all"
dt = 1e-3
horizon = 0.1
seed = [1, 2, 3]
[[grid]]
problem = "newton_cradle"
scheme = "inc"
solver = ["lapack_gesv", "superlu"]
problem.radius = 0.1
)"};
  const std::string text = damaged(random.of(plans), random);
  const std::string plan = arena.folder.write("p.toml", text);
  const Ended ended = arena.run({"run", plan, "--dry-run"});
  if (auto wrong = in_order(ended, {0, 2})) return *wrong;
  if (ended.status == 2 && ended.err.find("p.toml") == std::string::npos)
    return "the plan is not named: " + ended.err;
  return std::nullopt;
}

Verdict edited_trajectory(Arena& arena, Random& random) {
  const std::string path = arena.path("e.h5");
  const std::size_t count = random.below(6), instants = 1 + random.below(3);
  const auto usually = [&](std::size_t usual) {
    return random.chance(0.93) ? usual : random.below(9);
  };
  const std::string kind = random.chance(0.9)
                               ? random.of(Words{"discs", "spheres", "balls", "plane_grid"})
                               : random.of(Words{"polyhedra", "none", "", "cubes", "\xff"});
  const std::size_t d = usually(kind == "balls" ? 3 : 2);
  const std::size_t turn = usually(kind == "balls" ? 3 : 1),
                    spin = usually(kind == "balls" ? 3 : 1);
  const auto odd = [&] {
    static const std::vector<double> values{0.5,
                                            0.5,
                                            0.5,
                                            0.5,
                                            0.5,
                                            0.5,
                                            -1.0,
                                            0.0,
                                            1e308,
                                            std::numeric_limits<double>::quiet_NaN(),
                                            std::numeric_limits<double>::infinity()};
    return random.chance(0.97) ? 0.5 : random.of(values);
  };
  const auto some = [&](std::size_t n) {
    std::vector<double> out(n);
    for (double& x : out)
      x = odd();
    return out;
  };
  {
    Hdf5File file(path, Hdf5File::Mode::write);
    const auto there = [&] { return random.chance(0.98); };
    const std::string at = "/particles/bodies/", own = "/impactbench/";
    file.attribute("/impactbench", "schema", std::vector{1});
    file.attribute("/impactbench", "bodies", kind);
    const auto numbers = [&](const std::string& name, std::vector<std::size_t> shape) {
      if (!there()) return;
      for (std::size_t& n : shape)
        n = std::max<std::size_t>(usually(n), 1);
      std::size_t size = usually(instants);
      for (const std::size_t n : shape)
        size *= n;
      file.grow(name, Hdf5File::Type::number, shape, 4);
      file.append(name, some(size));
    };
    numbers(at + "position/value", {count, d});
    numbers(at + "velocity/value", {count, d});
    numbers(at + "orientation/value", {count, turn});
    numbers(at + "angular_velocity/value", {count, spin});
    if (there()) file.write(at + "position/time", some(usually(instants)));
    if (there()) file.write(at + "position/step", some(usually(instants)));
    const std::size_t bodies = std::max<std::size_t>(count, 1);
    if (there()) file.write(at + "radius", some(usually(bodies)));
    if (there()) file.write(at + "mass", some(usually(bodies)));
    if (there()) file.write(own + "obstacles/edges", some(random.below(20)));
    const std::size_t contacts = random.below(4);
    std::vector<std::int64_t> end;
    for (std::size_t k = 0; k < usually(instants); ++k)
      end.push_back(static_cast<std::int64_t>(random.chance(0.95) ? contacts * (k + 1) / instants
                                                                  : random.below(1000)));
    file.grow(own + "contacts/end", Hdf5File::Type::whole, {}, 4);
    if (!end.empty()) file.append(own + "contacts/end", end);
    const auto partners = [&] {
      std::vector<int> out(usually(contacts));
      for (int& x : out)
        x = random.chance(0.9) ? static_cast<int>(random.below(bodies))
                               : static_cast<int>(random.below(2000)) - 1000;
      return out;
    };
    if (there()) file.write(own + "contacts/a", partners());
    if (there()) file.write(own + "contacts/b", partners());
    for (const char* name : {"contacts/normal", "contacts/force"}) {
      if (!there()) continue;
      const std::size_t width = std::max<std::size_t>(usually(3), 1);
      file.grow(own + name, Hdf5File::Type::number, {width}, 4);
      file.append(own + name, some(width * usually(contacts)));
    }
  }
  const bool state = random.chance(0.5);
  const Ended ended =
      arena.run(state ? Words{"state", path, "--at", "0.5", "--out", arena.path("o.csv")}
                      : Words{"paraview", path, "--out", arena.path("vtu")});
  if (auto wrong = in_order(ended, {0, 2})) return *wrong;
  if (ended.status == 2 && ended.err.find("e.h5") == std::string::npos)
    return "the file is not named: " + ended.err;
  if (ended.status == 2 && fs::exists(arena.path("o.csv"))) return "something was written";
  return std::nullopt;
}

Verdict damaged_hdf5(Arena& arena, Random& random) {
  const bool trajectory = random.chance(0.5);
  const std::string name = trajectory ? "t.h5" : "f.hdf5";
  const std::string file = arena.fixture(name);
  arena.folder.write(name, damaged_bytes(slurp(file), random));
  const Words words = !trajectory ? Words{"solve",     file, "--solver", "nlgs",
                                          "--timeout", "5",  "--store",  arena.path("f.db")}
                      : random.chance(0.5)
                          ? Words{"state", file, "--at", "0", "--out", arena.path("o.csv")}
                          : Words{"paraview", file, "--out", arena.path("vtu")};
  const Ended ended = arena.run(words);
  if (auto wrong = in_order(ended, {0, 1, 2})) return words[0] + ": " + *wrong;
  if (ended.status == 2 && ended.err.find(name) == std::string::npos)
    return "the file is not named: " + ended.err;
  return std::nullopt;
}

Verdict mixed_solves(Arena& arena, Random& random) {
  const std::string good = arena.fixture("f.hdf5"), folder = arena.path("lib");
  fs::create_directories(folder);
  std::vector<std::string> intact;
  for (int k = 0; k < 5; ++k) {
    const std::string name = fmt::format("lib/{}.hdf5", k), file = arena.path(name);
    switch (random.below(8)) {
      case 0:
        arena.folder.write(name, damaged_bytes(slurp(good), random));
        break;
      case 1:
        arena.folder.write(name, random.of(Words{"", "no HDF5", "\x89HDF\r\n\x1a\n"}));
        break;
      case 2:
        fs::create_directories(file);
        break;
      case 3:
        (void)mkfifo(file.c_str(), 0600);
        break;
      case 4:
        fs::create_symlink("none", file);
        break;
      default:
        fs::copy_file(good, file);
        intact.push_back(file);
    }
  }
  const std::string db = arena.path("n.db");
  const Ended ended = arena.run(
      {"solve", folder, "--solver", "nlgs", "--timeout", "5s", "--store", db, "--repeats", "0"});
  // Where none of them can be read nothing is solved.
  if (auto wrong = in_order(ended, {intact.empty() ? 2 : 0, 1, 0})) return *wrong;
  if (ended.status == 2) return std::nullopt;
  const std::vector<Row> rows = Store(db, StoreMode::read).rows(RowExtent::brief);
  for (const std::string& file : intact) {
    const auto its = std::find_if(rows.begin(), rows.end(), [&](const Row& row) {
      return std::get<std::string>(row.cell.problem_parameters.at("file")) == file;
    });
    if (its == rows.end()) return file + " has no row: " + ended.err;
    if (its->status != RowStatus::passed) return file + ": " + its->reason;
  }
  return std::nullopt;
}

Verdict damaged_start(Arena& arena, Random& random) {
  const std::string file = arena.fixture("start.toml");
  arena.folder.write("start.toml", damaged(slurp(file), random));
  if (random.chance(0.5)) {
    const Ended checked = arena.run({"scene", "check", file});
    return in_order(checked, {0, 2});
  }
  const Ended ended =
      arena.run({"run", "--problem", "box_25", "--scheme", "nscd", "--set", "start=" + file,
                 "dt=1e-2", "horizon=0.02", "--repeats", "0", "--store", arena.path("new.db")});
  if (auto wrong = in_order(ended, {0, 1, 2})) return *wrong;
  if (ended.status == 2) return std::nullopt;
  const Store store(arena.path("new.db"), StoreMode::read);
  const std::vector<Row> rows = store.rows(RowExtent::brief);
  if (rows.size() != 1) return fmt::format("{} rows", rows.size());
  if (rows[0].status == RowStatus::crashed || rows[0].status == RowStatus::out_of_memory)
    return std::string(to_text(rows[0].status)) + ": " + rows[0].reason;
  return std::nullopt;
}

Verdict odd_submission(Arena& arena, Random& random) {
  fs::create_directories(arena.path("sub"));
  fs::create_directories(arena.path("bin"));
  for (const char* name : {"squeue", "sbatch"}) {
    arena.folder.write(std::string("bin/") + name,
                       "#!/bin/sh\necho asked >" + arena.path("asked") + "\necho 17\n");
    chmod(arena.path(std::string("bin/") + name).c_str(), 0755);
  }
  arena.folder.write("sub/plan.toml",
                     "repeats = 0\n[[grid]]\nproblem = \"falling_ball\"\nscheme = \"nscd\"\n");
  static const Words jobs{"\"1; touch CANARY\"",
                          "\"$(touch CANARY)\"",
                          "\"`touch CANARY`\"",
                          "\"--help\"",
                          "\"-M all\"",
                          "\"1,2\"",
                          "\"1 2\"",
                          "\"\"",
                          "\"1_2\"",
                          "1",
                          "null",
                          "{}",
                          "\"\\n\"",
                          "\"1\\u0000\"",
                          "\"99999999999999999999999\""};
  static const Words shards{"1",     "0",    "-1",  "1000001", "99999999999",
                            "\"1\"", "null", "1.5", "1e99"};
  const bool odd_jobs = random.chance(0.7);
  std::string text = fmt::format(R"({{"version":1,"shards":{},"jobs":[{}]}})",
                                 odd_jobs ? "1" : shards[1 + random.below(shards.size() - 1)],
                                 odd_jobs ? "\"1\"," + random.of(jobs) : "\"1\"");
  for (std::size_t at; (at = text.find("CANARY")) != std::string::npos;)
    text.replace(at, 6, arena.path("canary"));
  arena.folder.write("sub/submission.json", text);
  const Start start{.full_stdout = false,
                    .folder = {},
                    .environment = {{"PATH", arena.path("bin") + ":" + std::getenv("PATH")}}};
  const Words words = random.chance(0.5) ? Words{"status", arena.path("sub")}
                                         : Words{"submit", arena.path("sub/plan.toml"), "--folder",
                                                 arena.path("sub")};
  const Ended ended = arena.run(words, start);
  if (fs::exists(arena.path("canary"))) return "the file was run: " + text;
  if (fs::exists(arena.path("asked"))) return "Slurm was asked: " + text;
  // "shards": 1.5 is read as 1 by the library; then the submission is in order.
  if (auto wrong = in_order(ended, {2})) return text + ": " + *wrong;
  return std::nullopt;
}

Verdict odd_names(Arena& arena, Random& random) {
  static const Words parts{"=1+1",
                           "+cmd|' /C calc'!A0",
                           "@SUM(A1)",
                           "-2+3",
                           "a,b",
                           "\"quoted\"",
                           "\n",
                           "\r\n",
                           "\xff\xfe",
                           "\xc0\xaf",
                           "\xed\xa0\x80",
                           "\t",
                           "plain",
                           "ünicode",
                           "$(touch x)",
                           "'",
                           ";",
                           "\xf0\x9f\x98\x80",
                           "<b>"};
  const auto odd = [&] {
    std::string out;
    for (std::size_t k = random.below(4); k > 0; --k)
      out += random.of(parts);
    return out;
  };
  {
    Store store(arena.path("n.db"), StoreMode::write);
    for (int k = 0; k < 3; ++k) {
      Row row;
      row.cell.problem = odd();
      row.cell.scheme = odd();
      row.cell.solver = odd();
      row.cell.dt = 1.0;
      row.cell.scheme_parameters[odd() + std::to_string(k)] = odd();
      row.cell.problem_parameters["number"] = std::int64_t{k};
      row.status = RowStatus::passed;
      row.reason = odd();
      row.plan = odd();
      row.key = content_key(row.cell, "revision", std::to_string(k));
      store.put(row);
    }
  }
  const Ended ended = arena.run({"export", arena.path("n.db"), "--csv", "-"});
  if (auto wrong = in_order(ended, {0})) return *wrong;
  std::vector<std::vector<std::string>> lines{{""}};
  bool quoted = false;
  const std::string& text = ended.out;
  for (std::size_t k = 0; k < text.size(); ++k) {
    if (utf8_length(text, k) == 0 && (static_cast<unsigned char>(text[k]) & 0xc0) != 0x80)
      return "no UTF-8";
    if (text[k] == '"') quoted = !quoted;
    if (text[k] == ',' && !quoted) {
      lines.back().emplace_back();
    } else if (text[k] == '\n' && !quoted) {
      lines.push_back({""});
    } else {
      lines.back().back() += text[k];
    }
  }
  if (lines.size() != 5) return fmt::format("{} lines", lines.size() - 1);
  for (std::size_t k = 0; k < 4; ++k) {
    if (lines[k].size() != lines[0].size()) return "lines of different lengths";
    for (const std::string& word : lines[k]) {
      const std::string shown = word.starts_with('"') ? word.substr(1) : word;
      if (looks_like_a_formula(shown)) return "a formula: " + shown;
    }
  }
  return std::nullopt;
}

}  // namespace impactbench::attack
