#include "tests/support/run.hpp"

#include <stdexcept>
#include <string>

namespace impactbench::testing {
namespace {

template <class Entry>
const Entry& find(std::span<const Entry> table, std::string_view name) {
  for (const Entry& entry : table) {
    if (entry.name == name) return entry;
  }
  throw std::logic_error("no such catalogue entry: " + std::string(name));
}

}  // namespace

const ProblemEntry& problem_entry(std::string_view name) {
  return find(problem_catalogue(), name);
}
const SchemeEntry& scheme_entry(std::string_view name) {
  return find(scheme_catalogue(), name);
}
const SolverEntry& solver_entry(std::string_view name) {
  return find(solver_catalogue(), name);
}

Session::Session(const SchemeEntry& scheme, const ParameterSet& parameters, const Problem& problem,
                 double h, std::string_view solver, const ParameterSet& solver_parameters)
    : state(problem.initial) {
  const auto method = scheme.make(parameters);
  const SolverTask task = method->task(problem.traits);
  if (task.kind == SolverKind::linear) {
    const auto& entry = solver_entry(solver.empty() ? "lapack_gesv" : solver);
    linear_ = std::get<MakeLinear>(entry.make)(solver_parameters);
  } else if (task.kind == SolverKind::contact) {
    const auto& entry = solver_entry(solver.empty() ? "nlgs" : solver);
    contact_ = std::get<MakeContact>(entry.make)(solver_parameters);
  }
  scheme_ = method->instance(*problem.system, problem.initial, h, {linear_.get(), contact_.get()});
}

void Session::run(std::int64_t steps, const std::function<void(const State&)>& watch) {
  for (std::int64_t k = 0; k < steps; ++k) {
    const StepReport report = step();
    if (report.status == StepStatus::breakdown) {
      throw std::runtime_error("step " + std::to_string(state.step) + ": " +
                               std::string(report.reason));
    }
    if (report.status == StepStatus::not_converged) ++unconverged_;
    iterations_ += report.nonlinear_iterations;
    if (watch) watch(state);
  }
}

}  // namespace impactbench::testing
