#pragma once

#include "problems/model/problem.hpp"
#include "problems/model/round_system.hpp"
#include "schemes/solvers/api/solver_entry.hpp"
#include "schemes/support/dissipation.hpp"

#include <optional>
#include <string>

namespace impactbench {

/// Refuses bodies other than discs.
[[nodiscard]] std::optional<std::string> refuse_other_bodies(std::string_view scheme,
                                                             const ProblemTraits& traits);

/// Refuses restitution 0 where contacts end with their force: dashpots give e > 0 then.
[[nodiscard]] std::optional<std::string> refuse_endless_dashpot(std::string_view scheme,
                                                                const ContactEndSetting& end,
                                                                const ProblemTraits& traits);

/// What the implicit compliant schemes ask of a linear solver: friction makes it unsymmetric.
[[nodiscard]] SolverTask linear_task(const ParameterSet& given, const ProblemTraits& traits);

}  // namespace impactbench
