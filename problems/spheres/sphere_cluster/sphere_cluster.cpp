#include "problems/spheres/sphere_cluster/sphere_cluster.hpp"

#include "problems/support/sphere_packing.hpp"

#include <algorithm>

namespace impactbench::sphere_cluster {
namespace {

SphereSetup set_up(const Params& p, Bodies bodies) {
  // For a few, an outline also reports that there is no room for them.
  constexpr std::int64_t few = 10000;
  const int dimension = static_cast<int>(p.dimension);
  const SpherePacking packing = random_packing(dimension, p.n, p.radius, p.spread, p.fraction,
                                               p.seed, bodies == Bodies::kept || p.n <= few);
  const Vec3 up = Vec3::Unit(dimension - 1);
  double lowest = 0.0;
  for (std::size_t i = 0; i < packing.radius.size(); ++i)
    lowest = std::min(lowest, packing.position[i].dot(up) - packing.radius[i]);
  SphereSetup setup(dimension, p.common, bodies);
  setup.reserve(packing.radius.size());
  setup.half_space(Vec3::Zero(), up);
  setup.gravity(-p.gravity * up);
  for (std::size_t i = 0; i < packing.radius.size(); ++i) {
    const double share = packing.radius[i] / p.radius;
    setup.sphere(p.mass * share * share * share, packing.radius[i],
                 packing.position[i] + (p.height - lowest) * up, -p.speed * up);
  }
  if (p.start != "places") begin_at_scene(setup, p.start);
  return setup;
}

}  // namespace

ProblemEntry entry() {
  return {.name = "sphere_cluster",
          .summary = "any number of spheres, in the plane or in space, fall onto the ground",
          .reference = "maury2004, section 6.3; cost studies of this suite",
          .parameters = parameters_of<Params>(),
          .make =
              [](const ParameterSet& given) {
                const auto p = parse<Params>(given, "problem sphere_cluster");
                return set_up(p, Bodies::kept).make("sphere_cluster", to_set(p), p.horizon);
              },
          .sketch =
              [](const ParameterSet& given) {
                const auto p = parse<Params>(given, "problem sphere_cluster");
                return set_up(p, Bodies::counted).outline(p.horizon);
              }};
}

}  // namespace impactbench::sphere_cluster
