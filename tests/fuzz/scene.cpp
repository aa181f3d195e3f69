// Scenes: TOML, and the CSV of bodies beside it. An input is a scene, and behind the first NUL of
// it, where there is one, the CSV, which the scene then names.

#include "problems/files/scene.hpp"
#include "problems/base/error.hpp"

#include <unistd.h>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <string>

namespace {

/// A folder of this process, in memory where the system has one there.
const std::string& folder() {
  static const std::string made = [] {
    std::string name = "/dev/shm/impactbench_scene_XXXXXX";
    if (mkdtemp(name.data()) == nullptr) std::abort();
    return name;
  }();
  return made;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace impactbench;
  const std::string_view all(reinterpret_cast<const char*>(data), size);
  const std::size_t end = all.find('\0');
  try {
    std::string text(all.substr(0, end));
    if (end != std::string_view::npos) {
      std::ofstream(folder() + "/b.csv", std::ios::binary) << all.substr(end + 1);
      text = "bodies = \"b.csv\"\n" + text;
    }
    const Scene scene = parse_scene(text, "scene", folder());
    const Problem problem = make_scene(scene, "scene", {});
    // An accepted scene is written and accepted again.
    const Scene again = parse_scene(scene_text(scene_of(problem)), "again");
    if (again.start.q != problem.initial.q) std::abort();
  } catch (const ConfigurationError&) {
    // a sentence
  }
  return 0;
}
