#include "problems/spheres/evacuation/evacuation.hpp"

#include "problems/base/error.hpp"
#include "problems/support/desired_velocity.hpp"
#include "problems/support/sphere_packing.hpp"

#include <algorithm>

namespace impactbench::evacuation {
namespace {

SphereSetup set_up(const Params& p, Bodies bodies) {
  const SpherePacking packing =
      random_packing(2, p.n, p.radius, p.spread, p.fraction, p.seed, bodies == Bodies::kept);
  const double largest = packing.radius.front();
  const double half = packing.extent + largest + p.margin;
  if (!(p.door < 2.0 * half)) {
    throw ConfigurationError("problem evacuation: door = " + to_text(p.door) +
                             " m is not allowed; it must be in (0, " + to_text(2.0 * half) +
                             ") m, below the width of the room");
  }
  SphereSetup setup(2, p.common, bodies);
  setup.reserve(packing.radius.size());
  setup.first_order();
  setup.half_space({-half, 0.0, 0.0}, Vec3::UnitX());
  setup.half_space({0.0, -half, 0.0}, Vec3::UnitY());
  setup.half_space({0.0, half, 0.0}, -Vec3::UnitY());
  for (const double side : {1.0, -1.0})
    setup.segment({half, side * 0.5 * p.door, 0.0}, {half, side * half, 0.0});
  const double clear = std::max(0.0, 0.5 * p.door - 1.1 * largest);
  setup.force(std::make_shared<DesiredVelocity>(
      2, std::vector<double>(packing.radius.size(), p.mass),
      [half, clear, largest, speed = p.speed](std::size_t, const Vec3& x) -> Vec3 {
        if (x.x() >= half) return {speed, 0.0, 0.0};
        const Vec3 target(half + largest, std::clamp(x.y(), -clear, clear), 0.0);
        return speed * (target - x).normalized();
      }));
  for (std::size_t i = 0; i < packing.radius.size(); ++i)
    setup.sphere(p.mass, packing.radius[i], packing.position[i], Vec3::Zero());
  return setup;
}

}  // namespace

ProblemEntry entry() {
  return {.name = "evacuation",
          .summary = "a crowd leaves a room through a door",
          .reference = "maury-slides, crowd motion; Maury and Venel 2011",
          .parameters = parameters_of<Params>(),
          .make =
              [](const ParameterSet& given) {
                const auto p = parse<Params>(given, "problem evacuation");
                return set_up(p, Bodies::kept).make("evacuation", to_set(p), p.horizon);
              },
          .sketch =
              [](const ParameterSet& given) {
                const auto p = parse<Params>(given, "problem evacuation");
                return set_up(p, Bodies::counted).outline(p.horizon);
              }};
}

}  // namespace impactbench::evacuation
