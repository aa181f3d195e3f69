#include "problems/base/counted.hpp"
#include "problems/base/median.hpp"
#include "reports/generate/sections.hpp"
#include "reports/generate/solver_profiles.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace impactbench {
namespace {

using Runs = std::vector<const SolverRun*>;
using ByTolerance = std::map<double, std::vector<SolverRun>>;

constexpr double shift = 0.01;  // [s]
constexpr double charge = 3.0;  // times the limit

bool passed(const SolverRun& run) {
  return run.row->status == RowStatus::passed && run.cpu;
}

double whole(const SolverRun& run) {
  return *run.cpu + run.setup.value_or(0.0);
}

/// "0.002 + 0.11", or the reason why the solve failed.
std::string outcome(const SolverRun& run) {
  if (passed(run)) return fmt::format("{} + {}", shown(run.setup.value_or(0.0)), shown(*run.cpu));
  if (run.row->status == RowStatus::missed && run.residual)
    return fmt::format("missed: {:.1e}", *run.residual);
  return std::string(to_text(run.row->status));
}

/// The problems against the solvers.
void add_files(double tolerance, const std::vector<SolverRun>& runs, const std::string& name,
               Page& page) {
  std::map<std::string, std::map<std::string, const SolverRun*>> files;
  std::set<std::string> solvers;
  for (const SolverRun& run : runs) {
    files[run.instance][run.solver] = &run;
    solvers.insert(run.solver);
  }
  Table table{fmt::format("{}_{:.0e}_files", name, tolerance),
              fmt::format("Set-up + solve [s] to a residual of {:g}, or the residual reached, or "
                          "what ended the solve.",
                          tolerance),
              {"file", "contacts"},
              {},
              {false, true}};
  table.header.insert(table.header.end(), solvers.begin(), solvers.end());
  table.numeric.resize(table.header.size(), true);
  for (const auto& [file, by_solver] : files) {
    double contacts = 0.0;
    std::vector<std::string> line, links;
    for (const std::string& solver : solvers) {
      const auto run = by_solver.find(solver);
      const bool there = run != by_solver.end();
      if (there)
        contacts = std::max(contacts, quantity(*run->second->row, "contacts").value_or(0.0));
      line.push_back(there ? outcome(*run->second) : "–");
      links.push_back(there ? cell_page_file(run->second->row->key) : "");
    }
    line.insert(line.begin(), {file, fmt::format("{:g}", contacts)});
    links.insert(links.begin(), {cells_with(file), ""});
    table.add(std::move(line), std::move(links));
  }
  page.folded_table(
      table, fmt::format("{} to {:g}", counted(files.size(), "problem", "problems"), tolerance));
}

/// How the solves of each solver ended, and how often one that called itself converged was wrong.
void add_endings(const std::vector<SolverRun>& all, const std::string& name, Page& page) {
  static constexpr RowStatus kinds[] = {RowStatus::passed, RowStatus::missed, RowStatus::timed_out,
                                        RowStatus::crashed, RowStatus::out_of_memory};
  Table table{
      name + "_endings",
      "How the solves ended: tolerance met by the recomputed residual, missed, out of time, "
      "died, out of memory; and those that wrongly reported convergence.",
      {"solver", "solves", "met", "missed", "out of time", "died", "out of memory",
       "claimed wrongly"},
      {},
      {false, true, true, true, true, true, true, true}};
  std::map<std::string, Runs> solvers;
  for (const SolverRun& run : all)
    solvers[run.solver].push_back(&run);
  for (const auto& [solver, runs] : solvers) {
    const auto count = [&, &runs = runs](const auto& holds) {
      return std::to_string(std::count_if(runs.begin(), runs.end(),
                                          [&](const SolverRun* run) { return holds(*run->row); }));
    };
    std::vector<std::string> line{solver, std::to_string(runs.size())};
    for (const RowStatus kind : kinds)
      line.push_back(count([&](const Row& row) { return row.status == kind; }));
    line.push_back(count([](const Row& row) {
      return row.status == RowStatus::missed && quantity(row, "solves_claimed") == 1.0;
    }));
    table.add(std::move(line), cells_of_method(solver));
  }
  page.table(table);
}

double shifted_mean(const std::vector<double>& times) {
  double sum = 0.0;
  for (const double t : times)
    sum += std::log(t + shift);
  return std::exp(sum / static_cast<double>(times.size())) - shift;
}

/// The shifted geometric mean exp(mean(ln(t_i + s))) - s of the time t_i of a solve, and of set-up
/// and solve. A solver that refuses all problems is left out.
void add_means(const ByTolerance& by_tolerance, double limit, const std::string& name, Page& page) {
  Table table{
      name + "_means",
      fmt::format("Shifted geometric means of CPU times over all problems (shift {} s); one "
                  "that a solver did not solve, or refused, counts {} times the limit of {:g} s.",
                  shift, charge, limit),
      {"tolerance", "solver", "problems", "solved", "solve [s]", "set-up and solve [s]"},
      {},
      {true, false, true, true, true, true}};
  for (const auto& [tolerance, runs] : by_tolerance) {
    std::set<std::string> files;
    using ByFile = std::map<std::string, const SolverRun*>;  // the last run of each
    std::map<std::string, ByFile> solvers;
    for (const SolverRun& run : runs) {
      files.insert(run.instance);
      solvers[run.solver][run.instance] = &run;
    }
    std::multimap<double, std::vector<std::string>> lines;
    for (const auto& [solver, its] : solvers) {
      std::vector<double> solve, both;
      for (const auto& [file, run] : its) {
        if (!passed(*run)) continue;
        solve.push_back(*run->cpu);
        both.push_back(whole(*run));
      }
      const std::string solved = std::to_string(solve.size());
      solve.resize(files.size(), charge * limit);
      both.resize(files.size(), charge * limit);
      const double mean = shifted_mean(both);
      lines.emplace(mean, std::vector{setting(tolerance), solver, std::to_string(files.size()),
                                      solved, shown(shifted_mean(solve)), shown(mean)});
    }
    for (auto& [mean, line] : lines)
      table.rows.push_back(std::move(line));
  }
  page.table(table);
}

/// A method of another library is labelled "library:method".
bool of_others(const std::string& solver) {
  return solver.find(':') != std::string::npos;
}

/// The median of factors, of which a failure of the others is an infinite one. Where the others
/// failed on just half, the mean of the two in the middle would be infinite as if they had failed
/// on most; the finite one of them is at most what the median can be.
double typical(std::vector<double> factors) {
  const double middle = median(factors);
  if (std::isfinite(middle)) return middle;
  const auto lower = factors.begin() + static_cast<std::ptrdiff_t>((factors.size() - 1) / 2);
  std::nth_element(factors.begin(), lower, factors.end());
  return *lower;
}

constexpr const char* ours = "the fastest of ours";
constexpr const char* others = "the fastest of the others";

/// CPU time of set-up and solve by file, of the files that were solved.
using Times = std::map<std::string, double>;

/// Times of each solver that was tried, and of the fastest of ours and of the others, by file.
std::map<std::string, Times> times_of(const std::vector<SolverRun>& runs) {
  std::map<std::string, Times> out;
  for (const SolverRun& run : runs) {
    for (const std::string& who :
         {run.solver, std::string(of_others(run.solver) ? others : ours)}) {
      Times& times = out[who];
      if (!passed(run)) continue;
      const auto [time, fresh] = times.try_emplace(run.instance, whole(run));
      if (!fresh) time->second = std::min(time->second, whole(run));
    }
  }
  return out;
}

/// Number and share of the problems on which a solver is faster, and by which factor.
std::vector<std::string> beside(const Times& rivals, const Times& times, double problems) {
  std::vector<double> factors;
  for (const auto& [file, cpu] : times) {
    const auto rival = rivals.find(file);
    factors.push_back(rival == rivals.end() ? INFINITY : rival->second / cpu);
  }
  const auto ahead =
      std::count_if(factors.begin(), factors.end(), [](double f) { return f > 1.0; });
  return {std::to_string(ahead),
          fmt::format("{:.0f} %", 100.0 * static_cast<double>(ahead) / problems),
          factors.empty() ? "" : shown(typical(factors))};
}

/// Each of our solvers, and the fastest of them at each problem, beside the fastest of the others.
void add_rivals(const ByTolerance& by_tolerance, const std::string& name, Page& page) {
  Table table{name + "_rivals",
              "Our solvers beside the fastest method of other libraries, problem by problem: how "
              "many they solved; on how many they were ahead (a failure is behind everything); and "
              "how many times as fast, in the median of the problems that they solved (inf: the "
              "others failed on most of these).",
              {"tolerance", "solver", "problems", "solved", "ahead", "share", "times as fast"},
              {},
              {true, false, true, true, true, true, true}};
  for (const auto& [tolerance, runs] : by_tolerance) {
    std::set<std::string> files;
    for (const SolverRun& run : runs)
      files.insert(run.instance);
    const std::map<std::string, Times> solvers = times_of(runs);
    const auto rivals = solvers.find(others);
    if (rivals == solvers.end()) continue;
    const auto add = [&, t = tolerance](const std::string& solver, const Times& times) {
      std::vector<std::string> line{setting(t), solver, std::to_string(files.size()),
                                    std::to_string(times.size())};
      std::vector<std::string> rest{"", "", ""};
      if (solver != others) rest = beside(rivals->second, times, static_cast<double>(files.size()));
      line.insert(line.end(), rest.begin(), rest.end());
      table.rows.push_back(std::move(line));
    };
    for (const auto& [solver, times] : solvers) {
      if (solver != ours && solver != others && !of_others(solver)) add(solver, times);
    }
    if (const auto best = solvers.find(ours); best != solvers.end()) add(ours, best->second);
    add(others, rivals->second);
  }
  if (!table.rows.empty()) page.table(table);
}

/// The longest that a solve of the store had [s].
double limit_of(const std::vector<SolverRun>& runs) {
  double out = 0.0;
  for (const SolverRun& run : runs)
    out = std::max(out, run.row->timing ? run.row->timing->limit.value_or(0.0) : 0.0);
  return out;
}

void add_part(const std::vector<SolverRun>& runs, const std::string& name,
              const std::string& heading, Page& page) {
  page.section(heading);
  if (runs.empty()) {
    page.nothing("No problem of this kind was solved: impactbench solve.");
    return;
  }
  ByTolerance by_tolerance;
  std::size_t most = 0;
  for (const SolverRun& run : runs) {
    std::vector<SolverRun>& same = by_tolerance[run.tolerance];
    same.push_back(run);
    most = std::max(most, same.size());
  }
  for (const auto& [tolerance, same] : by_tolerance)
    add_files(tolerance, same, name, page);
  add_endings(runs, name, page);
  add_means(by_tolerance, limit_of(runs), name, page);
  add_rivals(by_tolerance, name, page);
  const SolverStyles styles = styles_of(runs);
  for (const auto& [tolerance, same] : by_tolerance) {
    constexpr double limits[] = {1.0, 0.1, 0.01};
    if (same.size() == most)
      add_profiles(same, limits, fmt::format("{}_{:.0e}", name, tolerance), styles, page);
  }
}

}  // namespace

void add_contact_file_sections(const Content& content, Page& page) {
  std::vector<SolverRun> without, with;
  for (SolverRun& run : file_runs(content.solves)) {
    const bool one = quantity(*run.row, "contact_rows") == 1.0;
    (one ? without : with).push_back(std::move(run));
  }
  add_part(without, "frictionless", "Contact problems from files, without friction", page);
  add_part(with, "friction", "Contact problems from files, with friction", page);
}

}  // namespace impactbench
