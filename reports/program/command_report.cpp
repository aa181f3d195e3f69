#include "benchmarks/store/histories.hpp"
#include "reports/generate/changes.hpp"
#include "reports/generate/report.hpp"
#include "reports/paper/reproduce.hpp"
#include "reports/paper/source.hpp"
#include "reports/paper/source_claims.hpp"
#include "reports/program/commands.hpp"
#include "reports/site/site.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

namespace impactbench {
namespace {

struct Options {
  std::string store, against, out{"results/report"}, formats{"all"};
};

/// All rows without what is long of them, which the page of their cell shows: it is written as they
/// pass, where there is a site.
std::vector<Row> rows_with_pages(const Store& store, const std::vector<std::string>& keys,
                                 std::optional<Site>& site) {
  std::vector<Row> out;
  for (const std::string& key : keys) {
    std::optional<Row> row = store.get(key);
    if (!row) continue;
    if (site) site->add(*row);
    strip(*row);
    out.push_back(std::move(*row));
  }
  return out;
}

void write_overview(const Options& o, const std::optional<Site>& site) {
  std::vector<PageLink> links{{"report.html", "tables and figures"}};
  if (!o.against.empty()) links.push_back({"changes.html", "what changed"});
  if (site) site->write(links);
}

}  // namespace

void add_report(CLI::App& app, Action& action) {
  auto o = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("report", "Draw tables and figures from a store");
  command->add_option("store", o->store, "store to read")->required();
  command
      ->add_option("--out", o->out,
                   "folder for index.html, cells/, report.html, figures/ and tables/")
      ->capture_default_str();
  command->add_option("--against", o->against,
                      "an earlier store: adds changes.html, what differs and which changes of CPU "
                      "time the repeats bear out");
  command->add_option("--format", o->formats, "all, or of html,md,tex,csv those wanted")
      ->capture_default_str();
  command->footer(
      "index.html leads to a page of every cell and to report.html; they need no network. Figures\n"
      "are also PDF, tables also CSV, Markdown, LaTeX.");
  command->callback([o, &action] {
    action = [o] {
      const Formats formats = formats_from(o->formats);
      const Store store = open_to_read(o->store);
      const std::vector<std::string> keys = store.keys();
      std::optional<Site> site;
      if (formats.html) site.emplace(o->out, keys);
      const std::vector<Row> rows = rows_with_pages(store, keys, site);
      const Histories histories(store);
      BesidePrint printed;
      for (const Source& source : sources()) {
        for (Comparison& c : compare_tables(source.name, {}, rows, true, histories))
          printed.values.push_back(std::move(c));
        for (ClaimResult& c : judge_claims(source.name, rows, true))
          printed.claims.push_back(std::move(c));
      }
      const std::string home = formats.html ? "index.html" : "";
      write_report(rows, printed, o->out, formats, home, histories);
      if (!o->against.empty()) {
        write_changes(open_to_read(o->against).rows(false), rows, o->out, formats, home);
      }
      write_overview(*o, site);
      fmt::print("report: {}{} ({} rows)\n", o->out, formats.html ? "/index.html" : "",
                 rows.size());
      return 0;
    };
  });
}

}  // namespace impactbench
