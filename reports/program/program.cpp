#include "reports/program/program.hpp"

#include "benchmarks/extension/plugin/load.hpp"
#include "benchmarks/files/guarded.hpp"
#include "benchmarks/program/manual.hpp"
#include "benchmarks/program/pinning.hpp"
#include "benchmarks/store/fingerprint.hpp"
#include "problems/base/error.hpp"
#include "reports/program/commands.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

namespace impactbench {
namespace {

int parse_and_run(int argc, char** argv) {
  CLI::App app{"Tables and figures from stored results, and published tables beside ours.",
               "impactbench"};
  app.require_subcommand(1);
  Action action;
  add_history(app, action);
  add_orders(app, action);
  add_plot(app, action);
  add_report(app, action);
  add_reproduce(app, action);
  app.set_version_flag("--version", fmt::format("impactbench 0.1.0 ({})", revision()));
  add_manual(app, "impactbench-report", ".SH SEE ALSO\n.BR impactbench (1)\n");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    if (e.get_exit_code() == 0) return app.exit(e);
    throw ConfigurationError(e.what());
  }
  return action();
}

}  // namespace

int report_main(int argc, char** argv) {
  pin_environment(argv);
  return guarded("impactbench", [&] {
    extract_plugin_options(argc, argv);
    load_plugins();
    return parse_and_run(argc, argv);
  });
}

}  // namespace impactbench
