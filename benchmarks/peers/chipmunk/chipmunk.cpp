#include "benchmarks/peers/chipmunk/chipmunk.hpp"

namespace impactbench::chipmunk {

SchemeEntry entry() {
  return {.name = "chipmunk",
          .summary = "Chipmunk 7: sequential impulses, overlaps removed by a second velocity",
          .reference = "Debian's libchipmunk-dev",
          .parameters = parameters_of<Params>(),
          .make = [](const ParameterSet& given) -> std::unique_ptr<const Method> {
            return std::make_unique<PeerOf<Params>>(
                Peer{.name = "chipmunk",
                     .deviations =
                         {"positions move with the velocities of the step before",
                          "overlaps beyond the slop are removed separately from the velocities",
                          "Debian builds it with its assertions"},
                     .absence = absence()},
                parse<Params>(given, "scheme chipmunk"), &make);
          }};
}

}  // namespace impactbench::chipmunk
