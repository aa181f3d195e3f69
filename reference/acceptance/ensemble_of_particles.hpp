#pragma once

#include "reference/acceptance/acceptance.hpp"

#include <vector>

namespace impactbench {

/// Means and laws of an ensemble of independent particles under random forcing (langevin_wall)
/// against exact ones, each with 99.9 % confidence: checks statistics:*. Nothing of other problems.
void judge_ensemble_of_particles(const JudgedRun& run, std::vector<Check>& out);

}  // namespace impactbench
