#pragma once

#include "problems/files/scene.hpp"

#include <string>

namespace impactbench {

class TrajectoryReader;

/// The instant `t` [s] of a trajectory of round bodies as a scene, which goes on to the horizon of
/// the run. Throws ConfigurationError: a file that has other bodies, forces for which a scene has
/// no word, or no such instant.
[[nodiscard]] Scene state_of(const TrajectoryReader& reader, double t);

/// Writes it (write_scene): a problem of its own, and a start for problems that take one.
void write_state(const std::string& trajectory, double t, const std::string& path);

}  // namespace impactbench
