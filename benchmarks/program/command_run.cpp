#include "benchmarks/cluster/scratch_store.hpp"
#include "benchmarks/cluster/submission.hpp"
#include "benchmarks/matrix/runner.hpp"
#include "benchmarks/matrix/title.hpp"
#include "benchmarks/matrix/vary.hpp"
#include "benchmarks/program/commands.hpp"
#include "benchmarks/program/settings.hpp"
#include "benchmarks/program/with_unit.hpp"
#include "benchmarks/program/within.hpp"
#include "benchmarks/store/fingerprint.hpp"
#include "problems/base/counted.hpp"
#include "problems/base/error.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <filesystem>

namespace impactbench {
namespace {

struct RunArguments {
  std::string plan, problem, scheme, solver, store{"results/impactbench.db"}, shard, timeout,
      scratch, publish{"60s"};
  std::optional<std::string> tolerance;
  std::vector<std::string> settings;
  std::optional<int> repeats;
  std::optional<int> threads;
  std::optional<std::int64_t> vary;
  std::optional<double> memory;
  int jobs{1};
  std::string trajectory;
  std::optional<std::int64_t> instants;
  std::vector<double> at;
  bool tables{false};
  bool rerun{false}, retry{false}, stop_ladders{false}, dry_run{false}, quiet{false};
};

/// The number that the text is, of digits and nothing else; else -1.
int number_of(std::string_view text) {
  int out = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  const bool whole = error == std::errc{} && end == text.data() + text.size();
  return whole && out >= 0 ? out : -1;
}

/// A variable of the environment; -1 if it is absent or not a number.
int number_in(const char* variable) {
  const char* text = std::getenv(variable);
  return text == nullptr ? -1 : number_of(text);
}

/// A part as a launcher's variables say it. One that there is not would run nothing and look done.
Shard launched(int index, int count) {
  if (index >= 0 && index < count) return {index, count};
  throw ConfigurationError(
      fmt::format("the variables of the launcher say no part of {}: their numbers make it part {}, "
                  "counted from 0; say --shard i/n",
                  count, index));
}

/// --shard i/n, else the position in a Slurm array or an MPI launch, else everything.
Shard shard_of(const std::string& text) {
  if (!text.empty()) {
    const std::size_t slash = std::min(text.find('/'), text.size());
    const int index = number_of(std::string_view(text).substr(0, slash));
    const int count =
        slash < text.size() ? number_of(std::string_view(text).substr(slash + 1)) : -1;
    if (index < 0 || count > Submission::most_shards || index >= count) {
      throw ConfigurationError(
          fmt::format("--shard {}: must be i/n with 0 <= i < n <= {}, such as 0/4", text,
                      Submission::most_shards));
    }
    return {index, count};
  }
  // Inside an array job the other two say 0 of 1, so the array comes first.
  if (const int tasks = number_in("SLURM_ARRAY_TASK_COUNT"); tasks > 0) {
    const int first = number_in("SLURM_ARRAY_TASK_MIN");
    const int last = number_in("SLURM_ARRAY_TASK_MAX");
    if (last >= 0 && std::int64_t{last} - first + 1 != tasks) {
      throw ConfigurationError(
          fmt::format("this Slurm array has {} tasks numbered from {} to {}, with gaps; say "
                      "--shard i/n with the n of the first submission",
                      tasks, first, last));
    }
    return launched(number_in("SLURM_ARRAY_TASK_ID") - std::max(first, 0), tasks);
  }
  if (const int size = number_in("OMPI_COMM_WORLD_SIZE"); size > 0)
    return launched(number_in("OMPI_COMM_WORLD_RANK"), size);
  // SLURM_NTASKS would also be set in a batch script that starts one program for all tasks.
  if (const int size = number_in("SLURM_STEP_NUM_TASKS"); size > 0)
    return launched(number_in("SLURM_PROCID"), size);
  return {};
}

Plan single_cell(const RunArguments& o) {
  const auto one = [](const std::string& name) { return !name.empty() && name != "all"; };
  if (!one(o.problem) || !one(o.scheme)) {
    throw ConfigurationError(
        "run needs a plan, or --problem and --scheme, one of each; problem = \"all\" in a plan "
        "runs "
        "a scheme on every problem that it does not refuse (benchmarks/plans/README.md)");
  }
  CellRequest request{o.problem, o.scheme, std::nullopt, settings_of(o.settings)};
  if (!o.solver.empty()) request.solver = o.solver;
  Plan plan;
  plan.label = "command line";
  plan.cells.push_back(plan_cell(request, o.tolerance.value_or("default")));
  return plan;
}

Plan make_plan(const RunArguments& o) {
  if (o.plan.empty()) return single_cell(o);
  if (!o.problem.empty() || !o.scheme.empty() || !o.solver.empty() || !o.settings.empty()) {
    throw ConfigurationError(
        "run takes a plan or --problem, --scheme, --solver and --set, not both");
  }
  if (o.tolerance)
    throw ConfigurationError(
        "--tolerance is of one cell: a plan says its own, tolerance = \"tight\"");
  return read_plan(o.plan);
}

void print_cells(const Plan& plan, const Shard& shard) {
  std::size_t shown = 0;
  for (const PlannedCell& planned : plan.cells) {
    if (shard_index(planned.cell, shard.count) != shard.index) continue;
    ++shown;
    fmt::print("{}{}\n", title(planned.cell),
               planned.refusal ? "  not_applicable: " + *planned.refusal : "");
  }
  fmt::print("{}\n", counted(shown, "cell", "cells"));
}

/// The quantities that say most about a row, for the table on stdout.
std::string shown(const Row& row, const char* quantity) {
  const auto it = row.quantities.find(quantity);
  return it == row.quantities.end() ? "-" : fmt::format("{:.3e}", it->second);
}

void print_table(const Plan& plan, const Store& store) {
  std::size_t width = 4;
  for (const PlannedCell& planned : plan.cells)
    width = std::max(width, title(planned.cell).size());
  fmt::print("{:<{}}  {:<17} {:>10} {:>10} {:>10} {:>9}\n", "cell", width, "status", "energy err",
             "penetr.", "pos. error", "CPU s");
  for (const PlannedCell& planned : plan.cells) {
    const auto row =
        store.get(content_key(planned.cell, revision(), build_id(planned.cell)), RowExtent::brief);
    if (!row) continue;
    const bool expected = is_expected_failure(*row);
    const bool timed = row->timing && row->timing->repeats > 0;
    fmt::print("{:<{}}  {:<17} {:>10} {:>10} {:>10} {:>9}\n", title(row->cell), width,
               expected ? fmt::format("{} (expected)", to_text(row->status)) : to_text(row->status),
               shown(*row, "energy_error_relative"), shown(*row, "penetration_relative"),
               shown(*row, "position_error_sup"),
               timed ? fmt::format("{:.4f}", row->timing->cpu_min) : "-");
    if (!row->reason.empty() && !expected) fmt::print("    {}\n", row->reason);
    if (row->unexpected_pass) fmt::print("    passed a check that is an expected failure\n");
  }
}

RunOptions run_options(const RunArguments& o) {
  RunOptions out{.jobs = o.jobs,
                 .shard = shard_of(o.shard),
                 .rerun = o.rerun,
                 .retry = o.retry,
                 .stop_ladders = o.stop_ladders,
                 .repeats = o.repeats,
                 .cpu_budget = std::nullopt,
                 .threads = o.threads,
                 .progress = !o.quiet,
                 .stored = {},
                 .finished = {},
                 .trajectory = o.trajectory,
                 .instants = o.instants.value_or(RunOptions{}.instants),
                 .tables = o.tables || !o.at.empty(),
                 .at = o.at};
  if (out.tables && o.trajectory.empty())
    throw ConfigurationError("--at and --tables write beside a trajectory: they need --trajectory");
  if (o.instants && o.trajectory.empty())
    throw ConfigurationError("--instants are of a trajectory: they need --trajectory");
  if (!o.timeout.empty()) out.cpu_budget = seconds(o.timeout, "--timeout");
  return out;
}

/// With %i and %n replaced by the part that is run and their number.
std::string store_name(std::string pattern, const Shard& shard) {
  for (const auto& [mark, number] : {std::pair{"%i", shard.index}, {"%n", shard.count}}) {
    for (std::size_t at; (at = pattern.find(mark)) != std::string::npos;)
      pattern.replace(at, 2, std::to_string(number));
  }
  return pattern;
}

int summarise(const RunSummary& s, const std::string& store) {
  fmt::print(
      "{}: {} passed, {} unjudged, {} unresolved, {}, {} missed, {} not applicable, {} failed; {} "
      "run now, {} resumed from {}\n",
      counted(s.planned, "cell", "cells"), s.passed, s.unjudged, s.unresolved,
      counted(s.expected, "expected failure", "expected failures"), s.missed, s.not_applicable,
      s.failed, s.run, s.resumed, store);
  if (s.unexpected_passes > 0) {
    fmt::print("{} passed a check that is an expected failure\n",
               counted(s.unexpected_passes, "cell", "cells"));
  }
  if (s.interrupted)
    fmt::print(stderr, "impactbench: interrupted; run the same command to go on\n");
  return s.all_passed() && !s.interrupted ? 0 : 1;
}

int run(const RunArguments& o) {
  const Plan plan = [&] {
    Plan p = make_plan(o);
    if (o.vary) p = varied(p, *o.vary);
    if (o.memory) p.memory_budget = *o.memory;
    return p;
  }();
  RunOptions options = run_options(o);
  const std::chrono::duration<double> pause(seconds(o.publish, "--publish"));
  if (o.dry_run) {
    print_cells(plan, options.shard);
    return 0;
  }
  if (o.store == RunArguments{}.store) std::filesystem::create_directories("results");
  const std::string name = store_name(o.store, options.shard);
  if (o.scratch.empty()) {
    Store store(name, StoreMode::write);
    const RunSummary s = run_plan(plan, store, options);
    if (!o.quiet) print_table(plan, store);
    return summarise(s, name);
  }
  ScratchStore scratch(name, o.scratch);
  options.stored = [&] { scratch.publish_after(pause); };
  options.finished = [&] { scratch.publish(); };
  const RunSummary s = run_plan(plan, scratch.store(), options);
  if (!o.quiet) print_table(plan, scratch.store());
  return summarise(s, name);
}

}  // namespace

void add_run(CLI::App& app, Action& action) {
  auto o = std::make_shared<RunArguments>();
  CLI::App* command = app.add_subcommand("run", "Run a plan, or one cell, into a store");
  command->add_option("plan", o->plan, "plan in TOML (format: benchmarks/plans/README.md)");
  command->add_option("--problem", o->problem, "one cell: its problem");
  command->add_option("--scheme", o->scheme, "one cell: its scheme");
  command->add_option("--solver", o->solver, "one cell: its solver; the usual one if left out");
  command
      ->add_option(
          "--set", o->settings,
          "one cell: key=value, where key is a setting of the run (dt, dt_precision, "
          "frames, ensemble, ensemble_seed, ensemble_amplitude) or a parameter of problem, "
          "scheme or solver (prefix it, as in solver.tolerance, if two have it)")
      ->take_all();
  command
      ->add_option("--store", o->store,
                   "SQLite file that the rows go to; %i and %n become those of --shard i/n")
      ->capture_default_str();
  command->add_option("--scratch", o->scratch,
                      "folder of this machine to work in; --store receives complete copies, as it "
                      "must on a network file system");
  command->add_option("--publish", o->publish, "with --scratch: time between copies")
      ->capture_default_str();
  command->add_option("--jobs", o->jobs, "cells at a time")->check(CLI::Range(1, 1024));
  command->add_option("--shard", o->shard, "only part i of n, as i/n with 0 <= i < n");
  command->add_option("--timeout", o->timeout,
                      "CPU time of a cell, such as 90s or 10m; else the plan's");
  command->add_option("--memory", o->memory, "address space of a cell in MiB; else the plan's")
      ->check(within(64.0, 1e7));
  command->add_option("--repeats", o->repeats, "timed runs of each cell; else the plan's")
      ->check(CLI::Range(0, 1000));
  command
      ->add_option("--threads", o->threads,
                   "threads of a cell, for schemes that use several from 20000 bodies on; else the "
                   "plan's; results do not depend on it")
      ->check(CLI::Range(1, 1024));
  command->add_option("--tolerance", o->tolerance, "one cell: set of limits, default or tight");
  command->add_option(
      "--trajectory", o->trajectory,
      "folder for an HDF5 file of each cell: positions, velocities, contact forces");
  command
      ->add_option("--instants", o->instants,
                   fmt::format("instants that a trajectory keeps after the start, evenly over the "
                               "steps; {} if left out",
                               RunOptions{}.instants))
      ->check(CLI::Range(1, 100000000));
  command->add_flag("--tables", o->tables,
                    "beside each trajectory its impacts, as NAME_impacts.csv and .jsonl");
  command->add_option("--at", o->at,
                      "the same, and the states nearest to these times [s], as NAME_states.csv and "
                      ".jsonl");
  command->add_flag("--rerun", o->rerun, "run also cells that the store has already");
  command->add_flag("--retry", o->retry, "also cells that crashed, timed out or ran out of memory");
  command->add_flag("--stop-ladders", o->stop_ladders,
                    "steps from coarse to fine, none finer than one that used up its CPU time");
  command
      ->add_option(
          "--vary", o->vary,
          "seed: each cell with another step and other numbers of its problem near those of "
          "the plan, to see whether its limits hold for these too")
      ->check(CLI::Range(std::int64_t{0}, std::int64_t{1} << 53));
  command->add_flag("--dry-run", o->dry_run, "print the cells and run nothing");
  command->add_flag("--quiet", o->quiet, "no progress, no table");
  command->footer(
      "Examples:\n"
      "  impactbench run plan.toml --store rows.db --jobs 2\n"
      "  impactbench run --problem newton_cradle --scheme inc --set alpha=3 dt=1e-3 R=1e-4\n"
      "  impactbench run --problem box_25 --scheme nscd --set dt=1e-3 horizon=0.5 --trajectory "
      "MOTION\n" +
      fmt::format("One cell without a plan has {} timed runs, {:g} s of CPU time and {:g} MiB.",
                  Plan{}.repeats, Plan{}.cpu_budget, Plan{}.memory_budget));
  command->callback([o, &action] { action = [o] { return run(*o); }; });
}

}  // namespace impactbench
