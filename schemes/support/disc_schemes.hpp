#pragma once

#include "problems/model/disc_system.hpp"
#include "problems/model/problem.hpp"
#include "schemes/solvers/api/solver_entry.hpp"

#include <optional>
#include <string>

namespace impactbench {

/// The discs behind a system; the scheme's entry has refused every other kind of body beforehand.
[[nodiscard]] const DiscSystem& disc_system(const MechanicalSystem& system);

/// Refuses bodies other than discs.
[[nodiscard]] std::optional<std::string> refuse_other_bodies(std::string_view scheme,
                                                             const ProblemTraits& traits);

/// What the implicit compliant schemes ask of a linear solver: friction makes it unsymmetric.
[[nodiscard]] SolverTask linear_task(const ParameterSet& given, const ProblemTraits& traits);

}  // namespace impactbench
