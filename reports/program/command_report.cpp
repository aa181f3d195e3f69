#include "benchmarks/matrix/plan.hpp"
#include "benchmarks/store/histories.hpp"
#include "problems/model/error.hpp"
#include "reports/generate/changes.hpp"
#include "reports/generate/power_report.hpp"
#include "reports/generate/report.hpp"
#include "reports/paper/reproduce.hpp"
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
  std::string store, against, power, out{"results/report"}, formats{"all"};
};

/// A power store with its pairs: of the cells of `keys`, of all its cells where there are none.
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
  fmt::print("report: {}/power.html ({} pairs)\n", o.out, power.pairs.size());
  return 0;
}

/// Texts of a row that only the page of its run shows, or that an earlier row has already: in many
/// rows they take as much memory as the numbers.
class DistinctFacts {
 public:
  void strip(Row& row) {
    for (Check& check : row.checks)
      check.source = {};
    // The report shows which values there are; a plug-in is asked row by row.
    std::erase_if(row.environment, [&](const auto& fact) {
      return fact.first != "plugins" && !seen_.insert(fact).second;
    });
  }

 private:
  std::set<std::pair<std::string, std::string>> seen_;
};

/// All rows without their long parts, which only the page of their cell shows: it is written as the
/// rows pass, if there is a site.
std::vector<Row> rows_with_pages(const Store& store, const std::vector<std::string>& keys,
                                 const std::vector<PowerOfPair>& power, std::optional<Site>& site) {
  const std::map<std::string, NoticedByCheck> noticed = noticed_by_cell(power);
  std::vector<Row> out;
  out.reserve(keys.size());
  DistinctFacts distinct;
  store.each_whole_row(keys, [&](Row&& row) {
    const auto its = noticed.find(row.key);
    if (site) site->add(row, its == noticed.end() ? NoticedByCheck{} : its->second);
    strip(row);
    distinct.strip(row);
    out.push_back(std::move(row));
  });
  return out;
}

void write_overview(const Options& o, const std::optional<Site>& site,
                    const std::vector<SchemeSummary>& schemes) {
  std::vector<PageLink> links{{"report.html", "tables and figures"}};
  if (!o.against.empty()) links.push_back({"changes.html", "what changed"});
  if (!o.power.empty()) links.push_back({"power.html", "what verdicts notice"});
  if (site) site->write(links, schemes);
}

/// Says on stderr which plug-ins would make rows known that this program does not know.
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
             "impactbench: {} rows are of a plug-in that is not loaded ({}): name its file with "
             "--plugin\n",
             n, fmt::join(absent, ", "));
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
  command->add_option("--format", o->formats, "all, or of html,md,tex,csv those wanted")
      ->capture_default_str();
  command->footer(
      "Example:\n"
      "  impactbench report rows.db --out REPORT\n"
      "index.html leads to a page of every cell and to report.html; they need no network. Figures\n"
      "are also PDF, tables also CSV, Markdown, LaTeX.");
  command->callback([o, &action] {
    action = [o] {
      const Formats formats = formats_from(o->formats);
      if (o->store.empty()) return power_alone(*o, formats);
      const Store store = open_to_read(o->store);
      const std::vector<std::string> keys = store.keys();
      MeasuredPower power;
      if (!o->power.empty()) power.read(o->power, keys);
      std::optional<Site> site;
      if (formats.html) site.emplace(o->out, keys);
      const std::vector<Row> rows = rows_with_pages(store, keys, power.pairs, site);
      name_absent_plugins(rows);
      const Histories histories(store);
      BesidePrint printed;
      for (const std::string& source : source_names()) {
        for (Comparison& c : compare_tables(source, {}, rows, true, histories))
          printed.values.push_back(std::move(c));
        for (ClaimResult& c : judge_claims(source, rows, true, histories))
          printed.claims.push_back(std::move(c));
      }
      const std::string home = formats.html ? "index.html" : "";
      const std::vector<SchemeSummary> schemes =
          write_report(rows, printed, o->out, formats, home, histories);
      if (!o->against.empty()) {
        write_changes(open_to_read(o->against).rows(RowExtent::brief), rows, o->out, formats, home);
      }
      if (!power.pairs.empty()) write_power_report(power.pairs, o->out, formats, home);
      write_overview(*o, site, schemes);
      fmt::print("report: {}{} ({} rows)\n", o->out, formats.html ? "/index.html" : "",
                 rows.size());
      return 0;
    };
  });
}

}  // namespace impactbench
