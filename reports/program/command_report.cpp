#include "benchmarks/matrix/plan.hpp"
#include "benchmarks/store/histories.hpp"
#include "problems/base/counted.hpp"
#include "problems/base/error.hpp"
#include "reports/generate/changes.hpp"
#include "reports/generate/power_report.hpp"
#include "reports/generate/report.hpp"
#include "reports/generate/report_rows.hpp"
#include "reports/paper/reproduce.hpp"
#include "reports/paper/rows_by_cell.hpp"
#include "reports/paper/source.hpp"
#include "reports/paper/source_claims.hpp"
#include "reports/program/commands.hpp"
#include "reports/site/site.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace impactbench {
namespace {

struct Options {
  std::string store, against, power, cell, out{"results/report"}, formats{"all"};
  std::size_t pages{5000};
};

/// A power store with its pairs for the cells of `keys`, or for all its cells if `keys` is empty.
struct MeasuredPower {
  std::optional<PowerStore> store{};  ///< which the pairs point into
  std::vector<PowerOfPair> pairs{};

  void read(const std::string& path, const std::vector<std::string>& keys) {
    store.emplace(path, PowerStoreMode::read);
    std::vector<std::string> cells;
    for (const auto& [key, baseline] : store->baselines()) {
      if (keys.empty() || std::find(keys.begin(), keys.end(), key) != keys.end())
        cells.push_back(key);
    }
    if (cells.empty()) {
      throw ConfigurationError(
          fmt::format("'{}' has none of the cells of the store: both must be of one plan and of "
                      "one revision of the program",
                      path));
    }
    pairs = power_of_pairs(cells, *store, {.limits = store->limits()});
  }
};

int power_alone(const Options& o, const Formats& formats) {
  if (o.power.empty()) throw ConfigurationError("report needs a store of rows, or --power FILE");
  if (!o.against.empty()) throw ConfigurationError("report --against needs a store of rows");
  MeasuredPower power;
  power.read(o.power, {});
  write_power_report(power.pairs, o.out, formats, "");
  fmt::print("report: {}/power.html ({})\n", o.out, counted(power.pairs.size(), "pair", "pairs"));
  return 0;
}

/// All rows, in brief. The site takes each row before the report drops the parts that it does not
/// need.
ReportRows brief_rows(const Store& store, std::optional<Site>& site) {
  ReportRows out;
  out.reserve(store.size());
  store.each_brief_row([&](Row&& row) {
    if (site) site->add(row);
    out.add(std::move(row));
  });
  out.finish();
  return out;
}

/// Names on stderr the plug-ins that would make unknown rows known to this program.
void name_absent_plugins(const std::vector<Row>& rows) {
  std::set<std::string> absent;
  std::size_t n = 0;
  for (const Row& row : rows) {
    const auto plugins = row.environment.find("plugins");
    if (plugins == row.environment.end() || !unknown_here(row.cell)) continue;
    absent.insert(plugins->second.substr(0, plugins->second.find(' ')));
    ++n;
  }
  if (n == 0) return;
  fmt::print(stderr,
             "impactbench: {} of a plug-in that is not loaded ({}): name its file with "
             "--plugin\n",
             counted(n, "row is", "rows are"), fmt::join(absent, ", "));
}

BesidePrint beside_print(const ReportRows& rows, const Histories& histories) {
  const RowsByCell stored(rows.all());
  BesidePrint out;
  for (const std::string& source : source_names()) {
    for (Comparison& c : compare_tables(source, {}, stored, true, histories))
      out.values.push_back(std::move(c));
    for (ClaimResult& c : judge_claims(source, stored, true, histories))
      out.claims.push_back(std::move(c));
  }
  return out;
}

/// Tables and figures of all rows, which leave memory afterwards.
DrawnReport write_tables(const Options& o, const Formats& formats, const Store& store,
                         std::optional<Site>& site) {
  const ReportRows rows = brief_rows(store, site);
  name_absent_plugins(rows.all());
  const Histories histories(store);
  const std::string home = site ? "index.html" : "";
  DrawnReport out = draw_report(rows, beside_print(rows, histories), o.out, formats, home,
                                histories, site ? &site->pages() : nullptr);
  if (!o.against.empty()) {
    write_changes(open_to_read(o.against).rows(RowExtent::brief), rows.all(), o.out, formats, home);
  }
  return out;
}

/// The pages of cells that have one, and then those that link to them: a failing report leaves the
/// previous one in place.
void write_site(const Options& o, const Store& store, const std::vector<PowerOfPair>& power,
                const DrawnReport& report, Site& site) {
  std::map<std::string, NoticedByCheck> noticed = noticed_by_cell(power);
  store.each_whole_row(site.keys_of_pages(),
                       [&](const Row& row) { site.write_page(row, noticed[row.key]); });
  std::vector<PageLink> links{{"report.html", "tables and figures"}};
  if (!o.against.empty()) links.push_back({"changes.html", "what changed"});
  if (!o.power.empty()) links.push_back({"power.html", "what verdicts notice"});
  report.write();
  site.write(links, report.schemes, report.choice);
}

int whole_report(const Options& o, const Formats& formats) {
  const Store store = open_to_read(o.store);
  MeasuredPower power;
  if (!o.power.empty()) power.read(o.power, store.keys());
  std::optional<Site> site;
  if (formats.html) site.emplace(o.out, o.pages);
  const DrawnReport report = write_tables(o, formats, store, site);
  if (!power.pairs.empty())
    write_power_report(power.pairs, o.out, formats, site ? "index.html" : "");
  if (site) {
    write_site(o, store, power.pairs, report, *site);
  } else {
    report.write();
  }
  fmt::print("report: {}{} ({})\n", o.out, site ? "/index.html" : "",
             counted(store.size(), "row", "rows"));
  return 0;
}

/// The row whose key begins with this text.
Row row_of_key(const Store& store, const std::string& beginning) {
  std::vector<std::string> keys = store.keys();
  std::erase_if(keys, [&](const std::string& key) { return !key.starts_with(beginning); });
  if (keys.size() != 1) {
    throw ConfigurationError(
        fmt::format("--cell '{}': {} rows of '{}' have a key that begins so; it must be one. The "
                    "pointer over a mark in index.html shows its key",
                    beginning, keys.size(), store.path()));
  }
  return store.get(keys.front()).value();
}

int page_of_one_cell(const Options& o) {
  if (o.store.empty()) throw ConfigurationError("report --cell needs a store of rows");
  const Store store = open_to_read(o.store);
  const Row row = row_of_key(store, o.cell);
  MeasuredPower power;
  if (!o.power.empty()) power.read(o.power, {row.key});
  add_cell_page(o.out, row, noticed_by_cell(power.pairs)[row.key]);
  fmt::print("report: {}/{}\n", o.out, cell_page_file(row.key));
  return 0;
}

}  // namespace

void add_report(CLI::App& app, Action& action) {
  auto o = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("report", "Draw tables and figures from a store");
  command->add_option("store", o->store, "store to read");
  command
      ->add_option("--out", o->out,
                   "folder for index.html, cells/, report.html, figures/ and tables/")
      ->capture_default_str();
  command->add_option("--against", o->against,
                      "an earlier store: adds changes.html, the differences and the changes of CPU "
                      "time that the repeats support");
  command->add_option(
      "--power", o->power,
      "results of impactbench power for the same cells: adds power.html and "
      "the smallest error that each check notices; without a store power.html alone");
  command->add_option("--format", o->formats, "all, or some of html,md,tex,csv")
      ->capture_default_str();
  CLI::Option* pages =
      command
          ->add_option(
              "--pages", o->pages,
              "the largest number of cells with a page of their own: first those that failed, "
              "missed a check or passed unexpectedly, then those that tables and figures "
              "link to, then the others in order")
          ->check(CLI::Range(0, 1000000))
          ->capture_default_str();
  command
      ->add_option("--cell", o->cell,
                   "adds the page of the cell with this key, or the only one whose key begins so, "
                   "to the report in --out, and writes nothing else")
      ->excludes(pages);
  command->footer(
      "Example:\n"
      "  impactbench report rows.db --out REPORT\n"
      "index.html leads to pages of cells and to report.html; they need no network. Figures are\n"
      "also PDF, tables also CSV, Markdown, LaTeX.");
  command->callback([o, &action] {
    action = [o] {
      if (!o->cell.empty()) return page_of_one_cell(*o);
      const Formats formats = formats_from(o->formats);
      return o->store.empty() ? power_alone(*o, formats) : whole_report(*o, formats);
    };
  });
}

}  // namespace impactbench
