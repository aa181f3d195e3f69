#pragma once

#include "problems/model/problem.hpp"
#include "schemes/solvers/api/solver_entry.hpp"
#include "schemes/support/laws/dissipation.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace impactbench {

/// Why a scheme with springs at the contacts of round bodies cannot run: other bodies, gluey
/// contacts, motion without inertia, or the reason of refuse_endless_dashpot(); or nothing.
[[nodiscard]] std::optional<std::string> refuse_beside_springs(std::string_view scheme,
                                                               const ContactEndSetting& end,
                                                               const ProblemTraits& traits);

/// Refuses restitution 0 where contacts end with their force: dashpots give e > 0 then.
[[nodiscard]] std::optional<std::string> refuse_endless_dashpot(std::string_view scheme,
                                                                const ContactEndSetting& end,
                                                                const ProblemTraits& traits);

/// Refuses constraints: Hertz's law needs the radii of the bodies in contact.
[[nodiscard]] std::optional<std::string> refuse_hertz(std::string_view who,
                                                      const ProblemTraits& traits);

/// The linear solver that implicit compliant schemes need: friction makes it unsymmetric.
[[nodiscard]] SolverTask linear_task(const ProblemTraits& traits);

}  // namespace impactbench
