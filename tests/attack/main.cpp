// attack [--count N] [--seed S] [--log FILE] [--class NAME] [--seconds T]
//
// Tries of all classes in turn, each a function of the seed, its class and its number. With a log,
// what is in it is not tried again: a run that was stopped goes on. Exit status 0 where nothing was
// wrong.

#include "benchmarks/files/guarded.hpp"
#include "problems/base/error.hpp"
#include "tests/attack/attack.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>

namespace impactbench::attack {
namespace {

struct Options {
  std::uint64_t count{10000}, seed{20261123};
  std::string log, only;
  double seconds{1e9};
};

struct Tally {
  std::uint64_t right{0}, wrong{0};
};

Options options_of(int argc, char** argv) {
  Options out;
  for (int k = 1; k < argc; k += 2) {
    const std::string name = argv[k], value = k + 1 < argc ? argv[k + 1] : "";
    if (name == "--count" && !value.empty())
      out.count = std::stoull(value);
    else if (name == "--seed" && !value.empty())
      out.seed = std::stoull(value);
    else if (name == "--log")
      out.log = value;
    else if (name == "--class")
      out.only = value;
    else if (name == "--seconds" && !value.empty())
      out.seconds = std::stod(value);
    else
      throw ConfigurationError(
          "options: [--count N] [--seed S] [--log FILE] [--class NAME] [--seconds T]");
  }
  const auto is_meant = [&](const AttackClass& kind) { return out.only == kind.name; };
  if (!out.only.empty() && std::none_of(classes().begin(), classes().end(), is_meant))
    throw ConfigurationError(fmt::format("there is no class '{}'", out.only));
  return out;
}

std::string one_line(std::string text) {
  for (char& c : text)
    if (static_cast<unsigned char>(c) < 0x20) c = ' ';
  return text.substr(0, 300);
}

/// Lines "class seed number right" or "class seed number WRONG sentence".
std::set<std::string> done_in(const std::string& log, std::uint64_t seed,
                              std::map<std::string, Tally>& tally) {
  std::set<std::string> out;
  std::ifstream in(log);
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line);
    std::string name, verdict;
    std::uint64_t its_seed = 0, number = 0;
    if (!(words >> name >> its_seed >> number >> verdict) || its_seed != seed) continue;
    if (!out.insert(fmt::format("{} {}", name, number)).second) continue;
    ++(verdict == "right" ? tally[name].right : tally[name].wrong);
  }
  return out;
}

int run(const Options& o) {
  std::map<std::string, Tally> tally;
  const std::set<std::string> done = done_in(o.log, o.seed, tally);
  std::ofstream log(o.log.empty() ? "/dev/null" : o.log, std::ios::app);
  int round = 0;
  for (const AttackClass& kind : classes())
    round += kind.weight;
  const auto begun = std::chrono::steady_clock::now();
  std::uint64_t tried = 0;
  bool time_left = true;
  // Each round has of every class as many tries as it weighs.
  for (std::uint64_t r = 0; tried < o.count && time_left; ++r) {
    for (const AttackClass& kind : classes()) {
      if (!o.only.empty() && o.only != kind.name) continue;
      for (int k = 0; k < kind.weight && tried < o.count && time_left; ++k) {
        const std::uint64_t number =
            r * static_cast<std::uint64_t>(kind.weight) + static_cast<std::uint64_t>(k);
        ++tried;
        if (done.contains(fmt::format("{} {}", kind.name, number))) continue;
        const Verdict wrong = attempt(kind, o.seed, number);
        ++(wrong ? tally[kind.name].wrong : tally[kind.name].right);
        log << fmt::format("{} {} {} {}\n", kind.name, o.seed, number,
                           wrong ? "WRONG " + one_line(*wrong) : "right")
            << std::flush;
        if (wrong) fmt::print("{} {}: {}\n", kind.name, number, one_line(*wrong));
        std::fflush(stdout);
        time_left =
            std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count() <
            o.seconds;
      }
    }
  }
  Tally all;
  fmt::print("{:<20} {:>6} {:>6}  {}\n", "class", "right", "wrong", "what is right");
  for (const AttackClass& kind : classes()) {
    const Tally& t = tally[kind.name];
    fmt::print("{:<20} {:>6} {:>6}  {}\n", kind.name, t.right, t.wrong, kind.right);
    all.right += t.right;
    all.wrong += t.wrong;
  }
  fmt::print("{} tries, {} wrong\n", all.right + all.wrong, all.wrong);
  return all.wrong == 0 && all.right > 0 ? 0 : 1;
}

}  // namespace
}  // namespace impactbench::attack

int main(int argc, char** argv) {
  return impactbench::guarded("attack", [&] {
    return impactbench::attack::run(impactbench::attack::options_of(argc, argv));
  });
}
