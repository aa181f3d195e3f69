#pragma once

#include "problems/model/disc_system.hpp"
#include "problems/model/problem.hpp"
#include "schemes/solvers/api/solver_entry.hpp"

#include <optional>
#include <string>

namespace impactbench {

/// The discs behind a system; the scheme's entry has refused every other kind of body beforehand.
[[nodiscard]] const DiscSystem& disc_system(const MechanicalSystem& system);

/// What a compliant scheme without dissipation cannot do: other bodies than discs, friction,
/// restitution below 1. The sentence names the parameter to change.
[[nodiscard]] std::optional<std::string> refuse_dissipation(std::string_view scheme,
                                                            const ProblemTraits& traits);

}  // namespace impactbench
