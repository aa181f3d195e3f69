#include "benchmarks/store/store.hpp"
#include "reports/generate/report.hpp"
#include "reports/paper/reproduce.hpp"
#include "reports/paper/source.hpp"
#include "reports/paper/source_claims.hpp"
#include "reports/program/commands.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

namespace impactbench {

void add_report(CLI::App& app, Action& action) {
  struct Options {
    std::string store, out{"results/report"}, formats{"all"};
  };
  auto o = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("report", "Draw tables and figures from a store");
  command->add_option("store", o->store, "store to read")->required();
  command->add_option("--out", o->out, "folder for report.html, figures/ and tables/")
      ->capture_default_str();
  command->add_option("--format", o->formats, "all, or of html,md,tex,csv those wanted")
      ->capture_default_str();
  command->footer(
      "The page needs no network; figures are also PDF, tables also CSV, Markdown, LaTeX.");
  command->callback([o, &action] {
    action = [o] {
      const Formats formats = formats_from(o->formats);
      const std::vector<Row> rows = Store(o->store, StoreMode::read).rows();
      BesidePrint printed;
      for (const Source& source : sources()) {
        for (Comparison& c : compare_tables(source.name, {}, rows, true))
          printed.values.push_back(std::move(c));
        for (ClaimResult& c : judge_claims(source.name, rows, true))
          printed.claims.push_back(std::move(c));
      }
      write_report(rows, printed, o->out, formats);
      fmt::print("report: {}{} ({} rows)\n", o->out, formats.html ? "/report.html" : "",
                 rows.size());
      return 0;
    };
  });
}

}  // namespace impactbench
