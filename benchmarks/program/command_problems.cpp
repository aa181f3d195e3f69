#include "benchmarks/matrix/save_problems.hpp"
#include "benchmarks/matrix/title.hpp"
#include "benchmarks/program/commands.hpp"
#include "benchmarks/store/csv_text.hpp"
#include "problems/base/counted.hpp"
#include "problems/base/error.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <cstdio>
#include <filesystem>

namespace impactbench {
namespace {

struct ProblemsArguments {
  std::string plan, out;
  int steps{1};
  std::vector<std::int64_t> at;
  bool worst{false}, all_given{false};
};

int save(const ProblemsArguments& o) {
  const Plan plan = read_plan(o.plan);
  std::error_code failed;
  std::filesystem::create_directories(o.out, failed);
  if (failed) {
    throw ConfigurationError(
        fmt::format("folder '{}' cannot be made: {}", o.out, failed.message()));
  }
  expect_output(o.out + "/index.csv");
  const Budget budget{plan.cpu_budget, plan.memory_budget, plan.threads};
  // Steps that are named stand for themselves; --steps beside them is an addition.
  const bool named = o.worst || !o.at.empty();
  const StepChoice choice{named && !o.all_given ? 0 : o.steps, o.at, o.worst};
  std::vector<SavedProblem> all;
  int number = 0;
  std::size_t died = 0;
  for (const PlannedCell& planned : plan.cells) {
    ++number;
    if (planned.refusal) {
      fmt::print(stderr, "{}: {}\n", title(planned.cell), *planned.refusal);
      continue;
    }
    try {
      for (SavedProblem& saved : save_problems(planned.cell, o.out, number, choice, budget)) {
        fmt::print("{:<56} {:>6} contacts, {:.2f} a body\n", saved.file, saved.contacts,
                   saved.contacts_per_body);
        all.push_back(std::move(saved));
      }
    } catch (const ConfigurationError& e) {
      ++died;
      fmt::print(stderr, "impactbench: {}\n", e.what());
    }
    std::fflush(stdout);
  }
  write_to(o.out + "/index.csv", [&](std::ostream& out) {
    out << "file,contacts,rows,bodies,contacts_per_body,redundant,mass_ratio,t,residual,cell\n";
    for (const SavedProblem& s : all) {
      out << fmt::format("{},{},{},{},{},{},{},{},{},{}\n", s.file, s.contacts, s.rows, s.bodies,
                         s.contacts_per_body, s.redundant, s.mass_ratio, s.t, s.residual,
                         csv_text(s.cell));
    }
  });
  fmt::print("{} in {}, {} died\n", counted(all.size(), "contact problem", "contact problems"),
             o.out, counted(died, "run", "runs"));
  return all.empty() || died > 0 ? 1 : 0;
}

}  // namespace

void add_problems(CLI::App& app, Action& action) {
  auto o = std::make_shared<ProblemsArguments>();
  CLI::App* command = app.add_subcommand(
      "problems", "Run a plan and write the contact problems of its steps as FCLIB files");
  command->add_option("plan", o->plan, "plan in TOML; benchmarks/plans/library.toml is one for it")
      ->required();
  command->add_option("--out", o->out, "folder for the files and index.csv")->required();
  command->add_option("--at", o->at, "these steps, counted from 1, in place of --steps")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{1} << 53));
  command->add_flag("--worst", o->worst,
                    "the step whose impulses have the largest residual as recomputed by the "
                    "yardstick, in place of --steps");
  CLI::Option* steps = command->add_option(
      "--steps", o->steps, "steps of each cell, evenly over its run with the last among them");
  steps->check(CLI::Range(1, 1000000))->capture_default_str();
  command->footer(
      "Example:\n"
      "  impactbench problems plan.toml --steps 2 --out CONTACTS\n"
      "Files: NUMBER_problem_scheme_CONTACTS_stepK.hdf5; impactbench solve reads them.");
  command->callback([o, steps, &action] {
    o->all_given = steps->count() > 0;
    action = [o] { return save(*o); };
  });
}

}  // namespace impactbench
