#pragma once

#include "schemes/api/scheme.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace impactbench {

/// Why a scheme that moves round bodies with inertia cannot run problems of other bodies, of
/// first order or with gluey contacts; or nothing.
[[nodiscard]] std::optional<std::string> refuse_beside_dry_round_bodies(
    std::string_view scheme, const ProblemTraits& traits);

/// The task of a scheme whose contacts have no friction: a contact solver.
[[nodiscard]] SolverTask frictionless_task(const ParameterSet& given, const ProblemTraits& traits);

/// Why a rigid scheme without friction that goes forwards in time cannot run; or nothing.
[[nodiscard]] std::optional<std::string> refuse_beside_rigid(std::string_view scheme,
                                                             const ProblemTraits& traits, double h);

}  // namespace impactbench
