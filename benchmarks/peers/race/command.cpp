#include "benchmarks/peers/race/command.hpp"

#include "benchmarks/files/guarded.hpp"
#include "benchmarks/files/output.hpp"
#include "benchmarks/peers/race/contestant.hpp"
#include "benchmarks/peers/race/race.hpp"
#include "benchmarks/program/commands.hpp"
#include "benchmarks/program/pinning.hpp"
#include "benchmarks/program/settings.hpp"
#include "benchmarks/program/with_unit.hpp"
#include "benchmarks/program/within.hpp"
#include "problems/model/error.hpp"

#include <fmt/format.h>
#include <unistd.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>

namespace impactbench {
namespace {

struct Options {
  RaceRequest race;
  std::vector<std::string> settings, engines{"all"};
  std::string out{"results/peers"}, timeout{"60s"};
  bool no_figures{false};
};

/// The look of an engine, or its failure; of timed runs the last one tells the median.
void print(const PeerRun& r) {
  const auto number = [](const std::optional<double>& x) {
    return x ? fmt::format("{:.2e}", *x) : std::string("-");
  };
  if (r.status != RowStatus::passed) {
    fmt::print("{:<12} {:<52} {:>7g} {}: {}\n", r.engine, r.settings, r.dt, to_text(r.status),
               r.reason);
  } else if (r.repeat == 0) {
    fmt::print("{:<12} {:<52} {:>7g} {:>9} {:>9} {:>9} {:>9} {:>9}\n", r.engine, r.settings, r.dt,
               number(r.window), number(r.penetration), number(r.energy_error), number(r.kinetic),
               number(r.residual));
  }
  std::fflush(stdout);
}

/// Median of the CPU seconds per simulated second, with their range.
void print_times(const std::vector<PeerRun>& runs) {
  fmt::print("\n{:<12} {:<52} {:>7} {:>9} {:>21}\n", "engine", "settings", "dt", "CPU s/s",
             "range");
  for (const PeerRun& first : runs) {
    if (first.repeat != 0) continue;
    std::vector<double> times;
    for (const PeerRun& r : runs) {
      if (r.cpu && r.engine == first.engine && r.settings == first.settings && r.dt == first.dt)
        times.push_back(*r.cpu / r.window);
    }
    if (times.empty()) continue;
    std::sort(times.begin(), times.end());
    fmt::print("{:<12} {:<52} {:>7g} {:>9.3g} {:>10.3g}-{:<10.3g}\n", first.engine, first.settings,
               first.dt, times[times.size() / 2], times.front(), times.back());
  }
}

void refuse_unless(bool right, const char* option, const std::string& range) {
  if (!right) throw ConfigurationError(fmt::format("{}: must be {}", option, range));
}

/// Where engines are written by name alone "all" stands for those that are usual.
std::vector<std::string> engines_of(const Options& o) {
  std::vector<std::string> out;
  for (const std::string& text : o.engines) {
    if (text != "all") {
      out.push_back(text);
      continue;
    }
    for (std::string& usual : usual_contestants())
      out.push_back(std::move(usual));
  }
  return out;
}

int run(Options& o, char** argv) {
  RaceRequest& r = o.race;
  r.settings = settings_of(o.settings);
  r.engines = engines_of(o);
  r.budget = {.cpu = seconds(o.timeout, "--timeout"), .memory = 4096.0, .threads = 1};
  refuse_unless(std::isfinite(r.from) && r.from >= 0.0, "--from", "in [0, inf) s");
  refuse_unless(std::isfinite(r.window) && r.window > 0.0, "--window", "in (0, inf) s");
  refuse_unless(!r.steps.empty(), "--dt", "at least one step");
  for (const double dt : r.steps)
    refuse_unless(std::isfinite(dt) && dt > 0.0 && dt <= r.window, "--dt",
                  "above 0 and no longer than the window");
  std::error_code trouble;
  std::filesystem::create_directories(o.out, trouble);
  if (trouble)
    throw ConfigurationError(
        fmt::format("folder '{}' cannot be made: {}", o.out, trouble.message()));
  expect_output(o.out + "/peers.csv");
  fmt::print("{:<12} {:<52} {:>7} {:>9} {:>9} {:>9} {:>9} {:>9}\n", "engine", "settings", "dt",
             "window", "penetr.", "energy", "kinetic", "residual");
  const std::vector<PeerRun> runs = race(r, print);
  print_times(runs);
  const std::string file = o.out + "/peers.csv";
  write_to(file, [&](std::ostream& out) { write_peer_runs(runs, out); });
  fmt::print("{}: {} runs\n", file, runs.size());
  std::fflush(stdout);
  const bool any = std::any_of(runs.begin(), runs.end(),
                               [](const PeerRun& x) { return x.status == RowStatus::passed; });
  if (o.no_figures || !any) return any ? 0 : 1;
  // Figures are the affair of reports, whose program stands beside this one.
  const auto sibling =
      std::filesystem::read_symlink("/proc/self/exe").parent_path() / "impactbench-report";
  std::vector<std::string> words{argv[0], "race", file, "--out", o.out};
  std::vector<char*> arguments;
  for (std::string& word : words)
    arguments.push_back(word.data());
  arguments.push_back(nullptr);
  execv(sibling.c_str(), arguments.data());
  throw ConfigurationError(fmt::format("the program '{}' is missing", sibling.string()));
}

void list_peers() {
  for (const PeerEntry& peer : peer_catalogue()) {
    const auto absence = peer.absence();
    fmt::print("{:<10} {}\n", peer.name, peer.summary);
    fmt::print("           {}\n", absence ? *absence : "version " + peer.version());
    for (const FieldInfo& f : peer.parameters.fields())
      fmt::print("           {} = {} {}: {}; {}\n", f.name, f.fallback, f.unit == "-" ? "" : f.unit,
                 f.meaning, f.range);
  }
}

int parse_and_run(int argc, char** argv) {
  CLI::App app{"Engines of others beside ours.", "impactbench"};
  app.require_subcommand(1);
  Options o;
  bool list = false;
  CLI::App* command =
      app.add_subcommand("peers", "Race engines of others beside ours on one problem");
  command->add_flag("--list", list, "the peers, their settings, and which are there");
  command->add_option("--problem", o.race.problem, "of discs, such as box_529");
  command->add_option("--set", o.settings, "key=value: a parameter of the problem")->take_all();
  command
      ->add_option("--engine", o.engines,
                   "a peer or SCHEME/SOLVER, with settings: \"chipmunk iterations=30\"; or all")
      ->take_all();
  command->add_option("--from", o.race.from, "instant of the start, made by nscd [s]")
      ->capture_default_str();
  command->add_option("--window", o.race.window, "simulated time of a run [s]")
      ->capture_default_str();
  command->add_option("--dt", o.race.steps, "steps, each engine with each [s]")
      ->capture_default_str();
  command
      ->add_option("--repeats", o.race.repeats, "timed runs of each, after one that is looked at")
      ->check(CLI::Range(0, 1000))
      ->capture_default_str();
  command->add_option("--instants", o.race.instants, "looks at the state")
      ->check(CLI::Range(1, 1000000))
      ->capture_default_str();
  command->add_option("--cpu", o.race.cpu, "the window ends early after so much CPU time [s]")
      ->check(within(1e-3, 1e6))
      ->capture_default_str();
  command
      ->add_option("--timeout", o.timeout, "CPU time after which a process is ended as a failure")
      ->capture_default_str();
  command->add_option("--out", o.out, "folder for peers.csv, report.html, figures/ and tables/")
      ->capture_default_str();
  command->add_flag("--no-figures", o.no_figures, "peers.csv alone");
  command->footer(
      "All start from the same state with the same masses, inertias, law and step; in what an\n"
      "engine differs is in its row. CPU time is that of the steps, one thread; every run in a\n"
      "process of its own, engines in turn. Exit status 1 where no run came to its end.");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    if (e.get_exit_code() == 0) return app.exit(e);
    throw ConfigurationError(e.what());
  }
  if (list) {
    list_peers();
    return 0;
  }
  if (o.race.problem.empty()) throw ConfigurationError("peers: --problem is required");
  return run(o, argv);
}

}  // namespace

int peers_main(int argc, char** argv) {
  pin_environment(argv);
  return guarded("impactbench", [&] { return parse_and_run(argc, argv); });
}

}  // namespace impactbench
