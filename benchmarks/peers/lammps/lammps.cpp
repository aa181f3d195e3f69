#include "benchmarks/peers/lammps/lammps.hpp"

#include <algorithm>
#include <cmath>

namespace impactbench::peers::lammps {
namespace {

bool along_an_axis(const Obstacle& wall) {
  return std::abs(wall.b.cwiseAbs().maxCoeff() - 1.0) < 1e-12;
}

std::vector<std::string> deviations(const Scene& scene, const ParameterSet&) {
  std::vector<std::string> out{"contacts are springs"};
  const RoundSystem& system = scene.system();
  const BodyTable& discs = system.bodies();
  const double share = scene.in_plane() ? 0.5 : 0.4;
  bool physical_inertia = true, equal = true;
  for (std::size_t i = 0; i < discs.size(); ++i) {
    const double physical = share * discs.mass[i] * discs.radius[i] * discs.radius[i];
    physical_inertia = physical_inertia && std::abs(discs.inertia[i] - physical) <= 1e-9 * physical;
    equal = equal && discs.mass[i] == discs.mass[0];
  }
  if (system.law().friction > 0.0 && !physical_inertia)
    out.emplace_back(scene.in_plane() ? "moment of inertia m r^2 / 2, not the scene's"
                                      : "moment of inertia 2 m r^2 / 5, not the scene's");
  if (system.law().restitution < 1.0) {
    out.emplace_back(equal ? "restitution by a dashpot"
                           : "restitution by a dashpot, right for the mean mass alone");
  }
  return out;
}

}  // namespace

PeerEntry entry() {
  return {.name = "lammps",
          .summary = "molecular dynamics with linear granular springs, velocity Verlet",
          .parameters = parameters_of<Params>(),
          .absence = &absence,
          .version = &version,
          .refuses = [](const Scene& scene, const ParameterSet&) -> std::optional<std::string> {
            const auto& walls = scene.system().obstacles();
            if (!std::all_of(walls.begin(), walls.end(), along_an_axis))
              return "lammps: its granular walls are planes along the axes";
            return std::nullopt;
          },
          .deviations = &deviations,
          .contact = [](const ParameterSet& given) -> ContactModel {
            return Compliance{2.0, 0.5 * parse<Params>(given, "engine lammps").stiffness};
          },
          .efforts =
              []() {
                return std::vector<ParameterSet>{{{"stiffness", 1e5}}, {{"stiffness", 1e6}}};
              },
          .make = [](const Scene& scene, const ParameterSet& given) -> std::unique_ptr<Engine> {
            return make(scene, parse<Params>(given, "engine lammps"));
          }};
}

}  // namespace impactbench::peers::lammps
