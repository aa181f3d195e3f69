#include "thrown_disc.hpp"

#include <cmath>

namespace impactbench::thrown_disc {
namespace {

Problem make(const Params& p) {
  DiscSetup setup(p.common);
  setup.box(0.0, 2.0, 0.0, 3.0);
  setup.gravity({0.0, -9.81});
  setup.disc(p.mass, p.radius, {0.5, 0.5},
             {p.speed * std::cos(p.angle), p.speed * std::sin(p.angle)});
  return std::move(setup).make("thrown_disc", to_set(p), p.horizon);
}

}  // namespace

ProblemEntry entry() {
  return {.name = "thrown_disc",
          .summary = "one disc thrown upwards and sideways in a box under gravity",
          .reference = "example of a plug-in",
          .parameters = parameters_of<Params>(),
          .make = [](const ParameterSet& given) {
            return make(parse<Params>(given, "problem thrown_disc"));
          }};
}

}  // namespace impactbench::thrown_disc
