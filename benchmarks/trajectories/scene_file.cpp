#include "benchmarks/trajectories/scene_file.hpp"

#include "benchmarks/files/output.hpp"
#include "problems/base/error.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <ostream>

namespace impactbench {

void write_scene(const Scene& scene, const std::string& path) {
  constexpr std::size_t most_in_text = 100;
  std::string text;
  if (path == "-" || scene.bodies.size() <= most_in_text) {
    text = scene_text(scene);
  } else {
    const std::filesystem::path bodies = std::filesystem::path(path).replace_extension(".csv");
    if (bodies == path) {
      throw ConfigurationError(
          fmt::format("'{}' cannot be a scene: its bodies go into a file of that name", path));
    }
    text = scene_text(scene, bodies.filename());
    // First, so that no scene names a file that is not there.
    write_text_file(bodies, bodies_text(scene));
  }
  write_to(path, [&](std::ostream& out) { out << text; });
}

}  // namespace impactbench
