#include "reports/generate/links.hpp"
#include "reports/generate/sections.hpp"
#include "reports/generate/solver_profiles.hpp"
#include "reports/plots/slope_marks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace impactbench {
namespace {

constexpr const char* scheme = "maury";

std::vector<PageLink> runs_of_solvers(const std::set<std::string>& solvers) {
  std::vector<PageLink> out;
  for (const std::string& solver : solvers)
    out.push_back({cells_of_method(solver, scheme), solver});
  return out;
}

template <class Y>
Plot tolerance_plot(const char* name, const char* y_label, const std::vector<SolverRun>& runs,
                    const std::map<std::string, int>& styles, Y&& y) {
  Plot plot;
  plot.name = name;
  plot.x_label = "1 / tolerance";
  plot.y_label = y_label;
  plot.log_x = plot.log_y = true;
  for (const auto& [solver, style] : styles) {
    Curve curve{solver, {}, {}, style, Stroke::line_and_marks};
    for (const SolverRun& run : runs) {
      if (run.solver != solver || !run.solved() || !y(run)) continue;
      curve.x.push_back(1.0 / run.tolerance);
      curve.y.push_back(*y(run));
    }
    plot.curves.push_back(std::move(curve));
  }
  return plot;
}

/// "1050 (0.038)", or the reason why the run failed.
std::string cell_text(const SolverRun& run) {
  if (!run.residual) return std::string(to_text(run.row->status));
  if (!run.solved()) return fmt::format("residual {:.1e}", *run.residual);
  return fmt::format("{:.0f} ({})", run.iterations, run.cpu ? shown(*run.cpu) : "–");
}

void add_tolerances(const std::vector<SolverRun>& runs, const std::map<std::string, int>& styles,
                    Page& page) {
  const std::vector<SolverRun> study = tolerance_study(runs);
  if (study.empty()) return;
  const Cell& cell = study.front().row->cell;
  const auto file = cell.problem_parameters.find("file");
  const std::string instance =
      cell.problem + (file == cell.problem_parameters.end() ? "" : " " + to_text(file->second));
  std::set<std::string> solvers;
  for (const SolverRun& run : study)
    solvers.insert(run.solver);
  const std::vector<PageLink> pages = runs_of_solvers(solvers);
  page.figure(tolerance_plot("solver_iterations", "iterations", study, styles,
                             [](const SolverRun& run) { return std::optional(run.iterations); }),
              instance + ": iterations against tolerance.", pages);
  page.figure(tolerance_plot("solver_cpu", "CPU time [s]", study, styles,
                             [](const SolverRun& run) { return run.cpu; }),
              instance + ": CPU time against tolerance.", pages);
  std::set<double, std::greater<>> tolerances;
  for (const SolverRun& run : study)
    tolerances.insert(run.tolerance);
  Table table{"solver_tolerances",
              instance +
                  ": iterations (CPU time of the whole step [s]) to a natural residual in units of "
                  "radius over step; unsolved: the residual reached, or what ended the run.",
              {"solver"},
              {},
              {false}};
  for (const double tolerance : tolerances)
    table.header.push_back(fmt::format("{:g}", tolerance));
  table.numeric.resize(table.header.size(), true);
  for (const auto& [solver, style] : styles) {
    std::vector<std::string> line{solver}, links{cells_of_method(solver, scheme)};
    for (const double tolerance : tolerances) {
      const auto run =
          std::find_if(study.begin(), study.end(), [&, &name = solver](const SolverRun& r) {
            return r.solver == name && r.tolerance == tolerance;
          });
      line.push_back(run == study.end() ? "–" : cell_text(*run));
      links.push_back(run == study.end() ? "" : cell_page_file(run->row->key));
    }
    const bool any = std::any_of(line.begin() + 1, line.end(),
                                 [](const std::string& text) { return text != "–"; });
    if (any) table.add(std::move(line), std::move(links));
  }
  page.table(table);
}

void add_sizes(const std::vector<SolverRun>& runs, const std::map<std::string, int>& styles,
               Page& page) {
  const std::vector<SizeFamily> families = size_families(runs);
  if (families.empty()) return;
  Table table{"solver_sizes",
              "Iterations over all steps of a run against the number of bodies N, and the exponent "
              "of N by least squares in logarithms with its 95 % interval. Solved runs only.",
              {"solver", "dimension", "tolerance", "N", "iterations", "exponent"},
              {},
              {false, true, true, true, true, true}};
  std::map<int, Plot> plots;
  std::map<int, std::set<std::string>> solvers;
  for (const SizeFamily& family : families) {
    Plot& plot = plots[family.dimension];
    plot.name = fmt::format("solver_sizes_{}", family.dimension);
    plot.x_label = "number of bodies";
    plot.y_label = "iterations";
    plot.log_x = plot.log_y = true;
    plot.x_high = std::max(plot.x_high.value_or(0.0), 4.0 * family.n.back());  // for the text
    plot.curves.push_back({family.solver, family.n, family.iterations, styles.at(family.solver),
                           Stroke::line_and_marks});
    solvers[family.dimension].insert(family.solver);
    table.add(
        {family.solver, std::to_string(family.dimension), fmt::format("{:g}", family.tolerance),
         fmt::format("{:g} to {:g}", family.n.front(), family.n.back()),
         fmt::format("{:.0f} to {:.0f}", family.iterations.front(), family.iterations.back()),
         family.exponent ? fmt::format("{:.2f} ± {:.2f}", *family.exponent, *family.half_width)
                         : "–"},
        cells_of_method(family.solver, scheme));
  }
  for (auto& [dimension, plot] : plots) {
    add_slope_marks(plot, {{1.0, "slope 1"}}, Side::right);
    page.figure(plot,
                fmt::format("Iterations against the number of bodies, dimension {}.", dimension),
                runs_of_solvers(solvers[dimension]));
  }
  page.table(table);
}

/// Iterations of domain decompositions against the number of subdomains: a line per instance,
/// overlap and coarse space.
void add_subdomains(const std::vector<SolverRun>& runs, Page& page) {
  struct Line {
    std::vector<std::string> text;
    std::map<double, const SolverRun*> runs;
  };
  std::map<std::string, Line> lines;
  std::set<double> counts;
  for (const SolverRun& run : runs) {
    const Cell& cell = run.row->cell;
    const auto parts = number(cell.solver_parameters, "subdomains");
    if (!parts || !run.solved()) continue;
    Cell others = cell;
    others.solver_parameters.erase("subdomains");
    Line& line = lines[canonical_text(others, run.row->revision, run.row->build)];
    const auto text = [](const ParameterSet& of, const char* key) {
      const auto found = of.find(key);
      return found == of.end() ? std::string("–") : to_text(found->second);
    };
    line.text = {text(cell.problem_parameters, "dimension"), text(cell.problem_parameters, "n"),
                 text(cell.solver_parameters, "overlap"), text(cell.solver_parameters, "coarse")};
    line.runs[*parts] = &run;
    counts.insert(*parts);
  }
  if (counts.size() < 2) return;
  Table table{
      "solver_subdomains",
      "Iterations of conjugate gradients preconditioned by additive Schwarz, over all steps of a "
      "run, against the number of subdomains. Solved runs only.",
      {"dimension", "N", "overlap", "coarse space"},
      {},
      {true, true, true, false}};
  for (const double parts : counts)
    table.header.push_back(fmt::format("{:g}", parts));
  table.numeric.resize(table.header.size(), true);
  std::multimap<std::vector<std::string>, std::vector<std::string>> sorted;
  for (const auto& [key, line] : lines) {
    std::vector<std::string> cells = line.text, links(line.text.size());
    for (const double parts : counts) {
      const auto found = line.runs.find(parts);
      const bool there = found != line.runs.end();
      cells.push_back(there ? fmt::format("{:.0f}", found->second->iterations) : "–");
      links.push_back(there ? cell_page_file(found->second->row->key) : "");
    }
    sorted.emplace(std::move(cells), std::move(links));
  }
  for (const auto& [cells, links] : sorted)
    table.add(cells, links);
  page.table(table);
}

}  // namespace

void add_contact_solver_section(const Content& content, Page& page) {
  page.section("Contact solvers without friction");
  std::vector<SolverRun> runs = solver_runs(content.rows);
  const auto styles = styles_of(runs);
  if (styles.size() < 3) {
    page.nothing(
        "Fewer than three solvers were run in the scheme maury; benchmarks/plans/"
        "maury_solvers.toml runs all.");
    return;
  }
  page.paragraph(
      "Contact solvers in steps of the scheme maury, judged by the natural residual that the "
      "yardstick recomputes from their impulses, in units of the smallest radius over the step.");
  add_tolerances(runs, styles, page);
  add_sizes(runs, styles, page);
  add_subdomains(runs, page);
  constexpr double limits[] = {1.0, 0.1, 0.01};
  add_profiles(runs, limits, "solver", styles, page);
}

}  // namespace impactbench
