#include "benchmarks/program/program.hpp"

#include "benchmarks/extension/plugin/load.hpp"
#include "benchmarks/files/guarded.hpp"
#include "benchmarks/matrix/plan.hpp"
#include "benchmarks/program/command_power.hpp"
#include "benchmarks/program/commands.hpp"
#include "benchmarks/program/manual.hpp"
#include "benchmarks/program/pinning.hpp"
#include "benchmarks/program/sibling.hpp"
#include "benchmarks/store/fingerprint.hpp"
#include "problems/base/error.hpp"
#include "problems/base/fields.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <initializer_list>
#include <string_view>

namespace impactbench {
namespace {

/// The library only says that a subcommand is missing.
void refuse_unknown_command(const CLI::App& app, int argc, char** argv) {
  if (argc < 2 || argv[1][0] == '-') return;
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands({}))
    names.push_back(command->get_name());
  if (std::find(names.begin(), names.end(), argv[1]) != names.end()) return;
  const std::string near = nearest_name(argv[1], names);
  throw ConfigurationError(fmt::format("there is no command '{}'{}; known: {}", argv[1],
                                       near.empty() ? "" : " (did you mean '" + near + "'?)",
                                       fmt::join(names, ", ")));
}

/// Sections that --help leaves out: settings of a run, and the search for plug-ins.
std::string manual_closing() {
  std::string out = ".SH SETTINGS OF A RUN\n";
  for (const FieldInfo& f : describe<RunSettings>())
    out += fmt::format(".TP\n\\fB{}\\fR = {} {}\n{}; {}\n", f.name, f.fallback,
                       f.unit == "-" ? "" : f.unit, f.meaning, f.range);
  out += fmt::format(
      ".SH ENVIRONMENT\n.TP\n\\fB{}\\fR\nplug\\-ins to load, with colons between them\n"
      ".TP\n\\fBIMPACTBENCH_PUBLISHED\\fR\nfolder of published sources, in place of those of this "
      "program\n"
      ".TP\n\\fBIMPACTBENCH_CGROUP\\fR\ncontrol group in which cells are held, or none\n"
      ".SH SEE ALSO\n.BR impactbench\\-report (1)\n",
      plugin_variable);
  return out;
}

int parse_and_run(int argc, char** argv) {
  CLI::App app{
      "Verification and benchmark suite for time-stepping schemes with contact, impact and "
      "friction.",
      "impactbench"};
  app.require_subcommand(1);
  app.set_version_flag("--version", fmt::format("impactbench 0.1.0 ({})", revision()));
  Action action;
  add_list(app, action);
  add_run(app, action);
  add_converge(app, action);
  app.add_subcommand("report", "Draw tables and figures from a store (see report --help)");
  app.add_subcommand("reproduce", "Rerun a published table and compare (see reproduce --help)");
  app.add_subcommand("orders", "Draw the results of converge --out (see orders --help)");
  app.add_subcommand("plot", "Draw one figure from a store (see plot --help)");
  app.add_subcommand("history", "Follow stores over revisions (see history --help)");
  add_compare(app, action);
  add_check(app, action);
  add_power(app, action);
  add_merge(app, action);
  add_export(app, action);
  add_formats(app, action);
  add_paraview(app, action);
  add_state(app, action);
  add_scene(app, action);
  add_problems(app, action);
  add_solve(app, action);
  add_dissipation(app, action);
  add_submit(app, action);
  add_status(app, action);
  add_new(app, action);
  app.add_subcommand("properties", "Property tests of modules (see properties --help)");
  // Taken out of the command line beforehand; here for --help.
  app.add_option("--plugin",
                 "load problems, schemes and solvers from outside: a shared library, or a file in "
                 "Python; may be repeated, and anywhere");
  // After the commands, which would inherit it.
  app.footer(
      "Examples:\n"
      "  impactbench list schemes --parameters\n"
      "  impactbench run --problem newton_cradle --scheme inc --set alpha=3 dt=1e-3\n"
      "  impactbench run benchmarks/plans/default.toml --store results/default.db --jobs 2\n"
      "  impactbench converge --problem bouncing_point --scheme schatzman_paoli\n"
      "  impactbench report results/default.db --out results/default\n"
      "  impactbench reproduce nguyen2024/tab4.11\n"
      "Exit status: 0 all passed, 1 something missed or failed, 2 wrong usage.");
  add_manual(app, "impactbench", manual_closing());
  refuse_unknown_command(app, argc, argv);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    if (e.get_exit_code() == 0) return app.exit(e);  // --help, --version
    throw ConfigurationError(e.what());
  }
  return action();
}

}  // namespace

int impactbench_main(int argc, char** argv) {
  return guarded("impactbench", [&] {
    extract_plugin_options(argc, argv);
    const std::string_view command = argc > 1 ? argv[1] : "";
    const auto is_one_of = [&](std::initializer_list<std::string_view> names) {
      return std::find(names.begin(), names.end(), command) != names.end();
    };
    const bool is_shown = is_one_of({"report", "reproduce", "orders", "plot", "history"});
    const bool is_tested = command == "properties";
    // Most of a start is the loading of libraries; what neither calls a BLAS nor asks which one a
    // cell would use does with one.
    const bool calls_no_blas = is_one_of({"", "list", "compare", "merge", "export", "formats",
                                          "new", "manual", "-h", "--help", "--version"});
    if (is_shown || is_tested || calls_no_blas) {
      (void)pin_settings();
    } else {
      pin_environment(argv);
    }
    if (is_shown) return become_sibling("impactbench-report", argv);
    if (is_tested) return become_sibling("impactbench-properties", argv);
    load_plugins();
    return parse_and_run(argc, argv);
  });
}

}  // namespace impactbench
