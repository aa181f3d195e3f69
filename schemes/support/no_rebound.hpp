#pragma once

#include "problems/model/generalised_system.hpp"
#include "problems/model/round_system.hpp"

namespace impactbench {

/// Throws ConfigurationError, with a sentence, where laws differ and some pair that can meet has a
/// restitution, or some constraint: traits hold only the least of all.
void require_no_rebound(const RoundSystem& system);
void require_no_rebound(const GeneralisedSystem& system);

}  // namespace impactbench
