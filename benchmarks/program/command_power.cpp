#include "benchmarks/program/command_power.hpp"

#include "benchmarks/power/verdict.hpp"
#include "benchmarks/program/with_unit.hpp"
#include "problems/base/counted.hpp"
#include "problems/base/error.hpp"
#include "problems/base/fields.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include <filesystem>
#include <fstream>
#include <map>
#include <set>

namespace impactbench {
namespace {

struct PowerArguments {
  std::string plan, store, out, cell, timeout;
  PowerOptions power;
  bool quiet{false}, dry_run{false};
};

void print_table(const std::vector<PowerOfPair>& pairs) {
  fmt::print("{:<12} {:>9} {:>9}  {:<26} {}\n", "parameter", "eps", "worse", "noticed by", "cell");
  const auto number = [](const std::optional<double>& x) {
    return x ? fmt::format("{:.2g}", *x) : std::string("-");
  };
  for (const PowerOfPair& pair : pairs) {
    const Power power = pair.power();
    const std::string by =
        power == Power::noticed ? pair.better().checks.front() : std::string(to_text(power));
    fmt::print("{:<12} {:>9} {:>9}  {:<26} {}\n", pair.parameter, number(pair.eps()),
               number(pair.worse()), by, pair.cell->title);
  }
}

void print_laws(const std::vector<PowerOfPair>& pairs) {
  fmt::print("\nLeast eps that checks against a truth or a law notice, by scheme and law:\n");
  for (const PowerOfLaw& law : power_of_laws(pairs)) {
    fmt::print("  {:<16} {:<12} {:>8}  {}\n", law.scheme, law.law,
               law.eps ? fmt::format("{:.2g}", *law.eps) : "-",
               law.eps ? fmt::format("{} by {} in {}", law.parameter, law.check, law.cell)
                       : "noticed nowhere");
  }
}

/// Prints the cells that could not be measured, and why; whether none of them died.
bool print_rest(const std::vector<PowerCell>& cells, const PowerStore& store) {
  bool none_died = true;
  for (const PowerCell& cell : cells) {
    const Baseline* b = store.baseline(cell.key);
    if (b == nullptr || b->ended()) continue;
    none_died =
        none_died && (b->status == RowStatus::stopped || b->status == RowStatus::not_applicable);
    fmt::print("not measured: {}: {}, {}\n", b->title, to_text(b->status), b->reason);
  }
  return none_died;
}

/// Whether both shares that verdicts are to reach are reached.
bool print_shares(const std::vector<PowerOfPair>& pairs) {
  const PowerShares s = shares(pairs);
  const double one = percent(s.percent_1, s.matter_1), ten = percent(s.percent_10, s.matter_10);
  fmt::print(
      "{} of a cell and a parameter with an effect ({} without, {} not finished)\n"
      "noticed at eps <= 1 %: {:.1f} % of {} with an effect there (goal 90 %; of both signs "
      "{:.1f} %)\n"
      "noticed at eps <= 10 %: {:.1f} % of {} with an effect there (goal 99 %; of both signs "
      "{:.1f} %)\n",
      counted(static_cast<std::size_t>(s.pairs), "pair", "pairs"), s.no_effect, s.unfinished, one,
      s.matter_1, percent(s.percent_1_both, s.matter_1), ten, s.matter_10,
      percent(s.percent_10_both, s.matter_10));
  return strong_enough(s);
}

/// Before hours of runs.
void expect_files(const std::string& folder) {
  if (folder.empty()) return;
  std::error_code failed;
  std::filesystem::create_directories(folder, failed);
  if (failed)
    throw ConfigurationError(
        fmt::format("folder '{}' cannot be made: {}", folder, failed.message()));
  expect_output(folder + "/power.csv");
  expect_output(folder + "/power.json");
}

void write_files(const std::string& folder, const std::vector<PowerOfPair>& pairs) {
  write_to(folder + "/power.csv", [&](std::ostream& out) { write_power_csv(pairs, out); });
  write_to(folder + "/power.json", [&](std::ostream& out) { write_power_json(pairs, out); });
}

int power(PowerArguments& o) {
  refuse_wrong_limits(o.power.limits);
  for (const std::string& name : o.power.parameters)
    (void)find_perturbable(name);
  if (!o.timeout.empty()) o.power.cpu_budget = seconds(o.timeout, "--timeout");
  o.power.progress = !o.quiet;
  const Plan plan = read_plan(o.plan);
  const std::vector<PowerCell> cells = power_cells(plan, o.cell);
  if (o.store.empty()) {
    std::filesystem::create_directories("results");
    o.store = fmt::format("results/power_{}.jsonl", std::filesystem::path(o.plan).stem().string());
  }
  PowerStore store(o.store, o.dry_run ? PowerStoreMode::read : PowerStoreMode::write);
  expect_files(o.out);
  if (!o.dry_run) measure_power(plan, cells, store, o.power);
  std::vector<std::string> keys;
  for (const PowerCell& cell : cells)
    keys.push_back(cell.key);
  const std::vector<PowerOfPair> pairs = power_of_pairs(keys, store, o.power);
  if (!o.out.empty()) write_files(o.out, pairs);
  if (!o.quiet) print_table(pairs);
  const bool none_died = print_rest(cells, store);
  if (!o.quiet) print_laws(pairs);
  return print_shares(pairs) && none_died ? 0 : 1;
}

std::string parameter_list() {
  std::string out = "Parameters:\n";
  for (const Perturbable& p : perturbables())
    out += fmt::format("  {:<12} {}\n", p.name, p.meaning);
  return out;
}

}  // namespace

void add_power(CLI::App& app, Action& action) {
  auto o = std::make_shared<PowerArguments>();
  CLI::App* command = app.add_subcommand(
      "power", "Measure the smallest errors of a scheme that the verdicts of a plan notice");
  command->add_option("plan", o->plan, "plan in TOML (format: benchmarks/plans/README.md)")
      ->required();
  command->add_option("--store", o->store,
                      "JSON lines that the runs go to; results/power_PLAN.jsonl if left out");
  command->add_option("--cell", o->cell,
                      "only cells whose title holds this; all of the title where it has * or ?");
  command->add_option("--parameter", o->power.parameters, "only this one; may be repeated")
      ->take_all();
  command->add_option("--finest", o->power.limits.finest, "smallest eps that is tried")
      ->capture_default_str();
  command->add_option("--coarsest", o->power.limits.coarsest, "largest eps that is tried")
      ->capture_default_str();
  command
      ->add_option("--ratio", o->power.limits.ratio,
                   "how closely the smallest eps that is noticed is bracketed")
      ->capture_default_str();
  command->add_option("--jobs", o->power.jobs, "runs at a time")->check(CLI::Range(1, 1024));
  command->add_option("--timeout", o->timeout, "CPU time of a run, such as 90s or 10m");
  command->add_option("--out", o->out, "folder for power.csv and power.json");
  command->add_flag("--dry-run", o->dry_run, "run nothing; show what the store has");
  command->add_flag("--quiet", o->quiet, "no progress, the two shares alone");
  command->footer(
      "Example:\n  impactbench power plan.toml --cell newton_cradle --store power.jsonl\n"
      "Each cell is run with one wrong number at a time, times 1 + eps, and judged against the "
      "right\nproblem. A parameter is noticed at eps if some check fails that passes without the "
      "error (or has\nnothing to judge there), or if the run does not end. Ensembles and timed "
      "repeats are left out. `eps` is the "
      "smaller one of both\nsigns, `worse` the larger one. Draw it with impactbench report --power "
      "STORE.\n\n" +
      parameter_list() +
      "\nExit status: 0 where 90 % of the pairs with an effect at 1 % are noticed there and 99 % "
      "of "
      "those at\n10 %, there is a pair with an effect at 10 % and no cell died, else 1; 2 "
      "wrong usage.");
  command->callback([o, &action] { action = [o] { return power(*o); }; });
}

}  // namespace impactbench
