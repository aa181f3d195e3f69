#include "problems/discs/pi_collisions/pi_collisions.hpp"

namespace impactbench::pi_collisions {
namespace {

Problem make(const Params& p) {
  DiscSetup setup(p.common);
  const double light = p.room + p.radius, heavy = light + 2.0 * p.radius + p.gap;
  // No faster than 2 v behind: the wall on the right is out of reach.
  setup.box(0.0, heavy + 2.0 * p.radius + 2.0 * p.speed * p.horizon, 0.0, 4.0 * p.radius);
  setup.disc(p.mass, p.radius, {light, 2.0 * p.radius}, {0.0, 0.0});
  setup.disc(p.ratio * p.mass, p.radius, {heavy, 2.0 * p.radius}, {-p.speed, 0.0});
  return std::move(setup).make("pi_collisions", to_set(p), p.horizon);
}

}  // namespace

ProblemEntry entry() {
  return {.name = "pi_collisions",
          .summary = "a heavy disc, a light one and a wall: impacts count the digits of pi",
          .reference = "Galperin 2003; numbers of this suite",
          .parameters = parameters_of<Params>(),
          .make = [](const ParameterSet& given) {
            return make(parse<Params>(given, "problem pi_collisions"));
          }};
}

}  // namespace impactbench::pi_collisions
