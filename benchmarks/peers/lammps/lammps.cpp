#include "benchmarks/peers/lammps/lammps.hpp"

namespace impactbench::lammps {

SchemeEntry entry() {
  return {.name = "lammps",
          .summary = "LAMMPS: molecular dynamics with linear granular springs, velocity Verlet",
          .reference = "Debian's liblammps-dev",
          .parameters = parameters_of<Params>(),
          .make = [](const ParameterSet& given) -> std::unique_ptr<const Method> {
            const auto params = parse<Params>(given, "scheme lammps");
            return std::make_unique<PeerOf<Params>>(
                Peer{.name = "lammps",
                     .plane_only = false,
                     .keeps_angles = false,
                     .contact = Compliance{2.0, 0.5 * params.stiffness},
                     .deviations_of_friction = {"moments of inertia are m r^2 / 2 for discs and 2 "
                                                "m r^2 / 5 for balls, whatever the problem has"},
                     .deviations_of_restitution =
                         {"restitution by a dashpot, right only for bodies of the mean mass"},
                     .absence = absence()},
                params, &make);
          }};
}

}  // namespace impactbench::lammps
