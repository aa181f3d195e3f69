#include "problems/polyhedra/plate/plate.hpp"

#include "problems/base/error.hpp"
#include "problems/polyhedra/meshes/box_grid.hpp"

#include <cmath>

namespace impactbench::plate {
namespace {

Problem make(const Params& p) {
  if (!(std::abs(p.twist) <= 0.25 * p.edge)) {
    throw ConfigurationError("problem plate: twist is " + to_text(p.twist) +
                             " m; it must be within a quarter of the edge, " +
                             to_text(0.25 * p.edge) + " m");
  }
  const BoxGrid grid{.count = {p.cells, p.cells, 1},
                     .low = {-0.5 * p.edge, -0.5 * p.edge, -0.5 * p.thickness},
                     .size = {p.edge, p.edge, p.thickness},
                     .endless = {}};
  auto system = std::make_unique<PolyhedralSystem>(
      box_mesh(grid), Elastic{p.young, p.poisson, p.density}, p.common.options());
  State start = system->at_rest();
  const double bend = 4.0 * p.twist / (p.edge * p.edge);
  for (int i = 0; i < system->cells(); ++i) {
    const Vec3 x = system->mesh().centre[i];
    start.q[7 * i + 2] += bend * x.x() * x.y();
    // The normal follows the surface: half the rotation vector (w,y, -w,x, 0) to first order.
    const Vec3 half = 0.5 * bend * Vec3(x.x(), -x.y(), 0.0);
    const Eigen::Quaterniond turn =
        Eigen::Quaterniond(std::sqrt(1.0 - half.squaredNorm()), half.x(), half.y(), half.z()) *
        PolyhedralSystem::rotation(start.q, i);
    start.q.segment<4>(7 * i + 3) << turn.w(), turn.x(), turn.y(), turn.z();
  }
  const int corner = system->cells() - 1;
  const int quarter = grid.cell(p.cells - 1, 0, 0), other = grid.cell(0, p.cells - 1, 0);
  Problem out =
      polyhedral_problem("plate", to_set(p), std::move(system), std::move(start), p.horizon);
  out.observables = {
      {"corner", "m", "quarter of the deflections of two opposite corners less the other two",
       [=](const Eigen::VectorXd& q) {
         return 0.25 * (q[7 * corner + 2] + q[2] - q[7 * quarter + 2] - q[7 * other + 2]);
       }}};
  return out;
}

}  // namespace

ProblemEntry entry() {
  return {.name = "plate",
          .summary = "a free square plate, one cell thick, is twisted and released",
          .reference = "torsion of links in monasse2012; this suite",
          .parameters = parameters_of<Params>(),
          .make = [](const ParameterSet& given) {
            return make(parse<Params>(given, "problem plate"));
          }};
}

}  // namespace impactbench::plate
