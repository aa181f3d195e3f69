#pragma once

#include "problems/files/scene.hpp"

#include <string>

namespace impactbench {

/// Writes a scene as TOML; more than 100 bodies go into a CSV beside it, which has its name with
/// the ending .csv. To stdout ("-") all bodies are written with the scene. Throws
/// ConfigurationError where a file cannot be written.
void write_scene(const Scene& scene, const std::string& path);

}  // namespace impactbench
