#include "benchmarks/files/inputs.hpp"
#include "benchmarks/library/solve_file.hpp"
#include "benchmarks/matrix/plan.hpp"
#include "benchmarks/program/commands.hpp"
#include "benchmarks/program/settings.hpp"
#include "benchmarks/program/with_unit.hpp"
#include "benchmarks/program/within.hpp"
#include "problems/model/error.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>

namespace impactbench {
namespace {

struct Options {
  std::vector<std::string> files, solvers, settings;
  std::vector<double> tolerances{1e-8};
  std::string timeout{"60s"}, data{"factors"}, csv;
  double memory{4096.0};
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
    for (const auto& entry : std::filesystem::directory_iterator(name)) {
      if (entry.path().extension() == ".hdf5") inside.push_back(entry.path());
    }
    if (inside.empty())
      throw ConfigurationError(fmt::format("folder '{}' has no file *.hdf5", name));
    std::sort(inside.begin(), inside.end());
    out.insert(out.end(), inside.begin(), inside.end());
  }
  return out;
}

std::vector<std::pair<std::string, ParameterSet>> solvers_of(const Options& o) {
  std::vector<std::pair<std::string, ParameterSet>> out;
  const ParameterSet given = settings_of(o.settings);
  for (const std::string& name : o.solvers) {
    if (name == "all") {
      for (auto& [solver, settings] : all_contact_solvers())
        out.emplace_back(solver, settings);
    } else {
      (void)find_solver(name).parameters.resolve(given, "solver " + name);
      out.emplace_back(name, given);
    }
  }
  return out;
}

void print(const FileSolve& s) {
  const auto time = [](const std::optional<double>& t) {
    return t ? fmt::format("{:.3g}", *t) : std::string("-");
  };
  fmt::print("{:<44} {:<24} {:>9g} {:<14} {:>10} {:>10} {:>10} {:>10}\n", s.file, s.solver,
             s.tolerance, to_text(s.status), s.residual ? fmt::format("{:.3e}", *s.residual) : "-",
             s.residual ? std::to_string(s.iterations) : "-", time(s.setup), time(s.cpu));
  // Of a plain miss the line above says it all.
  if (!s.reason.empty() && s.reason != fmt::format("residual {:.2e}", s.residual.value_or(0.0)))
    fmt::print("    {}\n", s.reason);
  std::fflush(stdout);
}

int solve(const Options& o) {
  const Budget budget{.cpu = seconds(o.timeout, "--timeout"), .memory = o.memory, .threads = 1};
  for (const double tolerance : o.tolerances) {
    if (!(tolerance > 0.0) || !std::isfinite(tolerance))
      throw ConfigurationError(fmt::format("--tolerance {}: must be above 0", tolerance));
  }
  // All that can be wrong is asked for before the first solve: an hour must not end in a typing
  // error.
  const auto solvers = solvers_of(o);
  const std::vector<std::string> files = files_of(o.files);
  for (const std::string& file : files)
    remember_input(file);
  std::vector<FileSolve> done;
  const auto save = [&] { write_to(o.csv, [&](std::ostream& out) { write_solves(done, out); }); };
  expect_output(o.csv);
  fmt::print("{:<44} {:<24} {:>9} {:<14} {:>10} {:>10} {:>10} {:>10}\n", "file", "solver",
             "tolerance", "status", "residual", "iterations", "set-up s", "solve s");
  const GivenMatrix given = o.data == "delassus" ? GivenMatrix::delassus : GivenMatrix::factors;
  for (const std::string& file : files) {
    for (const auto& [solver, settings] : solvers) {
      for (const double tolerance : o.tolerances) {
        done.push_back(solve_file({file, solver, settings, tolerance, given}, budget));
        print(done.back());
      }
    }
    if (!o.csv.empty() && o.csv != "-") save();
  }
  if (!o.csv.empty()) save();
  const bool all_met = std::all_of(done.begin(), done.end(), [](const FileSolve& s) {
    return s.status == RowStatus::passed || (s.status == RowStatus::not_applicable);
  });
  // A file that nobody solved, for whatever reason, is no success.
  const bool each_solved = std::all_of(files.begin(), files.end(), [&](const std::string& file) {
    const std::string name = std::filesystem::path(file).filename();
    return std::any_of(done.begin(), done.end(), [&](const FileSolve& s) {
      return s.file == name && s.status == RowStatus::passed;
    });
  });
  return all_met && each_solved ? 0 : 1;
}

}  // namespace

void add_solve(CLI::App& app, Action& action) {
  auto o = std::make_shared<Options>();
  CLI::App* command =
      app.add_subcommand("solve", "Solve contact problems from files of the FCLIB format");
  command->add_option("files", o->files, "HDF5 files of problems, or folders of them")->required();
  command->add_option("--solver", o->solvers, "contact solvers, or all")->required();
  command
      ->add_option("--tolerance", o->tolerances,
                   "natural residual to reach, in the file's velocity unit (of a file that is not "
                   "ours: its largest |q_n|)")
      ->capture_default_str();
  command->add_option("--set", o->settings, "key=value: a parameter of the solver")->take_all();
  command
      ->add_option(
          "--data", o->data,
          "what solvers get of W: factors, those in files of ours, or delassus, its entries "
          "alone, which all must bring into their own form")
      ->check(CLI::IsMember({"factors", "delassus"}))
      ->capture_default_str();
  command->add_option("--timeout", o->timeout, "CPU time of a solve, such as 90s or 10m")
      ->capture_default_str();
  command->add_option("--memory", o->memory, "address space of a solve in MiB")
      ->check(within(64.0, 1e7));
  command->add_option("--csv", o->csv, "also as CSV, '-' for stdout; impactbench profile reads it");
  command->footer(
      "Example:\n"
      "  impactbench solve CONTACTS --solver hybrid nlgs --csv solves.csv\n"
      "Every solve starts from zero in a process of its own, repeats with a new solver each. The\n"
      "residual, recomputed from the impulses returned, decides: unless --set says a tolerance, a\n"
      "solver's own one is tightened or loosened tenfold until the loosest is found that meets "
      "it;\n"
      "a second measure verifies that at ten times the tolerance. Set-up is what does not depend "
      "on\n"
      "the right-hand side: factors of W, or the solver's own form of it. Exit status 0 only "
      "where\n"
      "all solves that were not refused met the tolerance, and one of each file at least. A file\n"
      "that cannot be taken is a row with the reason; the others are solved.");
  command->callback([o, &action] { action = [o] { return solve(*o); }; });
}

}  // namespace impactbench
