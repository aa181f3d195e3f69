#pragma once

#include "schemes/api/scheme.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace impactbench {

/// Why a scheme of bodies or coordinates with inertia and dry contacts cannot run a problem: it is
/// of first order, its contacts are gluey, or its bodies are elastic, and only their own schemes
/// have a law for their stresses; or nothing.
[[nodiscard]] std::optional<std::string> refuse_beside_dry_contacts(std::string_view scheme,
                                                                    const ProblemTraits& traits);

/// Why it cannot run one of elastic bodies; or nothing.
[[nodiscard]] std::optional<std::string> refuse_elastic(std::string_view scheme,
                                                        const ProblemTraits& traits);

/// The task of a scheme whose contacts have no friction: a contact solver.
[[nodiscard]] SolverTask frictionless_task(const ProblemTraits& traits);

/// Why a rigid scheme without friction, with one restitution for all contacts, that runs forward in
/// time cannot run a problem; or nothing.
[[nodiscard]] std::optional<std::string> refuse_beside_rigid(std::string_view scheme,
                                                             const ProblemTraits& traits, double h);

}  // namespace impactbench
