#include "benchmarks/peers/siconos/siconos.hpp"

namespace impactbench::peers::siconos {

PeerEntry entry() {
  return {
      .name = "siconos",
      .summary = "Moreau and Jean's scheme with projected Gauss-Seidel over the contacts",
      .parameters = parameters_of<Params>(),
      .absence = &absence,
      .version = &version,
      .refuses = [](const Scene& scene,
                    const ParameterSet&) { return refuse_space("siconos", scene); },
      .deviations =
          [](const Scene&, const ParameterSet&) {
            return std::vector<std::string>{"contacts are reported at another instant of the step"};
          },
      .contact = [](const ParameterSet&) -> ContactModel { return std::nullopt; },
      .efforts =
          []() {
            return std::vector<ParameterSet>{{}, {{"tolerance", 1e-6}}};
          },
      .make = [](const Scene& scene, const ParameterSet& given) -> std::unique_ptr<Engine> {
        return make(scene, parse<Params>(given, "engine siconos"));
      }};
}

}  // namespace impactbench::peers::siconos
