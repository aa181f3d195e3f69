#include "problems/polyhedra/block_on_wall/block_on_wall.hpp"

#include "problems/polyhedra/meshes/box_grid.hpp"

#include <memory>
#include <utility>
#include <vector>

namespace impactbench::block_on_wall {
namespace {

std::unique_ptr<PolyhedralSystem> block(const Params& p) {
  PolyhedralSystem::Options options = p.common.options();
  options.planes = {{{0, 0, 0}, {1, 0, 0}}};
  CellMesh mesh = box_mesh({.count = {p.along, p.across, p.across},
                            .low = {p.gap, -0.5 * p.edge, -0.5 * p.edge},
                            .size = {p.length, p.edge, p.edge},
                            .endless = {}});
  return std::make_unique<PolyhedralSystem>(std::move(mesh), Elastic{p.young, p.poisson, p.density},
                                            std::move(options));
}

Problem make(const Params& p) {
  std::unique_ptr<PolyhedralSystem> system = block(p);
  State start = system->at_rest();
  const int cells = system->cells();
  for (int i = 0; i < cells; ++i)
    start.v[6 * i] = -p.speed;
  const double middle = 0.5 * p.length;
  const std::vector<PlaneContact> faces = system->plane_contacts();
  Problem out = polyhedral_problem("block_on_wall", to_set(p), std::move(system), std::move(start),
                                   p.horizon);
  out.observables = {{"centre", "m", "displacement of the centre of mass along the axis",
                      [=](const Eigen::VectorXd& q) {
                        double sum = 0.0;
                        for (int i = 0; i < cells; ++i)
                          sum += q[7 * i];
                        return sum / cells - middle;
                      }},
                     {"front", "m", "mean distance of the faces of its end from the plane",
                      [=](const Eigen::VectorXd& q) {
                        double sum = 0.0;
                        for (const PlaneContact& face : faces) {
                          const Vec3 at = PolyhedralSystem::position(q, face.cell) +
                                          PolyhedralSystem::rotation(q, face.cell) * face.arm;
                          sum += at.x();
                        }
                        return sum / static_cast<double>(faces.size());
                      }}};
  return out;
}

}  // namespace

ProblemEntry entry() {
  return {.name = "block_on_wall",
          .summary = "an elastic block hits a rigid plane end on and is thrown back by its waves",
          .reference = "code_aster, SDNV100; cells of monasse2012",
          .parameters = parameters_of<Params>(),
          .make =
              [](const ParameterSet& given) {
                return make(parse<Params>(given, "problem block_on_wall"));
              },
          .sketch =
              [](const ParameterSet& given) {
                const auto p = parse<Params>(given, "problem block_on_wall");
                return polyhedral_outline(*block(p), p.horizon);
              }};
}

}  // namespace impactbench::block_on_wall
