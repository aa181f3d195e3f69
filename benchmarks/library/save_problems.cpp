#include "benchmarks/library/save_problems.hpp"

#include "benchmarks/library/contact_file.hpp"
#include "benchmarks/matrix/machine.hpp"
#include "benchmarks/matrix/run_cell.hpp"
#include "benchmarks/matrix/title.hpp"
#include "problems/model/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

namespace impactbench {
namespace {

/// Figures of the problem, as text between child and parent.
std::string facts(const ContactProblem& problem) {
  const auto k = static_cast<std::size_t>(problem.dofs);
  std::vector<char> touched(problem.inverse_mass.size() / k, 0);
  double ends = 0.0;
  for (std::size_t c = 0; c < problem.contacts(); ++c) {
    for (const int body : {problem.body_a[c], problem.body_b[c]}) {
      if (body == ContactProblem::fixed) continue;
      touched[static_cast<std::size_t>(body)] = 1;
      ends += 1.0;
    }
  }
  double bodies = 0.0, lightest = 0.0, heaviest = 0.0;
  for (std::size_t i = 0; i < touched.size(); ++i) {
    if (touched[i] == 0) continue;
    bodies += 1.0;
    const double inverse = problem.inverse_mass[i * k];
    lightest = std::max(lightest, inverse);
    heaviest = bodies == 1.0 ? inverse : std::min(heaviest, inverse);
  }
  const double redundant =
      std::max(0.0, static_cast<double>(problem.size()) - bodies * static_cast<double>(k));
  return fmt::format("{} {} {} {:.4g} {} {:.4g}", problem.contacts(), problem.rows, bodies,
                     bodies > 0.0 ? ends / bodies / 2.0 : 0.0, redundant,
                     heaviest > 0.0 ? lightest / heaviest : 1.0);
}

/// Steps, counted from 1, evenly over the run, the last among them.
std::vector<std::int64_t> chosen(std::int64_t count, int steps) {
  std::vector<std::int64_t> out;
  for (int k = 1; k <= steps; ++k) {
    const auto step = static_cast<std::int64_t>(
        static_cast<double>(count) * static_cast<double>(k) / static_cast<double>(steps));
    if (step >= 1 && (out.empty() || step > out.back())) out.push_back(step);
  }
  return out;
}

/// Writes a problem of the cell's run; a line: the name of the file, the time, the figures.
std::string write(const Cell& cell, const ContactProblem& posed, const std::string& folder,
                  const std::string& name, const std::string& what, double t) {
  const auto dimension = cell.problem_parameters.find("dimension");
  const bool space =
      dimension != cell.problem_parameters.end() && to_text(dimension->second) == "3";
  write_contact_file(folder + "/" + name,
                     {.problem = posed,
                      .dimension = space ? 3 : 2,
                      .title = name,
                      .description = fmt::format("impactbench: {}, {}", title(cell), what),
                      .factors = true});
  return fmt::format("{} {:.10g} {}\n", name, t, facts(posed));
}

/// Runs the cell and writes the problem whose solve left the worst residual.
std::string run_and_write_worst(const Cell& cell, const std::string& folder, int number) {
  const Problem problem = find_problem(cell.problem).make(cell.problem_parameters);
  const StepCount count = step_count(problem.horizon, cell.dt, cell.dt_precision);
  SolveAudit audit(solver_tolerance(cell));
  audit.keep_worst();
  Machine machine(cell, problem, count.h, &audit);
  State state = problem.initial;
  std::int64_t worst_step = 0, seen = 0;
  for (std::int64_t k = 1; k <= count.steps; ++k) {
    const StepReport report = machine.scheme->step(state);
    if (audit.worst() && audit.worst()->solve != seen) {
      seen = audit.worst()->solve;
      worst_step = k;
    }
    if (report.status == StepStatus::breakdown) break;  // what broke it is what is wanted
  }
  if (!audit.worst())
    throw ConfigurationError(fmt::format("scheme {} poses no contact problem", cell.scheme));
  const ContactProblem& posed = audit.worst()->problem;
  if (posed.contacts() == 0) return {};
  const std::string name = fmt::format("{:03}_{}_{}_{}_worst_step{}.hdf5", number, cell.problem,
                                       cell.scheme, posed.contacts(), worst_step);
  return write(cell, posed, folder, name,
               fmt::format("step {}, residual {:.3g} left", worst_step, audit.worst()->residual),
               static_cast<double>(worst_step) * count.h);
}

/// Runs the cell and writes the problems of chosen steps.
std::string run_and_write(const Cell& cell, const std::string& folder, int number, int steps) {
  const Problem problem = find_problem(cell.problem).make(cell.problem_parameters);
  const StepCount count = step_count(problem.horizon, cell.dt, cell.dt_precision);
  Machine machine(cell, problem, count.h);
  State state = problem.initial;
  const std::vector<std::int64_t> wanted = chosen(count.steps, steps);
  std::string lines;
  for (std::int64_t k = 1; k <= count.steps; ++k) {
    const StepReport report = machine.scheme->step(state);
    if (report.status == StepStatus::breakdown)
      throw ConfigurationError(fmt::format("step {}: {}", k, report.reason));
    if (!std::binary_search(wanted.begin(), wanted.end(), k)) continue;
    const ContactProblem* posed = machine.scheme->contact_problem();
    if (posed == nullptr)
      throw ConfigurationError(fmt::format("scheme {} poses no contact problem", cell.scheme));
    if (posed->contacts() == 0) continue;
    const std::string name = fmt::format("{:03}_{}_{}_{}_step{}.hdf5", number, cell.problem,
                                         cell.scheme, posed->contacts(), k);
    lines += write(cell, *posed, folder, name, fmt::format("step {}", k),
                   static_cast<double>(k) * count.h);
  }
  return lines;
}

}  // namespace

std::vector<SavedProblem> save_problems(const Cell& cell, const std::string& folder, int number,
                                        int steps, const Budget& budget) {
  const Ending ending = run_in_child(
      [&] {
        return steps == 0 ? run_and_write_worst(cell, folder, number)
                          : run_and_write(cell, folder, number, steps);
      },
      budget);
  if (ending.status != RowStatus::passed)
    throw ConfigurationError(
        fmt::format("{}: {}: {}", title(cell), to_text(ending.status), ending.text));
  std::vector<SavedProblem> out;
  std::istringstream lines(ending.text);
  SavedProblem one{};
  one.cell = title(cell);
  while (lines >> one.file >> one.t >> one.contacts >> one.rows >> one.bodies >>
         one.contacts_per_body >> one.redundant >> one.mass_ratio)
    out.push_back(one);
  return out;
}

}  // namespace impactbench
