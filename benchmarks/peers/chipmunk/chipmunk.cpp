#include "benchmarks/peers/chipmunk/chipmunk.hpp"

namespace impactbench::peers::chipmunk {

PeerEntry entry() {
  return {.name = "chipmunk",
          .summary = "sequential impulses, overlaps taken back by a second velocity",
          .parameters = parameters_of<Params>(),
          .absence = &absence,
          .version = &version,
          .refuses = [](const Scene& scene,
                        const ParameterSet&) { return refuse_space("chipmunk", scene); },
          .deviations =
              [](const Scene&, const ParameterSet&) {
                return std::vector<std::string>{
                    "positions go with the velocities of the step before",
                    "overlaps beyond the slop are taken back beside the velocities",
                    "Debian builds it with its assertions"};
              },
          .contact = [](const ParameterSet&) -> ContactModel { return std::nullopt; },
          .efforts =
              []() {
                std::vector<ParameterSet> out;
                for (const std::int64_t iterations : {10, 60, 300})
                  out.push_back({{"iterations", iterations}});
                return out;
              },
          .make = [](const Scene& scene, const ParameterSet& given) -> std::unique_ptr<Engine> {
            return make(scene, parse<Params>(given, "engine chipmunk"));
          }};
}

}  // namespace impactbench::peers::chipmunk
