#include "benchmarks/matrix/machine.hpp"
#include "benchmarks/matrix/run_cell.hpp"
#include "benchmarks/matrix/title.hpp"
#include "benchmarks/program/commands.hpp"
#include "benchmarks/program/settings.hpp"
#include "problems/base/error.hpp"
#include "reference/yardsticks/meter.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <ostream>

namespace impactbench {
namespace {

struct DissipationArguments {
  std::string problem, scheme, solver, csv{"-"};
  std::vector<std::string> settings;
};

/// "3" counted from 1, or "wall".
std::string body(int index) {
  return index == ContactProblem::fixed ? "wall" : std::to_string(index + 1);
}

void write(const std::map<std::pair<int, int>, ContactWork>& contacts, std::ostream& out) {
  out << "body_a,body_b,steps,normal_work,friction_work\n";
  for (const auto& [bodies, work] : contacts) {
    out << fmt::format("{},{},{},{:.17g},{:.17g}\n", body(bodies.first), body(bodies.second),
                       work.steps, work.normal, work.tangential);
  }
}

int dissipation(const DissipationArguments& o) {
  CellRequest request{o.problem, o.scheme, std::nullopt, settings_of(o.settings)};
  if (!o.solver.empty()) request.solver = o.solver;
  const PlannedCell planned = plan_cell(request, "default");
  expect_output(o.csv);
  if (planned.refusal) throw ConfigurationError(*planned.refusal);
  const Cell& cell = planned.cell;
  const Problem problem = find_problem(cell.problem).make(cell.problem_parameters);
  const StepCount count = step_count(problem.horizon, cell.dt, cell.dt_precision);
  Machine machine(cell, problem, count.h);
  ContactImpulses recorded;
  machine.scheme->record_impulses(&recorded);
  Meter meter(problem, find_scheme(cell.scheme).make(cell.scheme_parameters)->claims().contact,
              std::nullopt, count.h, count.steps);
  meter.budget().keep_contacts();
  State before = problem.initial, state = problem.initial;
  for (std::int64_t k = 0; k < count.steps; ++k) {
    before = state;
    const StepReport report = machine.scheme->step(state);
    if (report.status == StepStatus::breakdown)
      throw ConfigurationError(fmt::format("{}: step {}: {}", title(cell), k + 1, report.reason));
    meter.after_step(before, state, nullptr, {}, &recorded);
  }
  if (!recorded.known) {
    throw ConfigurationError(
        fmt::format("{} does not record the impulses of its contacts", cell.scheme));
  }
  write_to(o.csv, [&](std::ostream& out) { write(meter.budget().contacts(), out); });
  const auto q = meter.finish().quantities;
  for (const char* term : {"kinetic", "potential", "elastic", "friction", "impact", "external",
                           "numerical", "closure"}) {
    const auto it = q.find(std::string("budget_") + term);
    if (it != q.end()) fmt::print(stderr, "{:<10} {: .6e} J\n", term, it->second);
  }
  return 0;
}

}  // namespace

void add_dissipation(CLI::App& app, Action& action) {
  auto o = std::make_shared<DissipationArguments>();
  CLI::App* command = app.add_subcommand(
      "dissipation", "Run one cell: work of each of its contacts, and its budget of energy");
  command->add_option("--problem", o->problem, "problem")->required();
  command->add_option("--scheme", o->scheme, "scheme; one that records its impulses")->required();
  command->add_option("--solver", o->solver, "the usual one if left out");
  command->add_option("--set", o->settings, "key=value, as for run")->take_all();
  command
      ->add_option("--csv", o->csv, "work done on the bodies [J], one line per pair; '-': stdout")
      ->capture_default_str();
  command->footer(
      "Example:\n"
      "  impactbench dissipation --problem rolling_ball --scheme nscd --set dt=1e-3\n"
      "Work below zero is a loss. Of compliant contact the normal work includes what the spring "
      "still holds. The budget goes to stderr.");
  command->callback([o, &action] { action = [o] { return dissipation(*o); }; });
}

}  // namespace impactbench
