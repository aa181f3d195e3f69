#include "problems/scene/scene.hpp"

namespace impactbench::scene {
namespace {

Problem make(const Params& p) {
  const Scene read =
      p.file == "example" ? parse_scene(example(), "the example of scene") : read_scene(p.file);
  return make_scene(read, "scene", to_set(p));
}

}  // namespace

std::string_view example() {
  return R"(dimension = 3
horizon = 1.0               # s
gravity = [0.0, 0.0, -9.81] # m/s2
restitution = 0.0
tangential_restitution = 0.0
friction = 0.3

[[obstacle]]
shape = "half_space"
point = [0.0, 0.0, 0.0]     # m
normal = [0.0, 0.0, 1.0]

[[obstacle]]
shape = "box"
low = [0.8, -1.0, -0.5]     # m
high = [2.0, 1.0, 0.2]

[[body]]
density = 1000.0            # kg/m3
radius = 0.1                # m
position = [0.0, 0.0, 0.4]
velocity = [2.0, 0.0, 1.0]  # m/s
spin = [0.0, 5.0, 1.0]      # rad/s

[[body]]
mass = 4.0                  # kg
radius = 0.1
position = [0.5, 0.0, 0.1]

[[body]]
mass = 4.0
radius = 0.1
inertia = 0.02              # kg m2
position = [1.4, 0.05, 0.3]
)";
}

ProblemEntry entry() {
  return {.name = "scene",
          .summary = "round bodies of a file: problems of one's own",
          .reference = "format and example of this suite",
          .parameters = parameters_of<Params>(),
          .make = [](const ParameterSet& given) {
            return make(parse<Params>(given, "problem scene"));
          }};
}

}  // namespace impactbench::scene
