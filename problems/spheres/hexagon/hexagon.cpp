#include "problems/spheres/hexagon/hexagon.hpp"

#include <cmath>

namespace impactbench::hexagon {
namespace {

Problem make(const Params& p) {
  SphereSetup setup(2, p.common);
  setup.sphere(p.mass, p.radius, Vec3::Zero(), Vec3::Zero());
  // Cosines and sines of multiples of 60 degrees, without the rounding of those functions.
  const double s = 0.5 * std::sqrt(3.0);
  const Vec3 spokes[] = {{1.0, 0.0, 0.0},  {0.5, s, 0.0},   {-0.5, s, 0.0},
                         {-1.0, 0.0, 0.0}, {-0.5, -s, 0.0}, {0.5, -s, 0.0}};
  for (const Vec3& e : spokes) {
    const Vec3 around(-e.y(), e.x(), 0.0);
    setup.sphere(p.mass, p.radius, 2.0 * p.radius * e,
                 -p.squeeze * e + 2.0 * p.radius * p.turn * around);
  }
  return std::move(setup).make("hexagon", to_set(p), p.horizon);
}

}  // namespace

ProblemEntry entry() {
  return {.name = "hexagon",
          .summary = "seven discs that all touch meet at once: the impulses are not unique",
          .reference = "maury2004, section 4: degeneracy; smallest case of this suite",
          .parameters = parameters_of<Params>(),
          .make = [](const ParameterSet& given) {
            return make(parse<Params>(given, "problem hexagon"));
          }};
}

}  // namespace impactbench::hexagon
