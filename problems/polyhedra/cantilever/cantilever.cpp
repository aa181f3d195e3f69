#include "problems/polyhedra/cantilever/cantilever.hpp"

#include "problems/base/error.hpp"
#include "problems/polyhedra/meshes/box_grid.hpp"

#include <cmath>
#include <numbers>

namespace impactbench::cantilever {
namespace {

using std::numbers::pi;

std::unique_ptr<PolyhedralSystem> beam(const Params& p, bool loaded) {
  const double angle = 2.0 * pi * std::abs(p.moment) / p.links;
  if (p.common.bending == "sine" && angle > 1.0) {
    throw ConfigurationError("problem cantilever: " + std::to_string(p.links) +
                             " links with sine springs cannot carry the moment " +
                             to_text(p.moment) + "; it must be at most " +
                             to_text(p.links / (2.0 * pi)) + ", or bending = logarithm");
  }
  const double second = p.width * p.height * p.height * p.height / 12.0;
  PolyhedralSystem::Options options = p.common.options();
  options.fixed = {0};
  if (loaded) {
    const double moment = 2.0 * pi * p.moment * p.young * second / p.length;
    options.moment_loads = {{p.links, {0.0, 0.0, moment}, {}}};
  }
  CellMesh mesh = box_mesh({.count = {p.links + 1, 1, 1},
                            .low = {0, 0, 0},
                            .size = {p.length / p.links * (p.links + 1), p.height, p.width},
                            .endless = {}});
  return std::make_unique<PolyhedralSystem>(std::move(mesh), Elastic{p.young, p.poisson, p.density},
                                            std::move(options));
}

double tip_angle(int links, const Eigen::VectorXd& q) {
  double sum = 0.0;
  for (int i = 0; i < links; ++i) {
    const Eigen::Quaterniond relative =
        PolyhedralSystem::rotation(q, i).conjugate() * PolyhedralSystem::rotation(q, i + 1);
    sum += 2.0 * std::atan2(relative.z(), relative.w());
  }
  return sum;
}

Problem make(const Params& p) {
  std::unique_ptr<PolyhedralSystem> system = beam(p, true);
  State start = system->at_rest();
  start.q = static_equilibrium(*system, p.load_steps, "cantilever");
  if (p.release) system = beam(p, false);
  Problem out =
      polyhedral_problem("cantilever", to_set(p), std::move(system), std::move(start), p.horizon);
  const auto tip = [last = p.links](const Eigen::VectorXd& q, int axis) {
    return q[7 * last + axis] - q[axis];
  };
  out.observables = {{"tip_angle", "rad", "angle by which the end of the beam has turned",
                      [n = p.links](const Eigen::VectorXd& q) { return tip_angle(n, q); }},
                     {"tip_x", "m", "place of the end along the beam at rest",
                      [tip](const Eigen::VectorXd& q) { return tip(q, 0); }},
                     {"tip_y", "m", "place of the end across the beam at rest",
                      [tip](const Eigen::VectorXd& q) { return tip(q, 1); }}};
  return out;
}

}  // namespace

ProblemEntry entry() {
  return {.name = "cantilever",
          .summary = "a clamped beam rolled up by a moment at its end, held or released",
          .reference = "monasse2012, section 5.3, (47)",
          .parameters = parameters_of<Params>(),
          .make =
              [](const ParameterSet& given) {
                return make(parse<Params>(given, "problem cantilever"));
              },
          .sketch =
              [](const ParameterSet& given) {
                const auto p = parse<Params>(given, "problem cantilever");
                return polyhedral_outline(*beam(p, !p.release), p.horizon);
              }};
}

}  // namespace impactbench::cantilever
