#include "benchmarks/peers/siconos_mechanics/siconos_mechanics.hpp"

namespace impactbench::siconos_mechanics {

SchemeEntry entry() {
  return {
      .name = "siconos_mechanics",
      .summary = "Siconos: Moreau and Jean's scheme with projected Gauss-Seidel over the contacts",
      .reference = "Debian's libsiconos-mechanics-dev",
      .parameters = parameters_of<Params>(),
      .make = [](const ParameterSet& given) -> std::unique_ptr<const Method> {
        return std::make_unique<PeerOf<Params>>(
            Peer{.name = "siconos_mechanics",
                 .deviations = {"contacts are detected at positions that the library predicts"},
                 .absence = absence()},
            parse<Params>(given, "scheme siconos_mechanics"), &make);
      }};
}

}  // namespace impactbench::siconos_mechanics
