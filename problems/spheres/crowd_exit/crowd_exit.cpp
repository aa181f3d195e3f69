#include "problems/spheres/crowd_exit/crowd_exit.hpp"

#include "problems/support/desired_velocity.hpp"

#include <cmath>

namespace impactbench::crowd_exit {
namespace {

Problem make(const Params& p) {
  SphereSetup setup(2, p.common);
  setup.first_order();
  setup.force(std::make_shared<DesiredVelocity>(
      2, std::vector<double>(2, p.mass), [speed = p.speed](std::size_t, const Vec3& x) -> Vec3 {
        const double r = x.norm();
        return r > 0.0 ? Vec3(-speed / r * x) : Vec3(Vec3::Zero());
      }));
  const Vec3 start(p.distance * std::cos(p.half_angle), p.distance * std::sin(p.half_angle), 0.0);
  for (const double side : {1.0, -1.0})
    setup.sphere(p.mass, p.radius, {start.x(), side * start.y(), 0.0}, Vec3::Zero());
  return std::move(setup).make("crowd_exit", to_set(p), p.horizon);
}

}  // namespace

ProblemEntry entry() {
  return {.name = "crowd_exit",
          .summary = "two people walk to the same exit and block each other",
          .reference = "maury-slides, crowd motion; case of this suite",
          .parameters = parameters_of<Params>(),
          .make = [](const ParameterSet& given) {
            return make(parse<Params>(given, "problem crowd_exit"));
          }};
}

}  // namespace impactbench::crowd_exit
