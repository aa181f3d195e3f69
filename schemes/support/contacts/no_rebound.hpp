#pragma once

#include "problems/model/generalised_system.hpp"
#include "problems/model/round_system.hpp"

namespace impactbench {

/// Throws ConfigurationError, with a sentence, where laws differ and a constraint, or some pair
/// that can meet, has restitution: traits hold only the least of all.
void require_no_rebound(const RoundSystem& system);
void require_no_rebound(const GeneralisedSystem& system);

}  // namespace impactbench
