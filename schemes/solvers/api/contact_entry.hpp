#pragma once

#include "schemes/solvers/api/solver_entry.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace impactbench {

/// The catalogue entry of a contact solver that takes every task, rolling contacts if it has a
/// member `takes_rolling`. Solver has a type Parameters, a constructor from it, and a text `name`.
template <class Solver>
[[nodiscard]] SolverEntry contact_entry(std::string_view summary, std::string_view reference) {
  using Params = typename Solver::Parameters;
  return {.name = Solver::name,
          .summary = summary,
          .reference = reference,
          .parameters = parameters_of<Params>(),
          .make = MakeContact{[](const ParameterSet& given) -> std::unique_ptr<ContactSolver> {
            return std::make_unique<Solver>(
                parse<Params>(given, "solver " + std::string(Solver::name)));
          }},
          .refuses = [](const SolverTask& task) -> std::optional<std::string> {
            if (task.rolling && !requires { Solver::takes_rolling; })
              return std::string(Solver::name) + " takes no rolling friction";
            return std::nullopt;
          }};
}

}  // namespace impactbench
