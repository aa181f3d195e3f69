#include "problems/discs/superball/superball.hpp"

#include <cmath>

namespace impactbench::superball {
namespace {

Problem make(const Params& p) {
  DiscSetup setup(p.common);
  // All energy of translation and rotation along x, for the whole time.
  const double top = std::abs(p.speed_x) + std::abs(p.speed_y) + p.radius * std::abs(p.spin);
  const double room = 2.0 * p.radius + top * p.horizon;
  setup.box(-room, room, 0.0, p.height + 2.0 * p.radius);
  setup.disc(p.mass, p.radius, {0.0, p.radius + 0.5 * p.height}, {p.speed_x, p.speed_y}, p.spin);
  return std::move(setup).make("superball", to_set(p), p.horizon);
}

}  // namespace

ProblemEntry entry() {
  return {.name = "superball",
          .summary = "a disc that grips bounces between floor and ceiling and comes back",
          .reference = "Garwin 1969; numbers of this suite",
          .parameters = parameters_of<Params>(),
          .make = [](const ParameterSet& given) {
            return make(parse<Params>(given, "problem superball"));
          }};
}

}  // namespace impactbench::superball
