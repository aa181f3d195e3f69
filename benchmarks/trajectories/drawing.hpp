#pragma once

#include "problems/model/problem.hpp"

#include <string>

namespace impactbench {

/// The start of a problem of round bodies as SVG, to scale: bodies with their numbers, a line at
/// the angle of discs, arrows for velocities, obstacles as solids or their edges, a bar for the
/// length. Bodies on a line and in the plane are seen from the front; those in space from 20
/// degrees above, the nearest drawn last. Throws ConfigurationError if the bodies are not round.
[[nodiscard]] std::string drawing_of(const Problem& problem);

}  // namespace impactbench
