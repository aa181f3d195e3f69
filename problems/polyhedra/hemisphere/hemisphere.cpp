#include "problems/polyhedra/hemisphere/hemisphere.hpp"

#include "problems/polyhedra/meshes/shells.hpp"

#include <array>
#include <numbers>

namespace impactbench::hemisphere {
namespace {

/// A loaded point: its cell, its place at rest and in the frame of the cell, its outward direction.
struct Loaded {
  int cell;
  Vec3 point, arm, outward;
};

HemisphereShell shell_of(const Params& p) {
  return {.radius = p.radius,
          .thickness = p.thickness,
          .hole = 0.1 * std::numbers::pi,
          .around = 4 * p.along,
          .along = p.along};
}

std::array<Loaded, 4> loaded_points(const Params& p, const CellMesh& mesh) {
  const std::array<Vec3, 4> ways{Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(-1, 0, 0), Vec3(0, -1, 0)};
  std::array<Loaded, 4> out;
  for (int k = 0; k < 4; ++k) {
    const Vec3& way = ways[static_cast<std::size_t>(k)];
    const int cell = shell_of(p).cell(k * p.along, 0);
    const Vec3 point = p.radius * way;
    out[static_cast<std::size_t>(k)] = {
        cell, point, mesh.frame[cell].transpose() * (point - mesh.centre[cell]), way};
  }
  return out;
}

std::unique_ptr<PolyhedralSystem> body(const Params& p, bool loaded) {
  CellMesh mesh = hemisphere_mesh(shell_of(p));
  PolyhedralSystem::Options options = p.common.options();
  double sign = 1.0;
  for (const Loaded& at : loaded_points(p, mesh)) {
    if (loaded && p.load > 0.0) {
      options.point_loads.push_back({at.cell, sign * p.load * at.outward, at.point, {}});
    }
    sign = -sign;
  }
  return std::make_unique<PolyhedralSystem>(std::move(mesh), Elastic{p.young, p.poisson, p.density},
                                            std::move(options));
}

/// Mean displacement outwards of the points `first` and `first` + 2.
double deflection(const std::array<Loaded, 4>& points, std::size_t first,
                  const Eigen::VectorXd& q) {
  double sum = 0.0;
  for (const std::size_t k : {first, first + 2}) {
    const Loaded& at = points[k];
    const Vec3 now =
        PolyhedralSystem::position(q, at.cell) + PolyhedralSystem::rotation(q, at.cell) * at.arm;
    sum += 0.5 * (now - at.point).dot(at.outward);
  }
  return sum;
}

Problem make(const Params& p) {
  std::unique_ptr<PolyhedralSystem> system = body(p, true);
  State start = system->at_rest();
  if (p.load > 0.0) start.q = static_equilibrium(*system, p.load_steps, "hemisphere");
  if (p.release) system = body(p, false);
  const std::array<Loaded, 4> points = loaded_points(p, system->mesh());
  Problem out =
      polyhedral_problem("hemisphere", to_set(p), std::move(system), std::move(start), p.horizon);
  out.observables = {{"outward", "m", "displacement of the points that are pulled, along the force",
                      [points](const Eigen::VectorXd& q) { return deflection(points, 0, q); }},
                     {"inward", "m", "displacement of the points that are pushed, along the force",
                      [points](const Eigen::VectorXd& q) { return -deflection(points, 1, q); }}};
  return out;
}

}  // namespace

ProblemEntry entry() {
  return {.name = "hemisphere",
          .summary = "a hemispherical shell with a hole under four radial forces on its equator",
          .reference = "monasse2012, section 5.3, figures 6 and 7",
          .parameters = parameters_of<Params>(),
          .make =
              [](const ParameterSet& given) {
                return make(parse<Params>(given, "problem hemisphere"));
              },
          .sketch =
              [](const ParameterSet& given) {
                const auto p = parse<Params>(given, "problem hemisphere");
                return polyhedral_outline(*body(p, !p.release), p.horizon);
              }};
}

}  // namespace impactbench::hemisphere
