#include "benchmarks/matrix/contact_cell.hpp"
#include "benchmarks/matrix/judge_row.hpp"
#include "benchmarks/matrix/plan.hpp"
#include "benchmarks/matrix/run_cell.hpp"
#include "benchmarks/matrix/title.hpp"
#include "benchmarks/program/check_plan.hpp"
#include "benchmarks/program/commands.hpp"
#include "benchmarks/program/within.hpp"
#include "benchmarks/regression/difference.hpp"
#include "benchmarks/store/cell_hash.hpp"
#include "problems/base/counted.hpp"
#include "problems/base/error.hpp"
#include "problems/base/median.hpp"
#include "reference/acceptance/contact_solve.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace impactbench {
namespace {

/// A failure that is expected is a cell without a verdict.
int rank_of(const Row& row) {
  return badness(is_expected_failure(row) ? RowStatus::unjudged : row.status);
}

struct Tally {
  int cells{0}, only_old{0}, only_new{0}, worse{0}, better{0}, differing{0};
};

/// Names of quantities as numbers: each stands in as many rows as measure it.
class Names {
 public:
  int number_of(const std::string& name) {
    const auto [it, is_new] = numbers_.emplace(name, static_cast<int>(names_.size()));
    if (is_new) names_.push_back(name);
    return it->second;
  }
  [[nodiscard]] const std::string& name(int number) const {
    return names_[static_cast<std::size_t>(number)];
  }

 private:
  std::unordered_map<std::string, int> numbers_;
  std::vector<std::string> names_;
};

/// The part of the earlier row of a cell that is compared.
struct Earlier {
  RowStatus status;
  int rank;
  std::optional<double> cpu;
  std::vector<std::pair<int, double>> quantities;
};

std::optional<double> cpu_of(const Row& row) {
  if (!row.timing || !(row.timing->cpu_min > 0.0)) return std::nullopt;
  return row.timing->cpu_min;
}

/// A cell, whatever the revision and the build.
std::string cell_of(const Row& row) {
  return cell_hash(row.cell);
}

/// Compares two stores: it keeps the numbers of the earlier one and looks at the rows of the later
/// one, one after the other.
class Comparison {
 public:
  Comparison(const std::string& path, double tolerance, double floor)
      : tolerance_(tolerance), floor_(floor) {
    const auto keep = [&](Row&& row) {
      Earlier out{row.status, rank_of(row), cpu_of(row), {}};
      out.quantities.reserve(row.quantities.size());
      for (const auto& [name, value] : row.quantities)
        out.quantities.emplace_back(names_.number_of(name), value);
      earlier_.insert_or_assign(cell_of(row), std::move(out));
    };
    each_row_of(path, keep, RowParts::figures);
  }

  Tally with(const std::string& path) {
    // A cell may have several rows: the last one counts.
    std::unordered_map<std::string, std::size_t> last;
    std::size_t at = 0;
    each_row_of(
        path, [&](Row&& row) { last.insert_or_assign(cell_of(row), at++); }, RowParts::cell);
    at = 0;
    const auto compare_last = [&](Row&& row) {
      const std::string cell = cell_of(row);
      if (last.at(cell) != at++) return;
      if (const auto it = earlier_.find(cell); it != earlier_.end()) {
        compare_cell(it->second, row);
      } else {
        ++tally_.only_new;
      }
    };
    each_row_of(path, compare_last, RowParts::figures);
    tally_.only_old = static_cast<int>(earlier_.size()) - tally_.cells;
    return tally_;
  }

  /// Median of the ratios of CPU times, new over old, where both were timed.
  [[nodiscard]] std::optional<double> cpu_ratio() const {
    return ratios_.empty() ? std::nullopt : std::optional(median(ratios_));
  }

 private:
  /// Prints the changes of one cell; counts it.
  void compare_cell(const Earlier& before, const Row& after) {
    ++tally_.cells;
    if (before.status != after.status) {
      fmt::print("{}: {} -> {} {}\n", title(after.cell), to_text(before.status),
                 to_text(after.status), after.reason);
    }
    if (rank_of(after) > before.rank) ++tally_.worse;
    if (rank_of(after) < before.rank) ++tally_.better;
    bool differs = false;
    for (const auto& [number, old] : before.quantities)
      differs = compare_quantity(names_.name(number), old, after) || differs;
    if (differs) ++tally_.differing;
    if (const auto cpu = cpu_of(after); cpu && before.cpu) ratios_.push_back(*cpu / *before.cpu);
  }

  [[nodiscard]] bool compare_quantity(const std::string& name, double old, const Row& after) const {
    const auto it = after.quantities.find(name);
    if (it == after.quantities.end()) {
      fmt::print("{}: {} is no longer measured\n", title(after.cell), name);
      return true;
    }
    if (std::abs(it->second - old) <= floor_ + tolerance_ * std::abs(old)) return false;
    fmt::print("{}: {} {} -> {}\n", title(after.cell), name, to_text(old), to_text(it->second));
    return true;
  }

  double tolerance_, floor_;
  Names names_;
  std::unordered_map<std::string, Earlier> earlier_;
  Tally tally_;
  std::vector<double> ratios_;
};

Tally compare(const std::string& old_path, const std::string& new_path, double tolerance,
              double floor) {
  Comparison comparison(old_path, tolerance, floor);
  const Tally tally = comparison.with(new_path);
  fmt::print(
      "{} in both, {} only in {}, {} only in {}; {} worse, {} better, {} with values "
      "that differ\n",
      counted(tally.cells, "cell", "cells"), tally.only_old, old_path, tally.only_new, new_path,
      tally.worse, tally.better, tally.differing);
  if (const auto ratio = comparison.cpu_ratio())
    fmt::print("CPU time, median of new/old: {:.2f}\n", *ratio);
  return tally;
}

/// Makes problems and schemes again that rows name, each once as long as rows of it follow.
class Judge {
 public:
  std::vector<Check> operator()(const Row& row, const std::string& tolerance_set) {
    const Cell& cell = row.cell;
    if (is_solve(cell)) return judge_contact_solve(wanted_residual(cell), row.quantities.to_map());
    if (!problem_ || cell.problem != name_ || cell.problem_parameters != parameters_) {
      problem_ = find_problem(cell.problem).make(cell.problem_parameters);
      name_ = cell.problem;
      parameters_ = cell.problem_parameters;
    }
    const SchemeClaims claims = claims_on(
        find_scheme(cell.scheme).make(cell.scheme_parameters)->claims(), problem_->traits);
    const double h = step_count(problem_->horizon, cell.dt, cell.dt_precision).h;
    const std::map<std::string, double> quantities = row.quantities.to_map();
    return judge(judged_run(*problem_, cell, claims, h, quantities), tolerance_set);
  }

 private:
  std::string name_;
  ParameterSet parameters_;
  std::optional<Problem> problem_;
};

/// Holds stored values against a set of limits again, without running anything. A cell that did not
/// reach its end is a failure here too.
int judge_again(const std::string& path, const std::string& tolerance_set) {
  std::size_t judged = 0, missed = 0, ended_early = 0;
  Judge judge_row;
  const auto judge_one = [&](Row&& row) {
    if (!ran_to_the_end(row.status)) {
      if (row.status == RowStatus::not_applicable || is_expected_failure(row)) return;
      ++ended_early;
      fmt::print("{}: {}: {}\n", title(row.cell), to_text(row.status), row.reason);
      return;
    }
    ++judged;
    for (const Check& c : judge_row(row, tolerance_set)) {
      if (c.passed || c.unresolved || c.expected_failure) continue;
      ++missed;
      fmt::print("{}: {}\n", title(row.cell), missed_check(c).text);
    }
  };
  each_row_of(path, judge_one, RowParts::figures);
  if (judged + ended_early == 0)
    throw ConfigurationError(fmt::format("check: '{}' has no row to judge", path));
  fmt::print("{} judged by '{}': {} missed{}\n", counted(judged, "row", "rows"), tolerance_set,
             counted(missed, "check", "checks"),
             ended_early == 0
                 ? ""
                 : fmt::format("; {} did not reach the end", counted(ended_early, "run", "runs")));
  return missed + ended_early == 0 ? 0 : 1;
}

struct CheckArguments {
  std::string target, against, tolerance_set{"default"};
  double tolerance{1e-6}, floor{1e-12};
  CheckPlan plan;
};

/// Refuses the options that were given and that this kind of check would pass over.
void expect_unused(const CLI::App& command, std::initializer_list<const char*> options,
                   std::string_view because) {
  for (const char* option : options) {
    if (command.count(option) > 0)
      throw ConfigurationError(fmt::format("check: {} {}", option, because));
  }
}

void expect_used_options(const CLI::App& command, const CheckArguments& o) {
  if (!o.plan.baseline.empty()) {
    expect_unused(command, {"--against", "--tolerance", "--relative", "--absolute"},
                  "is of a store: with --baseline a plan is run, which says its own limits");
    if (o.plan.write)
      expect_unused(command, {"--all", "--junit"},
                    "is of a comparison, which --write does not make");
    return;
  }
  expect_unused(command, {"--write", "--all", "--junit", "--store", "--jobs"},
                "needs a plan and --baseline FILE: of a store nothing is run");
  if (o.against.empty()) {
    expect_unused(command, {"--relative", "--absolute"}, "needs --against STORE to compare with");
  } else {
    expect_unused(command, {"--tolerance"}, "judges a store anew, which --against does not");
  }
}

}  // namespace

void add_compare(CLI::App& app, Action& action) {
  struct CompareArguments {
    std::string before, after;
    double tolerance{1e-9}, floor{1e-12};
  };
  auto o = std::make_shared<CompareArguments>();
  CLI::App* command = app.add_subcommand(
      "compare", "Show what changed between two stores; exit 1 if a status got worse");
  command->add_option("old", o->before, "store or JSON lines")->required();
  command->add_option("new", o->after, "store or JSON lines")->required();
  command->add_option("--relative", o->tolerance, "relative difference that counts")
      ->check(within(Range::at_least(0.0)))
      ->capture_default_str();
  command->add_option("--absolute", o->floor, "absolute difference that counts")
      ->check(within(Range::at_least(0.0)))
      ->capture_default_str();
  command->footer(
      "Example:\n"
      "  impactbench compare old.db new.db");
  command->callback([o, &action] {
    action = [o] {
      return compare(o->before, o->after, o->tolerance, o->floor).worse == 0 ? 0 : 1;
    };
  });
}

void add_check(CLI::App& app, Action& action) {
  auto o = std::make_shared<CheckArguments>();
  CLI::App* command = app.add_subcommand(
      "check", "Rerun a plan and compare it with its baseline, or judge a store; exit 1 on a miss");
  command
      ->add_option("target", o->target,
                   "with --baseline a plan in TOML, else a store or JSON lines")
      ->required();
  command->add_option("--baseline", o->plan.baseline,
                      "earlier results of the plan: every figure must agree by its tolerance, and "
                      "every check of a row must pass");
  command->add_flag("--write", o->plan.write, "with --baseline: make the baseline from this run");
  command->add_flag("--all", o->plan.all,
                    "with --baseline: print every difference, not only the ten worst");
  command->add_option("--junit", o->plan.junit,
                      "with --baseline: the result of each cell as JUnit XML");
  command->add_option("--store", o->plan.store,
                      "with --baseline: a new file that keeps the rows, timed as the plan says "
                      "(for impactbench history)");
  command->add_option("--jobs", o->plan.jobs, "with --baseline: cells at a time")
      ->check(CLI::Range(1, 1024));
  command->add_option("--against", o->against,
                      "a store: earlier store or JSON lines; every value must agree");
  command->add_option("--tolerance", o->tolerance_set, "a store: set of limits, default or tight")
      ->capture_default_str();
  command->add_option("--relative", o->tolerance, "with --against: relative regression tolerance")
      ->check(within(Range::at_least(0.0)))
      ->capture_default_str();
  command->add_option("--absolute", o->floor, "with --against: absolute regression tolerance")
      ->check(within(Range::at_least(0.0)))
      ->capture_default_str();
  command->footer(
      "Examples:\n"
      "  impactbench check plan.toml --baseline baseline.jsonl --write\n"
      "  impactbench check plan.toml --baseline baseline.jsonl --junit check.xml\n"
      "  impactbench check rows.db");
  command->callback([o, command, &action] {
    action = [o, command] {
      expect_used_options(*command, *o);
      if (!o->plan.baseline.empty()) {
        o->plan.plan = o->target;
        return check_plan(o->plan);
      }
      if (o->against.empty()) return judge_again(o->target, o->tolerance_set);
      const Tally t = compare(o->against, o->target, o->tolerance, o->floor);
      if (t.cells == 0) throw ConfigurationError("check: the baseline has no cell of this store");
      return t.worse + t.differing + t.only_old == 0 ? 0 : 1;
    };
  });
}

}  // namespace impactbench
