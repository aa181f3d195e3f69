#include "benchmarks/convergence/tables.hpp"
#include "benchmarks/files/inputs.hpp"
#include "benchmarks/program/commands.hpp"
#include "benchmarks/program/font.hpp"
#include "benchmarks/program/settings.hpp"
#include "benchmarks/program/sibling.hpp"
#include "benchmarks/program/with_unit.hpp"
#include "benchmarks/program/within.hpp"
#include "problems/base/counted.hpp"
#include "problems/base/error.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <filesystem>
#include <iostream>

namespace impactbench {
namespace {

struct ConvergeArguments {
  std::string solver, store{"results/impactbench.db"}, csv, out, width{"84mm"}, font, budget{"60s"};
  std::vector<std::string> problems, schemes, settings;
  StudyOptions study;
};

CellRequest request_of(const ConvergeArguments& o, const std::string& problem,
                       const std::string& scheme) {
  CellRequest out{problem, scheme, std::nullopt, settings_of(o.settings)};
  if (!o.solver.empty()) out.solver = o.solver;
  if (out.settings.contains("dt")) {
    throw ConfigurationError("converge chooses dt itself; --coarsest says where it begins");
  }
  return out;
}

/// All requests are looked at before anything runs: a name that is wrong costs nothing.
std::vector<CellRequest> requests(const ConvergeArguments& o) {
  std::vector<CellRequest> out;
  for (const std::string& problem : o.problems) {
    for (const std::string& scheme : o.schemes) {
      out.push_back(request_of(o, problem, scheme));
      (void)resolve_cell(out.back(), "default");
    }
  }
  return out;
}

/// The numbers, and the figures that `orders` draws from them.
int write_folder(const ConvergeArguments& o, const std::vector<Study>& studies) {
  write_to(o.out + "/orders.csv", [&](std::ostream& s) { write_orders_csv(studies, s); });
  write_to(o.out + "/points.csv", [&](std::ostream& s) { write_points_csv(studies, s); });
  return run_sibling("impactbench-report", {"orders", o.out, "--width", o.width, "--font", o.font});
}

void make_folder(const std::string& folder) {
  std::error_code failed;
  std::filesystem::create_directories(folder, failed);
  if (failed) {
    throw ConfigurationError(
        fmt::format("folder '{}' cannot be made: {}", folder, failed.message()));
  }
}

/// How many studies ended in which way: each is counted once.
void print_summary(const std::vector<Study>& studies) {
  const auto n = studies.size();
  const auto without = static_cast<std::size_t>(std::count_if(
      studies.begin(), studies.end(), [](const Study& s) { return s.without_claim(); }));
  const auto confirmed =
      static_cast<std::size_t>(std::count_if(studies.begin(), studies.end(), [](const Study& s) {
        return s.passed() && !s.without_claim();
      }));
  fmt::print(
      "{}: {} with every claimed order observed, {} where the scheme claims none, {} not "
      "as claimed or undecided\n",
      counted(n, "study", "studies"), confirmed, without, n - confirmed - without);
  for (const Study& s : studies) {
    if (s.without_claim()) {
      fmt::print("no order is claimed: {} on {} ({})\n", s.cell.scheme, s.cell.problem,
                 to_text(s.motion));
    }
  }
}

int converge(ConvergeArguments o) {
  o.study.ladder.budget = seconds(o.budget, "--budget");
  if (!(o.study.ladder.ratio > 1.0 && o.study.ladder.ratio <= 100.0)) {
    throw ConfigurationError(
        fmt::format("--ratio {}: must be above 1 and at most 100", o.study.ladder.ratio));
  }
  (void)width_of(o.width);
  (void)font_of(o.font);
  const std::vector<CellRequest> wanted = requests(o);
  if (o.store == ConvergeArguments{}.store) std::filesystem::create_directories("results");
  remember_input(o.store);
  expect_output(o.csv);  // before the store is touched
  if (!o.out.empty()) make_folder(o.out);
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
  print_summary(studies);
  if (!o.out.empty()) {
    if (const int drawn = write_folder(o, studies); drawn != 0) return drawn;
  }
  return passed == static_cast<std::ptrdiff_t>(studies.size()) ? 0 : 1;
}

}  // namespace

void add_converge(CLI::App& app, Action& action) {
  auto o = std::make_shared<ConvergeArguments>();
  CLI::App* command = app.add_subcommand(
      "converge", "Observed orders over a ladder of steps, against what schemes claim");
  command
      ->add_option("--problem", o->problems,
                   "one problem or several; some reference must know each motion")
      ->required();
  command->add_option("--scheme", o->schemes, "one scheme or several")->required();
  command->add_option("--solver", o->solver, "the usual one if left out");
  command->add_option("--set", o->settings, "key=value, as for run; not dt")->take_all();
  command->add_option("--csv", o->csv, "orders and verdicts, one line per norm; '-' for stdout");
  command->add_option("--out", o->out,
                      "folder for orders.csv, points.csv and a figure of every problem and norm as "
                      "PDF, SVG, PNG and gnuplot script (see orders --help)");
  command->add_option("--width", o->width, "of the figures, such as 84mm or 174mm")
      ->capture_default_str();
  command->add_option("--font", o->font,
                      "family of the letters in figures, such as 'DejaVu Serif'");
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
  command->add_flag("--rerun", o->study.rerun, "make also runs that the store has already");
  command->footer(
      "Examples:\n"
      "  impactbench converge --problem bouncing_point --scheme schatzman_paoli\n"
      "  impactbench converge --problem resting_ball --scheme dem inc --set R=1e-4 --out orders");
  command->callback([o, &action] { action = [o] { return converge(*o); }; });
}

}  // namespace impactbench
