#include "problems/polyhedra/setup/polyhedral_setup.hpp"

#include "problems/base/error.hpp"
#include "problems/polyhedra/statics/equilibrium.hpp"

#include <utility>

namespace impactbench {

PolyhedralSystem::Options PolyhedralCommon::options() const {
  PolyhedralSystem::Options out;
  out.torsion = torsion == "polar" ? Torsion::polar : Torsion::thin;
  out.spring = bending == "sine" ? BendingSpring::sine : BendingSpring::logarithm;
  out.curvatures = curvatures == "coupled" ? Curvatures::coupled : Curvatures::separate;
  return out;
}

Eigen::VectorXd static_equilibrium(const PolyhedralSystem& system, int load_steps,
                                   std::string_view problem) {
  Equilibrium found;
  int steps = load_steps;
  for (int attempt = 0; attempt < 4; ++attempt, steps *= 2) {
    found =
        find_equilibrium(system, 0.0, {.load_steps = steps, .iterations = 30, .tolerance = 1e-12});
    if (found.found) return found.q;
  }
  throw ConfigurationError("problem " + std::string(problem) +
                           ": no static equilibrium was found in up to " +
                           std::to_string(steps / 2) + " load steps (" + std::string(found.reason) +
                           "); take more load_steps or a smaller load");
}

ProblemOutline polyhedral_outline(const PolyhedralSystem& system, double horizon) {
  const PolyhedralSystem::Options& options = system.options();
  const bool held = !options.fixed.empty() || !options.prescribed.empty() ||
                    !options.planes.empty() || !system.constant_force();
  return {{.bodies = BodyKind::polyhedra,
           .dimension = 3,
           .body_count = system.cells(),
           .driven = system.driven(),
           .held = held,
           .rotation = true,
           .elastic = true},
          horizon,
          system.dofs()};
}

Problem polyhedral_problem(std::string_view name, const ParameterSet& complete,
                           std::unique_ptr<const PolyhedralSystem> system, State initial,
                           double horizon) {
  Problem out;
  out.name = name;
  out.parameters = complete;
  out.initial = std::move(initial);
  out.horizon = horizon;
  out.traits = polyhedral_outline(*system, horizon).traits;
  out.system = std::move(system);
  return out;
}

}  // namespace impactbench
