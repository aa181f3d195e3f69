#include "benchmarks/matrix/runner.hpp"
#include "problems/model/error.hpp"
#include "reports/paper/reproduce.hpp"
#include "reports/program/commands.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <filesystem>

namespace impactbench {
namespace {

struct Options {
  std::string what, csv, store{"results/reproduce.db"};
  int jobs{1};
  bool rerun{false};
};

int reproduce(const Options& o) {
  const std::size_t slash = o.what.find('/');
  const std::string source = o.what.substr(0, slash);
  std::vector<std::string> tables;
  if (slash != std::string::npos) {
    const std::string name = o.what.substr(slash + 1);
    if (!name.starts_with("tab")) {
      throw ConfigurationError(
          fmt::format("'{}' is no table; write one as in nguyen2024/tab4.11", o.what));
    }
    tables = {name.substr(3)};
  }
  const Plan plan = reproduction_plan(source, tables);
  if (o.store == Options{}.store) std::filesystem::create_directories("results");
  Store store(o.store, StoreMode::write);
  RunOptions options;
  options.jobs = o.jobs;
  options.rerun = o.rerun;
  const RunSummary summary = run_plan(plan, store, options);
  const std::vector<Comparison> all = compare_tables(source, tables, store.rows(false), false);
  print_comparisons(all);
  if (!o.csv.empty()) {
    write_to(o.csv, [&](std::ostream& out) { write_comparison_csv(all, out); });
  }
  const bool explained = std::all_of(all.begin(), all.end(), [](const Comparison& c) {
    return c.verdict == Verdict::reproduced || !c.reason.empty();
  });
  return summary.interrupted || !explained ? 1 : 0;
}

}  // namespace

void add_reproduce(CLI::App& app, Action& action) {
  auto o = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand(
      "reproduce", "Run what a published table needs and print its values beside ours");
  command
      ->add_option("what", o->what, "a source or one of its tables: nguyen2024, nguyen2024/tab4.11")
      ->required();
  command->add_option("--csv", o->csv, "also as CSV, '-' for stdout");
  command->add_option("--store", o->store, "store of the runs")->capture_default_str();
  command->add_option("--jobs", o->jobs, "cells at a time")->check(CLI::Range(1, 1024));
  command->add_flag("--rerun", o->rerun, "also cells that the store has already");
  command->footer(
      "Verdicts: reproduced (every printed digit, truncated or rounded), deviates (with the\n"
      "reason), not_comparable (empty cell, or nothing of ours corresponds to it).");
  command->callback([o, &action] { action = [o] { return reproduce(*o); }; });
}

}  // namespace impactbench
