// Rows that this program does not know, reports that fail, and names that reach a shell.

#include "benchmarks/store/store.hpp"
#include "tests/attack/classes.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <sstream>

namespace impactbench::attack {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

/// A row of a name, a parameter or a value that no catalogue has.
Row stranger(int number, Random& random) {
  Row row;
  row.cell.problem = random.of(Words{"falling_ball", "of_a_plugin", "<b>ball</b>", "=1+1", ""});
  row.cell.scheme =
      random.of(Words{"nscd", "of_a_plugin", "`touch canary`", "a'b", "contact_file"});
  row.cell.solver = random.of(Words{"none", "nlgs", "of_a_plugin"});
  row.cell.dt = random.of(std::vector<double>{1e-2, 1e-3, 1e-300, 1e300});
  if (random.chance(0.5)) row.cell.problem_parameters["of_old"] = 1.0;
  if (random.chance(0.5)) row.cell.problem_parameters["horizon"] = std::string("long");
  if (random.chance(0.5)) row.cell.scheme_parameters["alpha"] = true;
  row.cell.problem_parameters["number"] = std::int64_t{number};
  row.status = random.of(std::vector{RowStatus::passed, RowStatus::missed, RowStatus::stopped,
                                     RowStatus::not_applicable, RowStatus::failed});
  row.reason = random.of(Words{"", "a reason", "$(touch canary)"});
  for (const char* quantity : {"energy_error_relative", "position_error_sup", "of_a_plugin"})
    row.quantities[quantity] = random.of(std::vector<double>{0.0, 1.0, -1.0, 1e308, 1e-320});
  row.environment["plugins"] = "libother.so 0123456789abcdef";
  row.plan = random.of(Words{"plan", "", "<i>"});
  row.key = content_key(row.cell, "revision", std::to_string(number));
  return row;
}

/// Where the pages of a report lead, and nothing is.
Verdict dead_link(const std::string& folder) {
  const std::string page = slurp(folder + "/index.html");
  for (std::size_t at = 0; (at = page.find("href=\"cells/", at)) != std::string::npos;) {
    at += 6;
    const std::string to = page.substr(at, page.find('"', at) - at);
    if (!fs::exists(folder + "/" + to.substr(0, to.find('#')))) return to + " is not there";
  }
  return std::nullopt;
}

}  // namespace

Verdict unknown_rows(Arena& arena, Random& random) {
  const std::string db = arena.fixture("s.db"), out = arena.path("report");
  fs::create_directories(arena.path("home"));
  arena.folder.write("home/.gnuplot", "system 'touch " + arena.path("canary") + "'\n");
  const Start start{.full_stdout = false,
                    .folder = arena.path("home"),
                    .environment = {{"HOME", arena.path("home")}}};
  bool unknown = false;
  {
    Store store(db, StoreMode::write);
    for (int k = 0; k < 4; ++k) {
      const Row row = stranger(k, random);
      unknown = true;
      store.put(row);
    }
  }
  const Words report{"report", db, "--out", out, "--format", "html,csv"};
  const Ended first = arena.run(report, start);
  if (auto wrong = in_order(first, {0})) return *wrong;
  if (unknown && first.err.find("libother.so") == std::string::npos)
    return "the plug-in is not named: " + first.err;
  if (slurp(out + "/tables/unknown.csv").find("libother.so") == std::string::npos)
    return "the rows are not shown";
  if (auto dead = dead_link(out)) return dead;
  // A later report that fails leaves pages that lead where something is.
  const std::string broken = arena.path("broken.db");
  fs::copy_file(db, broken);
  Start worse = start;
  switch (random.below(3)) {
    case 0:
      worse.environment["PATH"] = "/none";  // no gnuplot
      break;
    case 1: {
      std::string bytes = slurp(broken);
      for (int k = 0; k < 40; ++k)
        bytes[4096 + random.below(bytes.size() - 4096)] = static_cast<char>(random.below(256));
      arena.folder.write("broken.db", bytes);
      break;
    }
    default:
      fs::remove_all(out + "/report.html");
      fs::create_directories(out + "/report.html");
  }
  const Ended second = arena.run({"report", broken, "--out", out, "--format", "html,csv"}, worse);
  if (auto wrong = in_order(second, {0, 2})) return "the second: " + *wrong;
  if (auto dead = dead_link(out)) return "after the second: " + *dead;
  for (const char* canary : {"canary", "home/canary"})
    if (fs::exists(arena.path(canary))) return "something was run";
  return std::nullopt;
}

Verdict damaged_points(Arena& arena, Random& random) {
  std::string orders =
      "problem,scheme,solver,norm,unit,order,order_low,order_high,claimed,floor,exact\n"
      "resting_ball,nscd,nlgs,position_error_sup,m,1.01,0.98,1.04,1,1e-12,no\n"
      "resting_ball,inc,superlu,position_error_sup,m,,,,2,0,yes\n";
  std::string points = "problem,scheme,solver,norm,step,error,use\n";
  for (int k = 0; k < 6; ++k)
    for (const char* method : {"nscd,nlgs", "inc,superlu"})
      points += fmt::format("resting_ball,{},position_error_sup,{},{},{}\n", method, 0.1 / (1 << k),
                            k == 0 ? 0.0 : 0.3 / (1 << k), k < 4 ? "window" : "");
  std::string& text = random.chance(0.5) ? orders : points;
  const std::size_t header = text.find('\n') + 1;
  text = random.chance(0.2) ? damaged(text, random)
                            : text.substr(0, header) + damaged(text.substr(header), random);
  arena.folder.write("orders.csv", orders);
  arena.folder.write("points.csv", points);
  const Ended ended = arena.run({"orders", arena.folder.path()});
  if (auto wrong = in_order(ended, {0, 2})) return *wrong;
  if (ended.status == 2 && ended.err.find(arena.folder.path()) == std::string::npos)
    return "no file is named: " + ended.err;
  return std::nullopt;
}

Verdict odd_completion(Arena& arena, Random& random) {
  const std::string script = IMPACTBENCH_SOURCE_DIR "/benchmarks/extension/package/completion.bash";
  static const Words names{"good_name",
                           "a1",
                           "$(touch${IFS}CANARY)",
                           "`touch${IFS}CANARY`",
                           "*",
                           "~root",
                           "a;b",
                           "<(touch${IFS}CANARY)",
                           "${PATH}",
                           "a'b",
                           "x[$(touch${IFS}CANARY)]",
                           "\\",
                           "a\\$(id)",
                           "Upper",
                           "-rf",
                           "a|b",
                           "\xff"};
  std::string list = "problems\n";
  std::set<std::string> plain;
  for (int k = 0; k < 8; ++k) {
    std::string name = random.of(names);
    for (std::size_t at; (at = name.find("CANARY")) != std::string::npos;)
      name.replace(at, 6, arena.path("canary"));
    list += "  " + name + "  what it is\n";
    if (name == "good_name" || name == "a1") plain.insert(name);
  }
  arena.folder.write("list", list);
  const std::string program =
      arena.folder.write("hostile", "#!/bin/sh\ncat '" + arena.path("list") + "'\n");
  chmod(program.c_str(), 0755);
  const std::string option = random.of(Words{"--problem", "--scheme", "--solver"});
  const pid_t shell = fork();
  if (shell == 0) {
    dup2(open(arena.path(".out").c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644), STDOUT_FILENO);
    dup2(open("/dev/null", O_WRONLY), STDERR_FILENO);
    execl("/bin/bash", "bash", "-c",
          "source \"$1\"; COMP_WORDS=(\"$2\" run \"$3\" \"\"); COMP_CWORD=3; _impactbench; "
          "printf '%s\\n' \"${COMPREPLY[@]}\"",
          "_", script.c_str(), program.c_str(), option.c_str(), static_cast<char*>(nullptr));
    _exit(127);
  }
  int status = 0;
  waitpid(shell, &status, 0);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) return "the shell did not end in order";
  std::istringstream offered(slurp(arena.path(".out")));
  std::set<std::string> words;
  for (std::string word; std::getline(offered, word);)
    if (!word.empty()) words.insert(word);
  if (fs::exists(arena.path("canary"))) return "something was run";
  if (words != plain)
    return fmt::format("{} names are offered, {} are plain", words.size(), plain.size());
  return std::nullopt;
}

}  // namespace impactbench::attack
