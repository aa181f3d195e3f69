#include "problems/spheres/crowd_push/crowd_push.hpp"

#include "problems/support/desired_velocity.hpp"

#include <cmath>

namespace impactbench::crowd_push {
namespace {

Problem make(const Params& p) {
  SphereSetup setup(2, p.common);
  setup.first_order();
  setup.force(std::make_shared<DesiredVelocity>(
      2, std::vector<double>{p.ratio * p.mass, p.mass},
      [speed = p.speed](std::size_t i, const Vec3&) -> Vec3 {
        return i == 0 ? Vec3(speed, 0.0, 0.0) : Vec3(Vec3::Zero());
      }));
  setup.sphere(p.ratio * p.mass, p.radius, Vec3::Zero(), Vec3::Zero());
  setup.sphere(p.mass, p.radius,
               {2.0 * p.radius * std::cos(p.angle), 2.0 * p.radius * std::sin(p.angle), 0.0},
               Vec3::Zero());
  return std::move(setup).make("crowd_push", to_set(p), p.horizon);
}

}  // namespace

ProblemEntry entry() {
  return {.name = "crowd_push",
          .summary = "one walks and pushes another aside, until they slip past each other",
          .reference = "maury-slides, crowd motion; case of this suite",
          .parameters = parameters_of<Params>(),
          .make = [](const ParameterSet& given) {
            return make(parse<Params>(given, "problem crowd_push"));
          }};
}

}  // namespace impactbench::crowd_push
