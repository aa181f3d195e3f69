#pragma once

#include "benchmarks/matrix/auditing_solver.hpp"
#include "benchmarks/matrix/plan.hpp"

#include <memory>
#include <variant>

namespace impactbench {

/// The scheme and the solver of a cell, made for one run.
struct Machine {
  std::unique_ptr<LinearSolver> linear;
  std::unique_ptr<ContactSolver> contact;
  std::unique_ptr<Scheme> scheme;

  /// `audit` receives every solve; it may be null.
  Machine(const Cell& cell, const Problem& problem, double h, SolveAudit* audit = nullptr)
      : Machine(cell, *problem.system, problem.initial, h, audit) {}
  Machine(const Cell& cell, const MechanicalSystem& system, const State& start, double h,
          SolveAudit* audit) {
    if (cell.solver != "none") {
      const SolverEntry& entry = find_solver(cell.solver);
      if (entry.kind() == SolverKind::linear) {
        linear = std::get<MakeLinear>(entry.make)(cell.solver_parameters);
      } else {
        contact = std::get<MakeContact>(entry.make)(cell.solver_parameters);
      }
    }
    if (audit != nullptr && linear != nullptr)
      linear = std::make_unique<AuditingLinearSolver>(std::move(linear), *audit);
    if (audit != nullptr && contact != nullptr)
      contact = std::make_unique<AuditingContactSolver>(std::move(contact), *audit);
    scheme = find_scheme(cell.scheme)
                 .make(cell.scheme_parameters)
                 ->instance(system, start, h, {linear.get(), contact.get()});
  }
};

/// The tolerance in the settings of a cell's solver.
[[nodiscard]] inline std::optional<double> solver_tolerance(const Cell& cell) {
  const auto it = cell.solver_parameters.find("tolerance");
  if (it == cell.solver_parameters.end()) return std::nullopt;
  const auto* value = std::get_if<double>(&it->second);
  return value == nullptr ? std::nullopt : std::optional(*value);
}

}  // namespace impactbench
