#include "benchmarks/convergence/tables.hpp"
#include "benchmarks/files/inputs.hpp"
#include "benchmarks/program/commands.hpp"
#include "benchmarks/program/seconds.hpp"
#include "benchmarks/program/settings.hpp"
#include "benchmarks/program/within.hpp"
#include "problems/model/error.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <filesystem>
#include <iostream>

namespace impactbench {
namespace {

struct Options {
  std::string problem, solver, store{"results/impactbench.db"}, csv, budget{"60s"};
  std::vector<std::string> schemes, settings;
  StudyOptions study;
};

CellRequest request_of(const Options& o, const std::string& scheme) {
  CellRequest out{o.problem, scheme, std::nullopt, settings_of(o.settings)};
  if (!o.solver.empty()) out.solver = o.solver;
  if (out.settings.contains("dt")) {
    throw ConfigurationError("converge chooses dt itself; --coarsest says where it begins");
  }
  return out;
}

/// All requests are looked at before anything runs: a name that is wrong costs nothing.
std::vector<CellRequest> requests(const Options& o) {
  std::vector<CellRequest> out;
  for (const std::string& scheme : o.schemes) {
    out.push_back(request_of(o, scheme));
    (void)resolve_cell(out.back(), "default");
  }
  return out;
}

int converge(Options o) {
  o.study.ladder.budget = seconds(o.budget, "--budget");
  if (!(o.study.ladder.ratio > 1.0 && o.study.ladder.ratio <= 100.0)) {
    throw ConfigurationError(
        fmt::format("--ratio {}: must be above 1 and at most 100", o.study.ladder.ratio));
  }
  const std::vector<CellRequest> wanted = requests(o);
  if (o.store == Options{}.store) std::filesystem::create_directories("results");
  remember_input(o.store);
  expect_output(o.csv);  // before the store is touched
  Store store(o.store, StoreMode::write);
  expect_output(o.csv);
  std::vector<Study> studies;
  for (const CellRequest& request : wanted) {
    studies.push_back(run_study(request, store, o.study));
    print_study(studies.back(), std::cout);
    std::cout.flush();
  }
  if (!o.csv.empty()) write_to(o.csv, [&](std::ostream& s) { write_orders_csv(studies, s); });
  const auto passed =
      std::count_if(studies.begin(), studies.end(), [](const Study& s) { return s.passed(); });
  fmt::print("{} of {} studies without an order other than claimed or undecided\n", passed,
             studies.size());
  std::vector<std::string> without;
  for (const Study& s : studies) {
    if (s.without_claim()) {
      without.push_back(
          fmt::format("{} on {} ({})", s.cell.scheme, s.cell.problem, to_text(s.motion)));
    }
  }
  if (!without.empty()) {
    fmt::print("no order is claimed, so that none was judged: {}\n", fmt::join(without, ", "));
  }
  return passed == static_cast<std::ptrdiff_t>(studies.size()) ? 0 : 1;
}

}  // namespace

void add_converge(CLI::App& app, Action& action) {
  auto o = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand(
      "converge", "Observed orders over a ladder of steps, against what schemes claim");
  command->add_option("--problem", o->problem, "problem; some reference must know its motion")
      ->required();
  command->add_option("--scheme", o->schemes, "one scheme or several")->required();
  command->add_option("--solver", o->solver, "the usual one if left out");
  command->add_option("--set", o->settings, "key=value, as for run; not dt")->take_all();
  command->add_option("--csv", o->csv, "orders and verdicts, one line per norm; '-' for stdout");
  command
      ->add_option(
          "--steps", o->study.ladder.rungs,
          "runs of the ladder that reach the end; up to 12 finer ones more where a claim would "
          "be refuted or is undecided")
      ->check(CLI::Range(LadderOptions::fewest, 64))
      ->capture_default_str();
  command->add_option("--ratio", o->study.ladder.ratio, "of a step to the next")
      ->capture_default_str();
  command
      ->add_option("--coarsest", o->study.coarsest,
                   "first step [s]; if left out a 32nd of the horizon, or what resolves a "
                   "compliant contact")
      ->check(within(Range::positive()));
  command->add_option("--refine", o->study.refine,
                      "parameter of the problem that follows the step, such as the edge of a mesh");
  command->add_option("--budget", o->budget, "CPU time of all runs of a scheme, such as 60s or 5m")
      ->capture_default_str();
  command->add_option("--memory", o->study.memory, "address space of a run in MiB")
      ->check(within(64.0, 1e7));
  command->add_option("--store", o->store, "SQLite file that the rows go to")
      ->capture_default_str();
  command->add_flag("--rerun", o->study.rerun, "also runs that the store has already");
  command->callback([o, &action] { action = [o] { return converge(*o); }; });
}

}  // namespace impactbench
