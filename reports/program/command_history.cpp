#include "benchmarks/files/output.hpp"
#include "benchmarks/program/with_unit.hpp"
#include "benchmarks/store/csv_text.hpp"
#include "benchmarks/store/text_file.hpp"
#include "problems/base/counted.hpp"
#include "problems/base/error.hpp"
#include "reports/generate/history.hpp"
#include "reports/program/commands.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <filesystem>

namespace impactbench {
namespace {

struct Options {
  std::vector<std::string> stores,
      quantities{"position_error_sup", "energy_drift_relative", "penetration_relative", "cpu"};
  std::string out{"results/history"}, width{"174mm"};
  bool all{false};
};

/// The rows of a store, named after its file.
Release release_of(const std::string& path) {
  return {std::filesystem::path(path).stem(), read_rows(path)};
}

void write_history(const History& history, const std::vector<Release>& releases,
                   const std::string& folder) {
  std::error_code failed;
  std::filesystem::create_directories(folder, failed);
  if (failed)
    throw ConfigurationError(
        fmt::format("folder '{}' cannot be made: {}", folder, failed.message()));
  std::string changes = "revision,cell,quantity,what\n";
  for (const HistoryChange& c : history.changes)
    changes += fmt::format("{},{},{},{}\n", csv_text(releases[c.at].name), csv_text(c.cell),
                           c.quantity, csv_phrase(c.difference.text));
  write_text_file(folder + "/changes.csv", changes);
  write_text_file(folder + "/history.csv", history.csv);
  for (const Plot& plot : history.figures)
    (void)draw(plot, folder);
}

int draw_history(const Options& o) {
  constexpr std::size_t most = 10;
  std::vector<Release> releases;
  for (const std::string& path : o.stores)
    releases.push_back(release_of(path));
  const History history = history_of(releases, o.quantities, width_of(o.width));
  write_history(history, releases, o.out);
  for (std::size_t k = 0; k < history.changes.size() && (o.all || k < most); ++k) {
    const HistoryChange& c = history.changes[k];
    fmt::print("{} at {}: {}\n", c.cell, releases[c.at].name, c.difference.text);
  }
  if (!o.all && history.changes.size() > most)
    fmt::print("... and {} lesser changes: --all prints them, changes.csv has them\n",
               history.changes.size() - most);
  fmt::print("history: {} over {}, {}; {}, history.csv and changes.csv in {}\n",
             counted(history.cells, "cell", "cells"),
             counted(releases.size(), "revision", "revisions"),
             counted(history.changes.size(), "change", "changes"),
             counted(history.figures.size(), "figure", "figures"), o.out);
  return 0;
}

}  // namespace

void add_history(CLI::App& app, Action& action) {
  auto o = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand(
      "history", "Accuracy and cost over revisions, a store each, and where they change");
  command->add_option("stores", o->stores, "from the oldest revision to the newest")->required();
  command
      ->add_option("--quantity", o->quantities,
                   "quantities to follow; cpu for the CPU time; repeated")
      ->take_all()
      ->capture_default_str();
  command->add_option("--out", o->out, "folder of figures and numbers")->capture_default_str();
  command->add_option("--width", o->width, "of the figures, such as 84mm or 174mm")
      ->capture_default_str();
  command->add_flag("--all", o->all, "print every change, not only the ten worst");
  command->footer(
      "Cells are compared whatever their revision and build; a store is named after its file.\n"
      "CPU times are followed where plans repeat timed runs (repeats = 3), from four stores on.\n"
      "Example:\n"
      "  impactbench history history/*.db --out results/history");
  command->callback([o, &action] { action = [o] { return draw_history(*o); }; });
}

}  // namespace impactbench
