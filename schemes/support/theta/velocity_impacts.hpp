#pragma once

#include "schemes/support/theta/acceleration_rule.hpp"
#include "schemes/support/theta/theta_step.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace impactbench {

/// The common methods of schemes whose contacts are constraints on velocities with Newton's impact
/// law: for rigid bodies with or without friction and for generalised systems.

/// Why such a scheme cannot run a problem; or nothing.
[[nodiscard]] std::optional<std::string> refuse_beside_velocity_impacts(
    std::string_view scheme, const ProblemTraits& traits);

[[nodiscard]] SolverTask velocity_impact_task(const ProblemTraits& traits);

/// The step of round bodies or of generalised systems; `rule` may be null.
[[nodiscard]] std::unique_ptr<Scheme> velocity_impacts(
    const ThetaSettings& settings, const MechanicalSystem& system, const State& start, double h,
    Solvers solvers, std::unique_ptr<AccelerationRule> rule = nullptr);

/// The claims of such a scheme if displacements are mean velocities and forces have this order:
/// each setting of AccelerationRule, and theta = 1/2.
[[nodiscard]] SchemeClaims velocity_impact_claims(double order, bool projects);

}  // namespace impactbench
