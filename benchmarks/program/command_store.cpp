#include "benchmarks/files/inputs.hpp"
#include "benchmarks/program/commands.hpp"
#include "benchmarks/store/row_json.hpp"
#include "benchmarks/store/store.hpp"
#include "problems/base/counted.hpp"
#include "problems/base/error.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <filesystem>
#include <fstream>
#include <set>

namespace impactbench {

namespace {

void require_series(const Store& store, const std::string& series) {
  std::set<std::string> known;
  for (const std::string& key : store.keys()) {
    for (const auto& [name, values] : store.series(key))
      known.insert(name);
    if (known.contains(series)) return;
  }
  throw ConfigurationError(
      fmt::format("no row of '{}' has a series '{}'; known: {}", store.path(), series,
                  known.empty() ? "none" : fmt::format("{}", fmt::join(known, ", "))));
}

}  // namespace

Store open_to_read(const std::string& path) {
  Store out(path, StoreMode::read);
  if (const std::string warning = out.warning(); !warning.empty())
    fmt::print(stderr, "warning: {}\n", warning);
  return out;
}

void each_row_of(const std::string& path, const std::function<void(Row&&)>& f, RowParts parts) {
  // Opening a pipe to which nobody writes would never end.
  std::error_code unknown;
  const std::filesystem::file_status what = std::filesystem::status(path, unknown);
  if (std::filesystem::is_other(what))
    throw ConfigurationError(fmt::format("'{}' is a device or a pipe; it must be a file", path));
  std::ifstream in(path);
  remember_input(path);
  if (!in) throw ConfigurationError(fmt::format("'{}' cannot be read", path));
  if (in.peek() != '{') {
    open_to_read(path).each_brief_row(f, parts);
    return;
  }
  int number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    f([&] {
      try {
        return row_from_json(line, parts);
      } catch (const ConfigurationError& e) {
        throw ConfigurationError(fmt::format("{}:{}: {}", path, number, e.what()));
      }
    }());
  }
}

std::vector<Row> read_rows(const std::string& path) {
  std::vector<Row> out;
  each_row_of(path, [&](Row&& row) { out.push_back(std::move(row)); });
  return out;
}

void add_merge(CLI::App& app, Action& action) {
  struct StoreArguments {
    std::string output;
    std::vector<std::string> inputs;
  };
  auto o = std::make_shared<StoreArguments>();
  CLI::App* command = app.add_subcommand("merge", "Copy the rows of several stores into one");
  command->add_option("output", o->output, "store that receives the rows")->required();
  command->add_option("inputs", o->inputs, "stores that give them")->required();
  command->footer(
      "Example:\n"
      "  impactbench merge all.db part_0.db part_1.db");
  command->callback([o, &action] {
    action = [o] {
      for (const std::string& input : o->inputs)
        (void)open_to_read(input);
      merge(o->output, o->inputs);
      fmt::print("{} in {}\n", counted(Store(o->output, StoreMode::read).size(), "row", "rows"),
                 o->output);
      return 0;
    };
  });
}

void add_export(CLI::App& app, Action& action) {
  struct StoreArguments {
    std::string store, csv, jsonl, series, out{"-"};
    bool digest{false};
  };
  auto o = std::make_shared<StoreArguments>();
  CLI::App* command = app.add_subcommand("export", "Write a store as text, or hash it");
  command->add_option("store", o->store, "store to read")->required();
  command->add_option("--csv", o->csv, "one line per row, '-' for stdout");
  command->add_option("--jsonl", o->jsonl, "one JSON object per row, '-' for stdout");
  command->add_option("--series", o->series,
                      "one history of every row as CSV, such as kinetic_energy");
  command->add_option("--out", o->out, "where --series goes")->capture_default_str();
  command->add_flag("--digest", o->digest,
                    "one hash over all results, without times, machines and revisions");
  command->footer(
      "Examples:\n"
      "  impactbench export rows.db --csv rows.csv --jsonl rows.jsonl\n"
      "  impactbench export rows.db --series kinetic_energy --out energies.csv\n"
      "  impactbench export rows.db --digest");
  command->callback([o, &action] {
    action = [o] {
      if (o->csv.empty() && o->jsonl.empty() && o->series.empty() && !o->digest) {
        throw ConfigurationError(
            "export needs at least one of --csv, --jsonl, --series and --digest");
      }
      const Store store = open_to_read(o->store);
      for (const std::string* output : {&o->csv, &o->jsonl, &o->out})
        expect_output(*output);
      if (!o->csv.empty()) write_to(o->csv, [&](std::ostream& s) { export_csv(store, s); });
      if (!o->jsonl.empty()) write_to(o->jsonl, [&](std::ostream& s) { export_jsonl(store, s); });
      if (!o->series.empty()) {
        require_series(store, o->series);
        write_to(o->out, [&](std::ostream& s) { export_series_csv(store, o->series, s); });
      }
      if (o->digest) fmt::print("{}\n", store.digest());
      return 0;
    };
  });
}

}  // namespace impactbench
