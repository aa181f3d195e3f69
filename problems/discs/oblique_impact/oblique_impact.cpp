#include "problems/discs/oblique_impact/oblique_impact.hpp"

#include <cmath>
#include <numbers>

namespace impactbench::oblique_impact {
namespace {

Problem make(const Params& p) {
  DiscSetup setup(p.common);
  const double angle = p.angle * std::numbers::pi / 180.0;
  const double cosine = std::cos(angle), sine = std::sin(angle);
  // No disc becomes faster than twice the initial translation and rotation.
  const double top = 2.0 * (p.speed + p.radius * std::abs(p.spin)) +
                     2.0 * p.target_radius * std::abs(p.target_spin);
  const double room = 2.0 * (p.radius + p.target_radius) + p.distance + top * p.horizon;
  if (p.target == "wall") {
    setup.box(-room, room, 0.0, 2.0 * room);
    setup.disc(p.mass, p.radius, {0.0, p.radius + p.distance * cosine},
               {p.speed * sine, -p.speed * cosine}, p.spin);
  } else {
    const double reach = p.radius + p.target_radius;
    setup.box(-room, room, -room, room);
    setup.disc(p.mass, p.radius, {-reach * cosine - p.distance, -reach * sine}, {p.speed, 0.0},
               p.spin);
    setup.disc(p.target_mass, p.target_radius, {0.0, 0.0}, {0.0, 0.0}, p.target_spin);
  }
  return std::move(setup).make("oblique_impact", to_set(p), p.horizon);
}

}  // namespace

ProblemEntry entry() {
  return {.name = "oblique_impact",
          .summary = "a disc with spin hits a wall or a disc at an angle, with friction",
          .reference = "elementary; Walton 1993; numbers of this suite",
          .parameters = parameters_of<Params>(),
          .make = [](const ParameterSet& given) {
            return make(parse<Params>(given, "problem oblique_impact"));
          }};
}

}  // namespace impactbench::oblique_impact
