#include "problems/discs/two_balls_friction/two_balls_friction.hpp"

namespace impactbench::two_balls_friction {
namespace {

Problem make(const Params& p) {
  DiscSetup setup(p.common);
  setup.gravity({0.0, -p.gravity});
  setup.box(-1.0, 2.0, 0.0, 1.0);
  setup.disc(p.mass, p.radius, {0.0, p.radius}, {p.speed, 0.0});
  setup.disc(p.mass, p.radius, {0.5, p.radius}, {-p.speed, 0.0});
  return std::move(setup).make("two_balls_friction", to_set(p), p.horizon);
}

}  // namespace

ProblemEntry entry() {
  return {.name = "two_balls_friction",
          .summary = "two discs slide towards each other on the floor with friction and meet",
          .reference = "nguyen2024, section 4.5.3.2, figures 4.27 and 4.28",
          .parameters = parameters_of<Params>(),
          .make = [](const ParameterSet& given) {
            return make(parse<Params>(given, "problem two_balls_friction"));
          }};
}

}  // namespace impactbench::two_balls_friction
