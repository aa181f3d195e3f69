#include "problems/polyhedra/pinched_cylinder/pinched_cylinder.hpp"

#include "problems/base/error.hpp"
#include "problems/polyhedra/meshes/shells.hpp"

#include <algorithm>

namespace impactbench::pinched_cylinder {
namespace {

CylinderShell shell_of(const Params& p) {
  return {.radius = p.radius,
          .height = p.height,
          .thickness = p.thickness,
          .around = p.around,
          .along = p.along};
}

std::unique_ptr<PolyhedralSystem> body(const Params& p, bool loaded) {
  if (p.around % 2 != 0) {
    throw ConfigurationError("problem pinched_cylinder: around is " + std::to_string(p.around) +
                             "; it must be an even number, or no cell is opposite");
  }
  const CylinderShell shell = shell_of(p);
  CellMesh mesh = cylinder_mesh(shell);
  PolyhedralSystem::Options options = p.common.options();
  for (int j = 0; loaded && p.force > 0.0 && j < p.along; ++j) {
    for (const int side : {1, -1}) {
      const int cell = shell.cell(side > 0 ? 0 : p.around / 2, j);
      options.point_loads.push_back(
          {cell, {-side * p.force / p.along, 0.0, 0.0}, mesh.centre[cell], {}});
    }
  }
  return std::make_unique<PolyhedralSystem>(std::move(mesh), Elastic{p.young, p.poisson, p.density},
                                            std::move(options));
}

double diameter(const CylinderShell& shell, const Eigen::VectorXd& q) {
  double largest = 0.0;
  for (int j = 0; j < shell.along; ++j) {
    const Vec3 apart = PolyhedralSystem::position(q, shell.cell(0, j)) -
                       PolyhedralSystem::position(q, shell.cell(shell.around / 2, j));
    largest = std::max(largest, apart.norm());
  }
  return largest;
}

Problem make(const Params& p) {
  std::unique_ptr<PolyhedralSystem> system = body(p, true);
  State start = system->at_rest();
  if (p.force > 0.0) start.q = static_equilibrium(*system, p.load_steps, "pinched_cylinder");
  if (p.release) system = body(p, false);
  Problem out = polyhedral_problem("pinched_cylinder", to_set(p), std::move(system),
                                   std::move(start), p.horizon);
  out.observables = {
      {"diameter", "m", "largest distance of opposite loaded cells",
       [shell = shell_of(p)](const Eigen::VectorXd& q) { return diameter(shell, q); }}};
  return out;
}

}  // namespace

ProblemEntry entry() {
  return {.name = "pinched_cylinder",
          .summary = "a thin open cylinder pinched between two generators, then released",
          .reference = "monasse2012, section 5.2, figures 4 and 5",
          .parameters = parameters_of<Params>(),
          .make =
              [](const ParameterSet& given) {
                return make(parse<Params>(given, "problem pinched_cylinder"));
              },
          .sketch =
              [](const ParameterSet& given) {
                const auto p = parse<Params>(given, "problem pinched_cylinder");
                return polyhedral_outline(*body(p, !p.release), p.horizon);
              }};
}

}  // namespace impactbench::pinched_cylinder
