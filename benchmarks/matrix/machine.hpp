#pragma once

#include "benchmarks/matrix/plan.hpp"

#include <memory>
#include <variant>

namespace impactbench {

/// The scheme of a cell with its solver, made and prepared for one run.
struct Machine {
  std::unique_ptr<LinearSolver> linear;
  std::unique_ptr<ContactSolver> contact;
  std::unique_ptr<Scheme> scheme;

  Machine(const Cell& cell, const Problem& problem, double h) {
    if (cell.solver != "none") {
      const SolverEntry& entry = find_solver(cell.solver);
      if (entry.kind() == SolverKind::linear) {
        linear = std::get<MakeLinear>(entry.make)(cell.solver_parameters);
      } else {
        contact = std::get<MakeContact>(entry.make)(cell.solver_parameters);
      }
    }
    scheme = find_scheme(cell.scheme).make(cell.scheme_parameters);
    scheme->prepare(*problem.system, problem.initial, h, {linear.get(), contact.get()});
  }
};

}  // namespace impactbench
