#include "benchmarks/peers/box2d/box2d.hpp"

namespace impactbench::box2d {

SchemeEntry entry() {
  return {.name = "box2d",
          .summary = "Box2D 2.4: sequential impulses with position correction, single precision",
          .reference = "Debian's libbox2d-dev",
          .parameters = parameters_of<Params>(),
          .make = [](const ParameterSet& given) -> std::unique_ptr<const Method> {
            return std::make_unique<PeerOf<Params>>(
                Peer{.name = "box2d",
                     .deviations = {"single precision",
                                    "overlaps are pushed apart separately from the velocities"},
                     .absence = absence()},
                parse<Params>(given, "scheme box2d"), &make);
          }};
}

}  // namespace impactbench::box2d
