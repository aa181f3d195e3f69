#include "benchmarks/peers/box2d/box2d.hpp"

namespace impactbench::peers::box2d {

PeerEntry entry() {
  return {.name = "box2d",
          .summary = "sequential impulses with position correction, single precision",
          .parameters = parameters_of<Params>(),
          .absence = &absence,
          .version = &version,
          .refuses = [](const Scene& scene,
                        const ParameterSet&) { return refuse_space("box2d", scene); },
          .deviations =
              [](const Scene&, const ParameterSet&) {
                return std::vector<std::string>{"single precision",
                                                "overlaps are pushed apart beside the velocities"};
              },
          .contact = [](const ParameterSet&) -> ContactModel { return std::nullopt; },
          .efforts =
              []() {
                return std::vector<ParameterSet>{{},
                                                 {{"scale", 25.0}},
                                                 {{"scale", 25.0},
                                                  {"velocity_iterations", std::int64_t{30}},
                                                  {"position_iterations", std::int64_t{10}}},
                                                 {{"scale", 25.0},
                                                  {"velocity_iterations", std::int64_t{120}},
                                                  {"position_iterations", std::int64_t{30}}}};
              },
          .make = [](const Scene& scene, const ParameterSet& given) -> std::unique_ptr<Engine> {
            return make(scene, parse<Params>(given, "engine box2d"));
          }};
}

}  // namespace impactbench::peers::box2d
