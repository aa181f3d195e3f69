#include "problems/spheres/crowd_wedge/crowd_wedge.hpp"

#include "problems/support/desired_velocity.hpp"

#include <cmath>

namespace impactbench::crowd_wedge {
namespace {

Problem make(const Params& p) {
  SphereSetup setup(2, p.common);
  setup.first_order();
  const double pusher = p.ratio * p.mass;
  setup.force(std::make_shared<DesiredVelocity>(
      2, std::vector<double>{pusher, p.mass, p.mass},
      [speed = p.speed](std::size_t i, const Vec3&) -> Vec3 {
        return i == 0 ? Vec3(speed, 0.0, 0.0) : Vec3(Vec3::Zero());
      }));
  setup.sphere(pusher, p.radius, Vec3::Zero(), Vec3::Zero());
  for (const double side : {1.0, -1.0}) {
    setup.sphere(
        p.mass, p.radius,
        {2.0 * p.radius * std::cos(p.angle), side * 2.0 * p.radius * std::sin(p.angle), 0.0},
        Vec3::Zero());
  }
  return std::move(setup).make("crowd_wedge", to_set(p), p.horizon);
}

}  // namespace

ProblemEntry entry() {
  return {.name = "crowd_wedge",
          .summary = "one walks between two others and pushes them apart",
          .reference = "maury-slides, crowd motion; case of this suite",
          .parameters = parameters_of<Params>(),
          .make = [](const ParameterSet& given) {
            return make(parse<Params>(given, "problem crowd_wedge"));
          }};
}

}  // namespace impactbench::crowd_wedge
