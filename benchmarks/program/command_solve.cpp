#include "benchmarks/matrix/contact_cell.hpp"
#include "benchmarks/matrix/plan.hpp"
#include "benchmarks/matrix/runner.hpp"
#include "benchmarks/program/commands.hpp"
#include "benchmarks/program/settings.hpp"
#include "benchmarks/program/with_unit.hpp"
#include "benchmarks/program/within.hpp"
#include "benchmarks/store/fingerprint.hpp"
#include "problems/base/error.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <filesystem>
#include <set>

namespace impactbench {
namespace {

struct SolveArguments {
  std::vector<std::string> files, solvers, settings;
  std::vector<double> tolerances{1e-8};
  std::string timeout{"60s"}, data{"factors"}, store{"results/impactbench.db"};
  double memory{4096.0};
  RunOptions run{.repeats = 1};
};

/// The files, and those of folders in alphabetical order.
std::vector<std::string> files_of(const std::vector<std::string>& given) {
  std::vector<std::string> out;
  for (const std::string& name : given) {
    if (!std::filesystem::exists(name))
      throw ConfigurationError(fmt::format("there is no file '{}'", name));
    if (!std::filesystem::is_directory(name)) {
      out.push_back(name);
      continue;
    }
    std::vector<std::string> inside;
    std::error_code none;
    for (const auto& entry : std::filesystem::directory_iterator(name)) {
      // A folder, a pipe or a link to nothing of that name must not keep the others from being
      // solved.
      if (entry.path().extension() == ".hdf5" && entry.is_regular_file(none))
        inside.push_back(entry.path());
    }
    if (inside.empty())
      throw ConfigurationError(fmt::format("folder '{}' has no file *.hdf5", name));
    std::sort(inside.begin(), inside.end());
    out.insert(out.end(), inside.begin(), inside.end());
  }
  return out;
}

/// Contact solvers with the settings of each; of siconos, if all are asked for, the methods that
/// its users choose most, and one of each kind of storage.
std::vector<std::pair<std::string, ParameterSet>> solvers_of(const SolveArguments& o) {
  const ParameterSet given = settings_of(o.settings);
  std::vector<std::pair<std::string, ParameterSet>> out;
  for (const std::string& name : o.solvers) {
    if (name != "all") {
      const SolverEntry& entry = find_solver(name);
      if (entry.kind() != SolverKind::contact)
        throw ConfigurationError(
            fmt::format("{} is a linear solver; a contact problem takes a contact solver", name));
      (void)entry.parameters.resolve(given, "solver " + name);
      out.emplace_back(name, given);
      continue;
    }
    for (const SolverEntry& entry : solver_catalogue()) {
      if (entry.kind() == SolverKind::contact && entry.name != "siconos")
        out.emplace_back(entry.name, ParameterSet{});
    }
    for (const char* method : {"nsgs", "lemke", "cpg", "nsn_ac", "admm", "vi_eg"})
      out.emplace_back("siconos", ParameterSet{{"method", std::string(method)}});
  }
  return out;
}

/// Checks all arguments before the first solve: an hour must not end in a typing
/// error.
Plan plan_of(const SolveArguments& o) {
  for (const double tolerance : o.tolerances) {
    if (!Range::positive().contains(tolerance))
      throw ConfigurationError(fmt::format("--tolerance {}: must be above 0", tolerance));
  }
  const auto solvers = solvers_of(o);
  Plan plan;
  plan.label = "solve";
  plan.memory_budget = o.memory;
  for (const std::string& file : files_of(o.files)) {
    for (const auto& [solver, settings] : solvers) {
      for (const double tolerance : o.tolerances) {
        CellRequest request{std::string(contact_file),
                            std::string(one_solve),
                            solver,
                            {{"file", file}, {"data", o.data}, {"residual", tolerance}}};
        for (const auto& [key, value] : settings)
          request.settings.emplace("solver." + key, value);
        plan.cells.push_back(plan_cell(request, "default"));
      }
    }
  }
  return plan;
}

void print(const Row& row) {
  const auto number = [](const std::optional<double>& x, int digits) {
    return x ? fmt::format("{:.{}g}", *x, digits) : std::string("-");
  };
  const auto quantity = [&](const char* name) {
    const auto it = row.quantities.find(name);
    return it == row.quantities.end() ? std::nullopt : std::optional(it->second);
  };
  std::optional<double> setup, cpu;
  if (row.timing && row.timing->repeats > 0) setup = row.timing->setup, cpu = row.timing->cpu_min;
  const std::filesystem::path file = file_of(row.cell);
  fmt::print("{:<44} {:<24} {:>9g} {:<14} {:>10} {:>10} {:>10} {:>10}\n", file.filename().string(),
             solver_label(row.cell), wanted_residual(row.cell), to_text(row.status),
             number(quantity("solve_residual"), 4), number(quantity("newton_iterations"), 9),
             number(setup, 3), number(cpu, 3));
  // For a plain miss the line above is complete.
  const bool plain = row.status == RowStatus::missed && !row.checks.at(0).passed &&
                     row.checks.at(0).value && quantity("solve_opening");
  if (!row.reason.empty() && !plain) fmt::print("    {}\n", row.reason);
}

int solve(const SolveArguments& o) {
  const Plan plan = plan_of(o);
  RunOptions options = o.run;
  options.cpu_budget = seconds(o.timeout, "--timeout");
  if (o.store == SolveArguments{}.store) std::filesystem::create_directories("results");
  Store store(o.store, StoreMode::write);
  const RunSummary summary = run_plan(plan, store, options);
  fmt::print("{:<44} {:<24} {:>9} {:<14} {:>10} {:>10} {:>10} {:>10}\n", "file", "solver",
             "tolerance", "status", "residual", "iterations", "set-up s", "solve s");
  std::set<std::string> files, solved;
  bool all_met = true;
  for (const PlannedCell& planned : plan.cells) {
    const auto row =
        store.get(content_key(planned.cell, revision(), build_id(planned.cell)), RowExtent::brief);
    if (!row) continue;
    print(*row);
    const std::string file = file_of(row->cell);
    files.insert(file);
    if (row->status == RowStatus::passed) solved.insert(file);
    all_met =
        all_met && (row->status == RowStatus::passed || row->status == RowStatus::not_applicable);
  }
  fmt::print("{} solves: {} passed; {} run now, {} resumed from {}\n", summary.planned,
             summary.passed, summary.run, summary.resumed, o.store);
  // A file that no solver solved, for whatever reason, is not a success.
  return all_met && !summary.interrupted && solved == files ? 0 : 1;
}

}  // namespace

void add_solve(CLI::App& app, Action& action) {
  auto o = std::make_shared<SolveArguments>();
  CLI::App* command =
      app.add_subcommand("solve", "Solve contact problems from files of the FCLIB format");
  command->add_option("files", o->files, "HDF5 files of problems, or folders of them")->required();
  command->add_option("--solver", o->solvers, "contact solvers, or all")->required();
  command
      ->add_option("--tolerance", o->tolerances,
                   "natural residual to reach, in the file's velocity unit (of a file that is not "
                   "ours: its largest |q_n|, or |q| where those are rounding)")
      ->capture_default_str();
  command->add_option("--set", o->settings, "key=value: a parameter of the solver")->take_all();
  command
      ->add_option("--data", o->data,
                   "form of W for solvers: factors, as in files of ours, or delassus, the entries "
                   "alone, which all must convert to their own form")
      ->check(CLI::IsMember({"factors", "delassus"}))
      ->capture_default_str();
  command->add_option("--timeout", o->timeout, "CPU time of a solve, such as 90s or 10m")
      ->capture_default_str();
  command->add_option("--memory", o->memory, "address space of a solve in MiB")
      ->check(within(64.0, 1e7));
  command->add_option("--store", o->store, "SQLite file that the rows go to")
      ->capture_default_str();
  command->add_option("--jobs", o->run.jobs, "solves at a time")->check(CLI::Range(1, 1024));
  command->add_option("--repeats", o->run.repeats, "timed repeats of each solve")
      ->check(CLI::Range(0, 1000));
  command->add_flag("--rerun", o->run.rerun, "make also solves that the store has already");
  command->add_flag("--retry", o->run.retry,
                    "also solves that crashed, timed out or ran out of memory");
  command->footer(
      "Example:\n"
      "  impactbench solve CONTACTS --solver hybrid nlgs --store solves.db\n"
      "Each solve is a cell, of the problem contact_file with the scheme solve, which plans may\n"
      "have, too. It starts from zero in a process of its own. The residual, recomputed from the\n"
      "impulses returned, decides: unless --set says a tolerance, a solver's own one is tightened\n"
      "or loosened tenfold until the loosest is found that meets it; a second measure verifies\n"
      "that at ten times the tolerance. Set-up is what does not depend on the right-hand side:\n"
      "factors of W, or the solver's own form of it. Exit status 0 only where all solves that\n"
      "were not refused met the tolerance, and one of each file at least. A file that cannot be\n"
      "taken is a row with the reason; the others are solved.");
  command->callback([o, &action] { action = [o] { return solve(*o); }; });
}

}  // namespace impactbench
