#include "benchmarks/matrix/save_problems.hpp"

#include "benchmarks/contact_problems/contact_file.hpp"
#include "benchmarks/matrix/machine.hpp"
#include "benchmarks/matrix/run_cell.hpp"
#include "benchmarks/matrix/slot.hpp"
#include "benchmarks/matrix/title.hpp"
#include "problems/base/error.hpp"
#include "reference/yardsticks/residual.hpp"
#include "reference/yardsticks/solve_audit.hpp"

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

/// Writes steps of one cell, each listed in a line: name, time, figures.
class ProblemWriter {
 public:
  ProblemWriter(const Cell& cell, const std::string& folder, int number, double h, int dimension)
      : cell_(cell), folder_(folder), number_(number), h_(h), dimension_(dimension) {}

  void write(std::int64_t step, const ContactProblem& problem, std::span<const double> impulses,
             double residual) {
    const std::string name = fmt::format("{:03}_{}_{}_{}_step{}.hdf5", number_, cell_.problem,
                                         cell_.scheme, problem.contacts(), step);
    write_contact_file(folder_ + "/" + name,
                       {.problem = problem,
                        .dimension = dimension_,
                        .title = name,
                        .description = fmt::format("impactbench: {}, step {}", title(cell_), step),
                        .factors = true},
                       impulses);
    lines_ += fmt::format("{} {:.10g} {} {:.4g}\n", name, static_cast<double>(step) * h_,
                          facts(problem), residual);
  }
  [[nodiscard]] const std::string& lines() const { return lines_; }

 private:
  const Cell& cell_;
  std::string folder_, lines_;
  int number_;
  double h_;
  int dimension_;
};

std::vector<std::int64_t> chosen(const StepChoice& steps, std::int64_t count) {
  std::vector<std::int64_t> out = chosen(count, steps.evenly);
  for (const std::int64_t step : steps.at) {
    if (step < 1 || step > count)
      throw ConfigurationError(fmt::format("there is no step {}: must be in [1, {}]", step, count));
    out.push_back(step);
  }
  std::sort(out.begin(), out.end());
  return out;
}

std::string run_and_write(const Cell& cell, const std::string& folder, int number,
                          const StepChoice& steps) {
  const Problem problem = find_problem(cell.problem).make(cell.problem_parameters);
  const StepCount count = step_count(problem.horizon, cell.dt, cell.dt_precision);
  const std::vector<std::int64_t> wanted = chosen(steps, count.steps);
  SolveAudit audit(solver_tolerance(cell));
  if (steps.worst) audit.keep_worst();
  Machine machine(cell, problem, count.h, steps.worst ? &audit : nullptr);
  State state = problem.initial;
  ProblemWriter writer(cell, folder, number, count.h, problem.traits.dimension == 3 ? 3 : 2);
  ResidualYardstick residual_of;
  std::int64_t worst_step = 0, seen = 0;
  for (std::int64_t k = 1; k <= count.steps; ++k) {
    const StepReport report = machine.scheme->step(state);
    if (audit.worst() && audit.worst()->solve != seen) {
      seen = audit.worst()->solve;
      worst_step = k;
    }
    if (report.status == StepStatus::breakdown) {
      if (steps.worst) break;  // what broke it is what is wanted
      throw ConfigurationError(fmt::format("step {}: {}", k, report.reason));
    }
    if (!std::binary_search(wanted.begin(), wanted.end(), k)) continue;
    const ContactProblem* posed = machine.scheme->contact_problem();
    if (posed == nullptr)
      throw ConfigurationError(fmt::format("scheme {} poses no contact problem", cell.scheme));
    if (posed->contacts() == 0) continue;
    const std::span<const double> impulses = machine.scheme->impulses();
    writer.write(k, *posed, impulses, residual_of(*posed, impulses) / posed->velocity_unit);
  }
  if (!steps.worst || std::binary_search(wanted.begin(), wanted.end(), worst_step))
    return writer.lines();
  if (!audit.worst())
    throw ConfigurationError(fmt::format("scheme {} poses no contact problem", cell.scheme));
  const AnsweredProblem& worst = *audit.worst();
  if (worst.problem.contacts() > 0)
    writer.write(worst_step, worst.problem, worst.impulses, worst.residual);
  return writer.lines();
}

}  // namespace

std::vector<SavedProblem> save_problems(const Cell& cell, const std::string& folder, int number,
                                        const StepChoice& steps, const Budget& budget) {
  const Ending ending =
      run_in_child([&] { return run_and_write(cell, folder, number, steps); }, budget);
  if (ending.status != RowStatus::passed)
    throw ConfigurationError(
        fmt::format("{}: {}: {}", title(cell), to_text(ending.status), ending.text));
  std::vector<SavedProblem> out;
  std::istringstream lines(ending.text);
  SavedProblem one{};
  one.cell = title(cell);
  std::string residual;  // which may be no number, and a stream reads none of those
  while (lines >> one.file >> one.t >> one.contacts >> one.rows >> one.bodies >>
         one.contacts_per_body >> one.redundant >> one.mass_ratio >> residual) {
    one.residual = number_of_text(residual).value_or(std::nan(""));
    out.push_back(one);
  }
  return out;
}

}  // namespace impactbench
