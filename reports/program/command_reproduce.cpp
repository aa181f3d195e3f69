#include "benchmarks/matrix/runner.hpp"
#include "benchmarks/matrix/title.hpp"
#include "benchmarks/program/within.hpp"
#include "problems/base/counted.hpp"
#include "problems/base/error.hpp"
#include "reports/edition/edition.hpp"
#include "reports/edition/planned_cost.hpp"
#include "reports/edition/theorem_page.hpp"
#include "reports/paper/figure.hpp"
#include "reports/paper/reproduce.hpp"
#include "reports/paper/rows_by_cell.hpp"
#include "reports/paper/source.hpp"
#include "reports/paper/source_claims.hpp"
#include "reports/program/commands.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <filesystem>
#include <map>

namespace impactbench {
namespace {

struct Options {
  std::string what, csv, out, store{"results/reproduce.db"};
  int jobs{1};
  double cpu_budget{usual_budget};
  bool rerun{false}, reuse{false}, stored{false}, redraw{false}, dry_run{false}, costs{false};
};

/// "914 runs, 12 of them not in the store: about 40 s of CPU time".
std::string cost_text(const Plan& plan, const Plan& missing, const std::vector<Row>& rows) {
  const PlannedCost cost(rows);
  double cpu = 0.0;
  for (const PlannedCell& cell : missing.cells)
    cpu += cell.refusal ? 0.0 : std::min(cost(title(cell.cell)), plan.cpu_budget);
  return fmt::format("{}, {} of them not in the store: about {} of CPU time",
                     counted(plan.cells.size(), "run", "runs"), missing.cells.size(),
                     duration_text(cpu));
}

/// Lines of [long_runs] in the recipes of a source.
void list_costs(const Plan& plan, const std::vector<Row>& rows) {
  std::map<std::string, double> costs;
  const RowsByCell stored(rows);
  for (const PlannedCell& planned : plan.cells) {
    const Row* row = stored.of(planned.cell);
    if (row != nullptr && row->timing && row->timing->cpu_cell.value_or(0.0) >= short_of)
      costs[title(row->cell)] = *row->timing->cpu_cell;
  }
  for (const auto& [name, cpu] : costs)
    fmt::print("\"{}\" = {:.0f}\n", name, cpu);
}

RunSummary run_missing(const Plan& plan, Store& store, const Options& o) {
  RunOptions options;
  options.jobs = o.jobs;
  options.rerun = o.rerun;
  return run_plan(plan, store, options);
}

Store open_store(const Options& o) {
  if (o.store == Options{}.store) std::filesystem::create_directories("results");
  return Store(o.store, StoreMode::write);
}

int reproduce_figure(const Options& o, const std::string& source, const std::string& number) {
  const Figure& figure = find_figure(source, number);
  const std::string folder = o.out.empty() ? "results/" + source + "/fig" + number : o.out;
  std::error_code failed;
  std::filesystem::create_directories(folder, failed);
  if (failed) {
    throw ConfigurationError(
        fmt::format("folder '{}' cannot be made: {}", folder, failed.message()));
  }
  Store store = open_store(o);
  const RunSummary summary = run_missing(figure_plan(figure), store, o);
  const DrawnFigure drawn = draw_figure(figure, store.rows(), folder);
  fmt::print("Figure {}. {}\n", figure.number, figure.caption);
  for (const FigurePanel& panel : figure.panels) {
    if (!panel.letter.empty()) fmt::print("  {}: {}\n", panel.letter, panel.what);
  }
  if (!figure.remark.empty()) fmt::print("{}\n", figure.remark);
  for (const std::string& note : drawn.notes)
    fmt::print("note: {}\n", note);
  for (const std::string& file : drawn.files)
    fmt::print("{}\n", file);
  return summary.interrupted || drawn.files.empty() ? 1 : 0;
}

int reproduce_claims(const Options& o, const std::string& source) {
  Store store = open_store(o);
  expect_output(o.csv);
  const RunSummary summary = run_missing(claims_plan(source, o.cpu_budget), store, o);
  const std::vector<ClaimResult> all = judge_claims(source, store.rows(), false);
  print_claims(all);
  if (!o.csv.empty()) {
    write_to(o.csv, [&](std::ostream& out) { write_claims_csv(all, out); });
  }
  return summary.interrupted ? 1 : 0;
}

/// Computed at once: there are no runs, and the store is neither read nor written.
int reproduce_theorems(const Options& o, const std::string& source) {
  expect_output(o.csv);
  const std::vector<TheoremResult> all = judge_theorems(source);
  print_theorems(all);
  if (!o.csv.empty()) {
    write_to(o.csv, [&](std::ostream& out) { write_theorems_csv(all, out); });
  }
  const std::string folder = o.out.empty() ? "results/" + source + "/theorems" : o.out;
  write_theorem_page(source, all, folder);
  fmt::print("{}/theorems.html\n", folder);
  return std::all_of(all.begin(), all.end(), [](const auto& r) { return r.as_expected(); }) ? 0 : 1;
}

/// Printed values beside ours; false if a difference has no reason.
bool compare(const Options& o, const std::string& source, const std::vector<std::string>& tables,
             const std::vector<Row>& rows) {
  const std::vector<Comparison> all = compare_tables(source, tables, rows, false);
  print_comparisons(all);
  if (!o.csv.empty()) {
    write_to(o.csv, [&](std::ostream& out) { write_comparison_csv(all, out); });
  }
  return std::all_of(all.begin(), all.end(), [](const Comparison& c) {
    return c.verdict == Verdict::reproduced || !c.reason.empty();
  });
}

/// The whole source: every figure and table that it determines, as files for a paper.
int reproduce_source(const Options& o) {
  const std::string folder = o.out.empty() ? "results/" + find_source(o.what).name : o.out;
  const Plan plan = edition_plan(o.what, o.cpu_budget);
  if (o.dry_run || o.costs) {
    const bool there = std::filesystem::exists(o.store);
    const std::vector<Row> rows = there ? open_to_read(o.store).rows() : std::vector<Row>();
    if (o.costs) {
      list_costs(plan, rows);
      return 0;
    }
    const PlannedCost cost(rows);
    const Manifest now = survey(o.what, rows);
    for (const Drawn& item : stale_items(o.what, rows, folder)) {
      const double cpu = cost.missing(*now.find(item.name));
      fmt::print("{:<10} {}{}\n", item.name, item.why.empty() ? "as it was" : "stale: " + item.why,
                 cpu > 0.0 ? fmt::format("; its runs take about {}", duration_text(cpu)) : "");
    }
    fmt::print("{}\n", cost_text(plan, without_rows(plan, rows), rows));
    return 0;
  }
  RunSummary summary;
  Store store = open_store(o);
  if (!o.stored) {
    const std::vector<Row> rows = store.rows(RowExtent::brief);
    const Plan missing = without_rows(plan, rows);
    fmt::print(stderr, "{}\n", cost_text(plan, missing, rows));
    Plan wanted = o.reuse ? missing : plan;
    cheapest_first(wanted, PlannedCost(rows));
    summary = run_missing(wanted, store, o);
  }
  const std::vector<Row> rows = store.rows();
  const bool explained = edition_tables(o.what).empty() || compare(o, o.what, {}, rows);
  int drawn = 0, kept = 0, absent = 0;
  for (const Drawn& item : write_edition(o.what, rows, folder, o.redraw)) {
    ++(!item.made ? absent : item.why.empty() ? kept : drawn);
    fmt::print("{:<10} {}\n", item.name,
               !item.made         ? "not made: the store has none of its runs"
               : item.why.empty() ? "as it was"
                                  : "drawn: " + item.why);
  }
  fmt::print("{}/{}.tex, manifest.json: {} drawn, {} unchanged, {} not made\n", folder, o.what,
             drawn, kept, absent);
  return summary.interrupted || absent > 0 || !explained ? 1 : 0;
}

int reproduce(const Options& o) {
  const std::size_t slash = o.what.find('/');
  const std::string source = o.what.substr(0, slash);
  if (slash == std::string::npos) return reproduce_source(o);
  std::vector<std::string> tables;
  {
    const std::string name = o.what.substr(slash + 1);
    if (name == "claims") return reproduce_claims(o, source);
    if (name == "theorems") return reproduce_theorems(o, source);
    if (name.starts_with("fig")) return reproduce_figure(o, source, name.substr(3));
    if (!name.starts_with("tab")) {
      throw ConfigurationError(
          fmt::format("'{}' is neither a table nor a figure; write one as in nguyen2024/tab4.11 or "
                      "nguyen2024/fig4.13, or nguyen2024/claims, nguyen2024/theorems",
                      o.what));
    }
    tables = {name.substr(3)};
  }
  const Plan plan = reproduction_plan(source, tables, o.cpu_budget);
  Store store = open_store(o);
  expect_output(o.csv);
  const RunSummary summary = run_missing(plan, store, o);
  const bool explained = compare(o, source, tables, store.rows());
  return summary.interrupted || !explained ? 1 : 0;
}

}  // namespace

void add_reproduce(CLI::App& app, Action& action) {
  auto o = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand(
      "reproduce",
      "Run what a published table or figure needs; print the values beside ours, draw the figure");
  command
      ->add_option(
          "what", o->what,
          "a source, one of its tables or figures, its claims or its theorems: nguyen2024, "
          "nguyen2024/tab4.11, nguyen2024/fig4.13, nguyen2024/claims, "
          "nguyen2024/theorems, maury2004/fig9")
      ->required();
  command->add_option("--csv", o->csv, "tables, claims and theorems: also as CSV, '-' for stdout");
  command->add_option(
      "--out", o->out,
      "figures: folder for PDF, SVG, PNG and CSV; results/SOURCE/figN.NN. Theorems: folder for "
      "their "
      "page; results/SOURCE/theorems. A source: folder for all of it, with LaTeX and a manifest; "
      "results/SOURCE");
  command->add_option("--store", o->store, "store of the runs")->capture_default_str();
  command->add_option("--jobs", o->jobs, "cells at a time")->check(CLI::Range(1, 1024));
  command
      ->add_option(
          "--cpu-budget", o->cpu_budget,
          "tables and sources: CPU time that a run may use [s]; runs known to need more are "
          "left out")
      ->check(within(1.0, 1e6))
      ->capture_default_str();
  command->add_flag("--rerun", o->rerun, "run also cells that the store has already");
  command->add_flag("--reuse", o->reuse,
                    "a source: runs whose row of another revision is in the store are not made "
                    "again; the manifest says which");
  command->add_flag("--list-costs", o->costs,
                    "a source: print the CPU times of its long runs, and do nothing");
  command->add_flag("--stored", o->stored,
                    "a source: draw from the rows of the store, run nothing");
  command->add_flag("--redraw", o->redraw, "a source: also items that are not stale");
  command->add_flag("--dry-run", o->dry_run,
                    "a source: list stale items and the cost of their runs, run and draw nothing");
  command->footer(
      "Examples:\n"
      "  impactbench reproduce siconos_ball\n"
      "  impactbench reproduce nguyen2024/tab4.7\n"
      "  impactbench reproduce nguyen2024/fig4.4 --out FIGURE\n"
      "Verdicts: reproduced (every printed digit, truncated or rounded), deviates (with the\n"
      "reason), not_comparable (empty cell, or no result of ours corresponds to it). Of claims:\n"
      "confirmed (in every comparison), refuted (not in all), undecided (nothing to compare).\n"
      "Of theorems: held (over all samples), violated (by one), undecided (nothing to compute).");
  command->callback([o, &action] { action = [o] { return reproduce(*o); }; });
}

}  // namespace impactbench
