#include "tests/attack/attack.hpp"

#include "benchmarks/store/store.hpp"
#include "problems/base/error.hpp"
#include "tests/benchmarks/spawn.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <thread>

namespace impactbench::attack {
namespace {

namespace fs = std::filesystem;

/// Waits for the end of a child, a minute at most.
int status_of(pid_t child) {
  int status = 0;
  for (int k = 0; k < 6000; ++k) {
    if (waitpid(child, &status, WNOHANG) == child)
      return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
    std::this_thread::sleep_for(std::chrono::milliseconds(k < 100 ? 2 : 10));
  }
  kill(child, SIGKILL);
  waitpid(child, &status, 0);
  return -1000;
}

/// Files that every class may use, made once.
class Fixtures {
 public:
  Fixtures() {
    const Arena arena;
    folder_.write("plan.toml", R"(label = "fixtures"
repeats = 0
cpu_budget = 20
[[grid]]
problem = ["falling_ball", "moving_ball"]
scheme = ["nscd", "inc"]
dt = [2e-2]
)");
    must(arena.run({"run", folder_ / "plan.toml", "--store", folder_ / "s.db", "--quiet"}));
    must(arena.run({"export", folder_ / "s.db", "--jsonl", folder_ / "rows.jsonl"}));
    must(arena.run({"run", "--problem", "four_stacked", "--scheme", "nscd", "--set", "dt=1e-2",
                    "horizon=0.1", "--store", folder_ / "t.db", "--repeats", "0", "--trajectory",
                    folder_ / "h5", "--instants", "3", "--quiet"}));
    for (const auto& entry : fs::directory_iterator(folder_ / "h5"))
      fs::rename(entry.path(), folder_ / "t.h5");
    must(arena.run({"run", "--problem", "box_25", "--scheme", "nscd", "--set", "dt=1e-2",
                    "horizon=0.02", "--store", folder_ / "b.db", "--repeats", "0", "--trajectory",
                    folder_ / "box", "--instants", "1", "--quiet"}));
    for (const auto& entry : fs::directory_iterator(folder_ / "box"))
      must(arena.run({"state", entry.path(), "--at", "0", "--out", folder_ / "start.toml"}));
    folder_.write("library.toml",
                  "[[grid]]\nproblem = \"four_stacked\"\nscheme = \"nscd\"\ndt = 1e-2\n"
                  "horizon = 0.1\n");
    must(arena.run({"problems", folder_ / "library.toml", "--out", folder_ / "f"}));
    for (const auto& entry : fs::directory_iterator(folder_ / "f"))
      if (entry.path().extension() == ".hdf5") fs::rename(entry.path(), folder_ / "f.hdf5");
  }
  [[nodiscard]] std::string operator[](const std::string& name) const { return folder_ / name; }

 private:
  static void must(const Ended& ended) {
    if (ended.status != 0 && ended.status != 1)
      throw std::runtime_error("a fixture could not be made: " + ended.err);
  }
  testing::Scratch folder_;
};

}  // namespace

Random::Random(std::uint64_t seed, std::string_view name, std::uint64_t number) {
  std::vector<std::uint32_t> words{static_cast<std::uint32_t>(seed),
                                   static_cast<std::uint32_t>(seed >> 32U),
                                   static_cast<std::uint32_t>(number)};
  for (const char c : name)
    words.push_back(static_cast<unsigned char>(c));
  std::seed_seq sequence(words.begin(), words.end());
  engine_.seed(sequence);
}

std::string Arena::fixture(const std::string& name) const {
  static const Fixtures fixtures;
  fs::copy_file(fixtures[name], path(name), fs::copy_options::overwrite_existing);
  return path(name);
}

Ended Arena::run(const std::vector<std::string>& words, const Start& start) const {
  return end(begin(words, start), start);
}

pid_t Arena::begin(const std::vector<std::string>& words, const Start& start) const {
  const pid_t child = fork();
  if (child != 0) return child;
  dup2(open("/dev/null", O_RDONLY), STDIN_FILENO);
  testing::print_to(start.full_stdout ? "/dev/full" : path(".out"), path(".err"));
  for (const auto& [name, value] : start.environment)
    setenv(name.c_str(), value.c_str(), 1);
  if (start.address_space > 0) {
    const rlimit most{start.address_space << 20U, start.address_space << 20U};
    setrlimit(RLIMIT_AS, &most);
  }
  if (!start.folder.empty() && chdir(start.folder.c_str()) != 0) _exit(126);
  testing::become_program(words);
}

Ended Arena::end(pid_t program, const Start& start) const {
  const int status = status_of(program);
  return {status, start.full_stdout ? "" : slurp(path(".out")), slurp(path(".err"))};
}

void Arena::wait_for_a_row(const std::string& db) {
  const auto begun = [&] {
    try {
      return fs::exists(db) && Store(db, StoreMode::read).size() > 0;
    } catch (const ConfigurationError&) {
      return false;  // it is being made
    }
  };
  for (int k = 0; k < 2500 && !begun(); ++k)
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
}

std::optional<std::string> Arena::differ(const std::string& db, const std::string& other) const {
  const Ended here = run({"export", db, "--digest"}), there = run({"export", other, "--digest"});
  if (!here.out.empty() && here.out == there.out) return std::nullopt;
  return "another digest: " + here.err + there.err;
}

std::map<std::string, std::string> Arena::contents() const {
  std::map<std::string, std::string> out;
  for (const auto& entry : fs::recursive_directory_iterator(folder.path())) {
    const std::string name = entry.path().string().substr(folder.path().size() + 1);
    std::error_code none;  // a link may lead to itself
    if (entry.is_regular_file(none) && name != ".out" && name != ".err")
      out[name] = slurp(entry.path().string());
  }
  return out;
}

Verdict in_order(const Ended& ended, std::initializer_list<int> statuses) {
  const std::string said = ended.err.substr(0, 400);
  if (ended.status == -1000) return "does not end";
  if (ended.status < 0) return fmt::format("died by signal {}: {}", -ended.status, said);
  if (std::find(statuses.begin(), statuses.end(), ended.status) == statuses.end())
    return fmt::format("exit status {}: {}", ended.status, said);
  if (ended.status != 2) return std::nullopt;
  if (ended.err.find("impactbench: ") == std::string::npos) return "exit status 2 without a word";
  for (const char* foreign : {"unexpected:", "json.exception", "std::", "terminate", "basic_string",
                              "filesystem error", "bad_alloc", "vector::", "core dumped"}) {
    if (ended.err.find(foreign) != std::string::npos)
      return fmt::format("words of a library: {}", said);
  }
  return std::nullopt;
}

Verdict same_files(const std::map<std::string, std::string>& before, const Arena& arena) {
  const auto after = arena.contents();
  for (const auto& [name, bytes] : before) {
    const auto it = after.find(name);
    if (it == after.end()) return name + " is gone";
    if (it->second != bytes) return name + " has changed";
  }
  for (const auto& [name, bytes] : after)
    if (!before.contains(name)) return name + " is left";
  return std::nullopt;
}

std::string damaged(std::string text, Random& random) {
  for (std::size_t changes = 1 + random.below(3); changes > 0 && !text.empty(); --changes) {
    const std::size_t at = random.below(text.size());
    const std::size_t length = std::min(text.size() - at, 1 + random.below(20));
    switch (random.below(5)) {
      case 0:
        text[at] = static_cast<char>(random.below(256));
        break;
      case 1:
        text.erase(at, length);
        break;
      case 2:
        text.insert(at, text.substr(at, length));
        break;
      case 3:
        text.resize(at);
        break;
      default:
        text.replace(at, length,
                     random.of(std::vector<std::string>{"nan", "1e999", "-1", "\"\"", "null", "[]",
                                                        "{}", "99999999999999999999", "\n", "\0"}));
    }
  }
  return text;
}

std::string damaged_bytes(std::string bytes, Random& random) {
  for (std::size_t changes = 1 + random.below(8); changes > 0; --changes) {
    const std::size_t at = random.below(bytes.size());
    switch (random.below(4)) {
      case 0:
        bytes[at] = static_cast<char>(random.below(256));
        break;
      case 1:
        bytes[at] = static_cast<char>(bytes[at] ^ (1 << random.below(8)));
        break;
      case 2:
        std::fill_n(bytes.begin() + static_cast<std::ptrdiff_t>(at),
                    std::min<std::size_t>(1 + random.below(64), bytes.size() - at), '\0');
        break;
      default:
        if (random.chance(0.2)) bytes.resize(at + 1);
    }
  }
  return bytes;
}

Verdict attempt(const AttackClass& kind, std::uint64_t seed, std::uint64_t number) {
  Random random(seed, kind.name, number);
  try {
    Arena arena;
    return kind.one(arena, random);
  } catch (const std::exception& error) {
    return std::string("the try itself ended: ") + error.what();
  }
}

}  // namespace impactbench::attack
