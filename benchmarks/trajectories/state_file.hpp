#pragma once

#include "problems/files/scene.hpp"

#include <string>

namespace impactbench {

class TrajectoryReader;

/// The instant `t` [s] of a trajectory of round bodies as a scene, which continues to the horizon
/// of the run. Throws ConfigurationError on a file with other bodies, with forces that a scene
/// cannot describe, or without this instant.
[[nodiscard]] Scene state_of(const TrajectoryReader& reader, double t);

/// Writes it (write_scene): a problem of its own, and a start for problems that accept one.
void write_state(const std::string& trajectory, double t, const std::string& path);

}  // namespace impactbench
