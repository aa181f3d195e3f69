#include "benchmarks/cluster/cost.hpp"
#include "benchmarks/cluster/slurm.hpp"
#include "benchmarks/cluster/submission.hpp"
#include "benchmarks/matrix/shard.hpp"
#include "benchmarks/program/commands.hpp"
#include "benchmarks/program/with_unit.hpp"
#include "problems/base/counted.hpp"
#include "problems/base/error.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <set>

namespace impactbench {
namespace {

namespace fs = std::filesystem;

struct SubmitArguments {
  std::string plan, engine{"slurm"}, folder, history, publish{"60s"};
  std::vector<std::string> options;
  std::optional<int> shards;
  int jobs{1};
  bool dry_run{false};
};

/// The estimated cost of the cells to be run, by shard.
struct Estimate {
  std::map<int, double> cpu;     ///< [s]
  double total{0.0};             ///< [s]
  std::optional<double> memory;  ///< of the cell that takes most [MiB]; absent: not of all known
  std::map<CostSource, int> sources;
};

Estimate estimate(const Plan& plan, const CostModel& model,
                  const std::map<int, std::vector<const PlannedCell*>>& missing) {
  Estimate out;
  out.memory = 0.0;
  for (const auto& [shard, cells] : missing) {
    for (const PlannedCell* planned : cells) {
      const Cost cost = model(*planned, plan);
      out.cpu[shard] += cost.cpu;
      out.total += cost.cpu;
      ++out.sources[cost.source];
      if (!cost.memory) out.memory.reset();
      if (out.memory) out.memory = std::max(*out.memory, *cost.memory);
    }
  }
  return out;
}

/// An hour of work for a shard, but not more shards than ladders, nor than Slurm usually takes.
int usual_shards(const Plan& plan, const CostModel& model) {
  double total = 0.0;
  std::set<std::string> ladders;
  for (const PlannedCell& planned : plan.cells) {
    total += model(planned, plan).cpu;
    ladders.insert(ladder_of(planned.cell));
  }
  const double wanted = std::min(std::ceil(total / 3600.0), 1000.0);
  return std::clamp(static_cast<int>(wanted), 1, std::max(static_cast<int>(ladders.size()), 1));
}

/// Twice the estimate, plus the program's own use. A cell may use all of its budget of memory
/// unless earlier ones show it.
Resources resources(const SubmitArguments& o, const Plan& plan, const Estimate& e) {
  double longest = 0.0;
  for (const auto& [shard, cpu] : e.cpu)
    longest = std::max(longest, cpu);
  const double cell =
      e.memory ? std::min(1.5 * *e.memory + 64.0, plan.memory_budget) : plan.memory_budget;
  Resources out;
  out.jobs = o.jobs;
  out.cpus = o.jobs * plan.threads;
  out.memory = static_cast<int>(std::ceil(o.jobs * cell)) + 256;
  out.warning = static_cast<int>(std::min(plan.cpu_budget, 600.0)) + 30;
  const double wall = 2.0 * (longest / o.jobs + plan.cpu_budget) + out.warning;
  out.minutes = static_cast<int>(std::ceil(wall / 60.0)) + 1;
  return out;
}

Submission submission_of(const SubmitArguments& o, const Plan& plan, const CostModel& model) {
  const std::string folder =
      o.folder.empty() ? "results/" + fs::path(o.plan).stem().string() : o.folder;
  if (!is_submission(folder)) {
    return {folder_name(folder), o.shards ? *o.shards : usual_shards(plan, model)};
  }
  Submission out = read_submission(folder);
  if (o.shards && *o.shards != out.shards) {
    throw ConfigurationError(fmt::format(
        "--shards {}: the submission in '{}' has {}; leave it out, or choose another --folder",
        *o.shards, folder, out.shards));
  }
  return out;
}

void refuse_if_queued(const Submission& submission) {
  const auto states = queued(submission.jobs);
  if (states.empty()) return;
  throw ConfigurationError(fmt::format(
      "jobs {} of '{}' still wait or run; see `impactbench status`, or cancel them first",
      fmt::join(submission.jobs, " and "), submission.folder));
}

void print_estimate(const Estimate& e, const Resources& r, std::size_t cells) {
  fmt::print("{} in {}, {:.3g} h of CPU time by estimate; a task: {}, {} MiB, {} min\n",
             counted(cells, "cell", "cells"), counted(e.cpu.size(), "shard", "shards"),
             e.total / 3600.0, counted(static_cast<std::size_t>(r.cpus), "CPU", "CPUs"), r.memory,
             r.minutes);
  for (const auto& [source, count] : e.sources)
    fmt::print("  {} from {}\n", counted(static_cast<std::size_t>(count), "cell", "cells"),
               to_text(source));
}

void write_script(const std::string& path, const std::string& text) {
  write_to(path, [&](std::ostream& out) { out << text; });
}

int submit(const SubmitArguments& o) {
  (void)seconds(o.publish, "--publish");
  for (const std::string& option : o.options) {
    const auto control = [](char c) { return static_cast<unsigned char>(c) < 0x20; };
    if (!option.starts_with('-') || std::any_of(option.begin(), option.end(), control))
      throw ConfigurationError(fmt::format(
          "--option {}: must be one option of sbatch, such as --partition=long", option));
  }
  const std::string text = plan_text(o.plan);
  const Plan plan = parse_plan(text, o.plan);
  const CostModel model(o.history.empty() ? std::vector<Row>{} : read_rows(o.history));
  Submission submission = submission_of(o, plan, model);
  expect_folder(submission.folder);
  const SubmissionStatus status = status_of(submission, plan);
  const bool nothing = status.missing.empty();
  if (nothing && status.merged == status.cells) {
    fmt::print("nothing is missing: {} in {}\n", counted(status.cells, "row", "rows"),
               submission.merged());
    return 0;
  }
  const Estimate e = estimate(plan, model, status.missing);
  SlurmJob job{.program = fs::read_symlink("/proc/self/exe"),
               .name = fs::path(submission.folder).filename(),
               .resources = resources(o, plan, e),
               .options = o.options,
               .publish = o.publish};
  for (const auto& [shard, cells] : status.missing)
    job.indices.push_back(shard);
  if (!nothing) print_estimate(e, job.resources, status.cells - status.stored);
  const std::string array = array_script(job, submission);
  const std::string merging = merge_script(job, submission);
  if (o.dry_run) {
    fmt::print("\n# array.sh\n{}\n# merge.sh, once the array has ended\n{}", nothing ? "" : array,
               merging);
    return 0;
  }
  refuse_if_queued(submission);
  write_submission(submission, text);
  write_script(submission.folder + "/array.sh", array);
  write_script(submission.folder + "/merge.sh", merging);
  submission.jobs.clear();
  if (!nothing) submission.jobs.push_back(sbatch(submission.folder + "/array.sh", ""));
  write_submission(submission, text);  // should the second one fail, the first one is known
  submission.jobs.push_back(
      sbatch(submission.folder + "/merge.sh", nothing ? "" : submission.jobs.front()));
  write_submission(submission, text);
  fmt::print("submitted {}; `impactbench status {}` says how far it is\n",
             fmt::join(submission.jobs, " and "), submission.folder);
  return 0;
}

int status(const std::string& folder) {
  const Submission submission = read_submission(folder);
  const Plan plan = read_plan(submission.plan());
  const SubmissionStatus status = status_of(submission, plan);
  fmt::print("{} of {} stored, {} merged\n", status.stored, counted(status.cells, "cell", "cells"),
             status.merged);
  for (const auto& [word, count] : status.by_status)
    fmt::print("  {:<15} {}\n", word, count);
  std::vector<int> shards;
  for (const auto& [shard, cells] : status.missing)
    shards.push_back(shard);
  if (!shards.empty()) {
    fmt::print("missing in shards {} of {}\n", ranges(shards), submission.shards);
  }
  const auto states = queued(submission.jobs);
  for (const auto& [state, count] : states)
    fmt::print("  {:<15} {}\n", state, count);
  if (states.empty() && (!shards.empty() || status.merged != status.cells)) {
    fmt::print("no job waits or runs; submit the plan again to finish it\n");
  }
  return shards.empty() && status.merged == status.cells ? 0 : 1;
}

}  // namespace

void add_submit(CLI::App& app, Action& action) {
  auto o = std::make_shared<SubmitArguments>();
  CLI::App* command = app.add_subcommand(
      "submit", "Run what is missing of a plan as a job array of a batch system, then merge");
  command->add_option("plan", o->plan, "plan in TOML")->required();
  command->add_option("--engine", o->engine, "batch system")
      ->check(CLI::IsMember({"slurm"}))
      ->capture_default_str();
  command->add_option("--folder", o->folder,
                      "shared folder of this plan; results/NAME OF THE PLAN if left out");
  command
      ->add_option("--shards", o->shards,
                   "tasks of the array; if left out an hour of work for each")
      ->check(CLI::Range(1, Submission::most_shards));
  command->add_option("--jobs", o->jobs, "cells at a time in each task")
      ->check(CLI::Range(1, 1024));
  command->add_option("--history", o->history,
                      "store with earlier rows, to estimate time and memory");
  command->add_option("--publish", o->publish, "time between copies from a node to the folder")
      ->capture_default_str();
  command->add_option("--option", o->options, "for sbatch, such as --option=--partition=long")
      ->take_all();
  command->add_flag("--dry-run", o->dry_run, "print the scripts and submit nothing");
  command->footer(
      "Example:\n"
      "  impactbench submit plan.toml --shards 4 --folder SUBMITTED --dry-run");
  command->callback([o, &action] { action = [o] { return submit(*o); }; });
}

void add_status(CLI::App& app, Action& action) {
  auto folder = std::make_shared<std::string>();
  CLI::App* command =
      app.add_subcommand("status", "How far a submitted plan is; 0 when all is stored and merged");
  command->add_option("folder", *folder, "of the submission, as submit printed it")->required();
  command->callback([folder, &action] { action = [folder] { return status(*folder); }; });
}

}  // namespace impactbench
