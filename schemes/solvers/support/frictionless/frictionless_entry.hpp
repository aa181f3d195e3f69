#pragma once

#include "schemes/solvers/api/contact_entry.hpp"

namespace impactbench {

/// The catalogue entry of a frictionless contact solver; otherwise like contact_entry().
template <class Solver>
[[nodiscard]] SolverEntry frictionless_entry(std::string_view summary, std::string_view reference) {
  SolverEntry entry = contact_entry<Solver>(summary, reference);
  entry.refuses = [](const SolverTask& task) -> std::optional<std::string> {
    if (task.friction) return std::string(Solver::name) + " takes contacts without friction only";
    return std::nullopt;
  };
  return entry;
}

}  // namespace impactbench
