#pragma once

#include "problems/model/generalised_system.hpp"
#include "problems/model/problem.hpp"

#include <memory>
#include <string_view>

namespace impactbench {

/// Makes the Problem of a generalised system; every such start is checked here. Throws
/// ConfigurationError, naming the configuration, if a number of the start is not finite, the
/// horizon not positive, the restitution outside [0, 1], M not positive definite, a constraint
/// violated by more than 1e-12 of the system's length, its gradient zero there, a number of a
/// law out of its range, or a tangent zero where there is friction. `corner` as in
/// ProblemTraits.
[[nodiscard]] Problem make_generalised(std::string_view name, const ParameterSet& complete,
                                       std::unique_ptr<const GeneralisedSystem> system, State start,
                                       double horizon, std::optional<double> corner = {});

}  // namespace impactbench
