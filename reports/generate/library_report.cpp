#include "reports/generate/library_report.hpp"

#include "reports/generate/naming.hpp"
#include "reports/generate/solver_means.hpp"
#include "reports/generate/solver_profiles.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace impactbench {
namespace {

std::vector<SolverRun> runs_of(const std::vector<FileSolve>& solves) {
  std::vector<SolverRun> out;
  for (const FileSolve& s : solves) {
    if (s.status == RowStatus::not_applicable) continue;
    out.push_back({.row = nullptr,
                   .instance = s.file,
                   .solver = s.solver,
                   .tolerance = s.tolerance,
                   .iterations = static_cast<double>(s.iterations),
                   .residual = s.residual,
                   .cpu = s.cpu});
  }
  return out;
}

void add_files(const std::vector<FileSolve>& solves, const std::string& name, Page& page) {
  Table table{
      name + "_files",
      "The problems, how many runs of solvers met their tolerance, and the one that met the "
      "strictest first.",
      {"file", "contacts", "bodies", "runs", "met", "fastest at the strictest"},
      {},
      {false, true, true, true, true, false}};
  std::map<std::string, std::vector<const FileSolve*>> files;
  for (const FileSolve& s : solves) {
    if (s.status != RowStatus::not_applicable) files[s.file].push_back(&s);
  }
  for (const auto& [file, runs] : files) {
    std::size_t met = 0;
    const FileSolve* best = nullptr;
    for (const FileSolve* s : runs) {
      if (s->status != RowStatus::passed || !s->cpu) continue;
      ++met;
      const bool better = best == nullptr || s->tolerance < best->tolerance ||
                          (s->tolerance == best->tolerance && *s->cpu < *best->cpu);
      if (better) best = s;
    }
    table.rows.push_back(
        {file, std::to_string(runs.front()->contacts), std::to_string(runs.front()->bodies),
         std::to_string(runs.size()), std::to_string(met),
         best == nullptr
             ? "none"
             : fmt::format("{:g}: {}, {} s", best->tolerance, best->solver, shown(*best->cpu))});
  }
  page.folded_table(table, fmt::format("{} problems", files.size()));
}

/// How the runs of each solver ended, and how often one that called itself converged was wrong.
void add_endings(const std::vector<FileSolve>& solves, const std::string& name, Page& page) {
  static constexpr RowStatus kinds[] = {RowStatus::passed, RowStatus::missed, RowStatus::timed_out,
                                        RowStatus::crashed, RowStatus::out_of_memory};
  Table table{name + "_endings",
              "How the runs ended: tolerance met by the recomputed residual, missed, out of time, "
              "died, out of memory; and runs that called themselves converged and were not.",
              {"solver", "runs", "met", "missed", "out of time", "died", "out of memory",
               "claimed wrongly"},
              {},
              {false, true, true, true, true, true, true, true}};
  std::map<std::string, std::vector<const FileSolve*>> solvers;
  for (const FileSolve& s : solves) {
    if (s.status != RowStatus::not_applicable) solvers[s.solver].push_back(&s);
  }
  for (const auto& [solver, runs] : solvers) {
    std::vector<std::string> line{solver, std::to_string(runs.size())};
    for (const RowStatus kind : kinds)
      line.push_back(std::to_string(std::count_if(
          runs.begin(), runs.end(), [&](const FileSolve* s) { return s->status == kind; })));
    line.push_back(std::to_string(std::count_if(runs.begin(), runs.end(), [](const FileSolve* s) {
      return s->claimed && s->status == RowStatus::missed;
    })));
    table.rows.push_back(std::move(line));
  }
  page.table(table);
}

/// A method of another library is labelled "library:method".
bool of_others(const std::string& solver) {
  return solver.find(':') != std::string::npos;
}

/// The lower of two in the middle: a failure of the others is an infinite factor, which has no
/// mean.
double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[(values.size() - 1) / 2];
}

constexpr const char* ours = "the fastest of ours";
constexpr const char* others = "the fastest of the others";

/// CPU time of set-up and solve by file, of the files that were solved.
using Times = std::map<std::string, double>;

/// Of each solver that was tried, and of the fastest of ours and of the others, file by file.
std::map<std::string, Times> times_of(const std::vector<const FileSolve*>& solves) {
  std::map<std::string, Times> out;
  for (const FileSolve* s : solves) {
    if (s->status == RowStatus::not_applicable) continue;
    for (const std::string& who : {s->solver, std::string(of_others(s->solver) ? others : ours)}) {
      Times& times = out[who];
      if (s->status != RowStatus::passed || !s->cpu) continue;
      const double cpu = *s->cpu + s->setup.value_or(0.0);
      const auto [time, fresh] = times.try_emplace(s->file, cpu);
      if (!fresh) time->second = std::min(time->second, cpu);
    }
  }
  return out;
}

/// On how many problems a solver is ahead, the share of that, and how many times as fast it is.
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
          factors.empty() ? "" : shown(median(factors))};
}

/// Each of our solvers, and the fastest of them at each problem, beside the fastest of the others.
void add_rivals(const std::vector<FileSolve>& solves, const std::string& name, Page& page) {
  std::map<double, std::vector<const FileSolve*>> by_tolerance;
  for (const FileSolve& s : solves)
    by_tolerance[s.tolerance].push_back(&s);
  Table table{name + "_rivals",
              "Our solvers beside the fastest method of other libraries, problem by problem: how "
              "many they solved; on how many they were ahead (a failure is behind everything); and "
              "how many times as fast, in the median of the problems that they solved (inf: the "
              "others failed on most of these).",
              {"tolerance", "solver", "problems", "solved", "ahead", "share", "times as fast"},
              {},
              {true, false, true, true, true, true, true}};
  for (const auto& [tolerance, same] : by_tolerance) {
    std::set<std::string> files;
    for (const FileSolve* s : same)
      files.insert(s->file);
    const std::map<std::string, Times> solvers = times_of(same);
    const auto rivals = solvers.find(others);
    if (rivals == solvers.end()) continue;
    const auto add = [&](const std::string& solver, const Times& times) {
      std::vector<std::string> line{setting(tolerance), solver, std::to_string(files.size()),
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

template <class X>
Plot residual_plot(const std::string& name, const char* x_label,
                   const std::vector<const FileSolve*>& runs, const SolverStyles& styles, X&& x) {
  Plot plot;
  plot.name = name;
  plot.x_label = x_label;
  plot.y_label = "natural residual";
  plot.log_x = plot.log_y = true;
  for (const auto& [solver, style] : styles) {
    Curve curve{solver, {}, {}, style, Stroke::line_and_marks};
    for (const FileSolve* s : runs) {
      if (s->solver != solver || !s->residual || !x(*s) || !(*x(*s) > 0.0)) continue;
      curve.x.push_back(*x(*s));
      curve.y.push_back(*s->residual);
    }
    if (!curve.x.empty()) plot.curves.push_back(std::move(curve));
  }
  return plot;
}

/// Of up to three files that were solved to at least three tolerances: the smallest, the median and
/// the largest number of contacts.
void add_curves(const std::vector<FileSolve>& solves, const std::string& name,
                const SolverStyles& styles, Page& page) {
  std::map<std::string, std::set<double>> tolerances;
  std::map<std::string, std::vector<const FileSolve*>> runs;
  for (const FileSolve& s : solves) {
    tolerances[s.file].insert(s.tolerance);
    runs[s.file].push_back(&s);
  }
  std::vector<std::string> files;
  for (const auto& [file, values] : tolerances) {
    if (values.size() >= 3) files.push_back(file);
  }
  std::sort(files.begin(), files.end(), [&](const std::string& a, const std::string& b) {
    return runs[a].front()->contacts < runs[b].front()->contacts;
  });
  if (files.empty()) return;
  const std::set<std::size_t> chosen{0, files.size() / 2, files.size() - 1};
  for (const std::size_t k : chosen) {
    auto& of_file = runs[files[k]];
    std::stable_sort(of_file.begin(), of_file.end(), [](const FileSolve* a, const FileSolve* b) {
      return a->tolerance > b->tolerance;
    });
    const std::string what = fmt::format("{} ({} contacts)", files[k], of_file.front()->contacts);
    page.figure(
        residual_plot(
            fmt::format("{}_iterations_{}", name, k), "iterations", of_file, styles,
            [](const FileSolve& s) { return std::optional(static_cast<double>(s.iterations)); }),
        what + ": recomputed residual against iterations, one point a tolerance.");
    page.figure(residual_plot(fmt::format("{}_cpu_{}", name, k), "CPU time [s]", of_file, styles,
                              [](const FileSolve& s) { return s.cpu; }),
                what + ": recomputed residual against CPU time.");
  }
}

/// One part of the page for the problems without friction, one for those with.
void add_part(const std::vector<FileSolve>& solves, const std::string& name,
              const std::string& heading, Page& page) {
  page.section(heading);
  if (solves.empty()) {
    page.nothing("No problem of this kind was solved.");
    return;
  }
  const std::vector<SolverRun> runs = runs_of(solves);
  const SolverStyles styles = styles_of(runs);
  add_files(solves, name, page);
  add_endings(solves, name, page);
  page.table(solver_means(solves, name));
  add_rivals(solves, name, page);
  add_curves(solves, name, styles, page);
  std::map<double, std::vector<SolverRun>> by_tolerance;
  for (const SolverRun& run : runs)
    by_tolerance[run.tolerance].push_back(run);
  std::size_t most = 0;
  for (const auto& [tolerance, same] : by_tolerance)
    most = std::max(most, same.size());
  for (const auto& [tolerance, same] : by_tolerance) {
    constexpr double limits[] = {1.0, 0.1, 0.01};
    if (same.size() == most)
      add_profiles(same, limits, fmt::format("{}_{:.0e}", name, tolerance), styles, page);
  }
}

}  // namespace

void write_library_report(const std::vector<FileSolve>& solves, const std::string& folder,
                          Formats formats) {
  Page page(folder, formats);
  std::vector<FileSolve> without, with;
  for (const FileSolve& s : solves)
    (s.rows == 1 ? without : with).push_back(s);
  add_part(without, "frictionless", "Contact problems without friction", page);
  add_part(with, "friction", "Contact problems with friction", page);
  page.write("impactbench: contact solvers on a library of contact problems");
}

}  // namespace impactbench
