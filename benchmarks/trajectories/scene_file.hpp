#pragma once

#include "problems/files/scene.hpp"

#include <string>

namespace impactbench {

/// Writes a scene as TOML; more than 100 bodies go into a CSV beside it, with its name and the
/// ending .csv. On stdout ("-") all bodies are written with the scene. Throws ConfigurationError if
/// a file cannot be written.
void write_scene(const Scene& scene, const std::string& path);

}  // namespace impactbench
