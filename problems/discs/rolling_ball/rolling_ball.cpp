#include "problems/discs/rolling_ball/rolling_ball.hpp"

namespace impactbench::rolling_ball {
namespace {

Problem make(const Params& p) {
  DiscSetup setup(p.common);
  setup.gravity({0.0, -p.gravity});
  setup.box(-0.3, 1.0, 0.0, 0.5);
  setup.allow_penetration(p.depth);
  setup.disc(p.mass, setup.literal(p.radius), {0.0, setup.literal(p.radius - p.depth)},
             {p.speed, 0.0}, p.spin);
  return std::move(setup).make("rolling_ball", to_set(p), p.horizon);
}

}  // namespace

ProblemEntry entry() {
  return {.name = "rolling_ball",
          .summary = "one disc slides on the floor with friction until it rolls",
          .reference = "nguyen2024, section 4.5.1, table 4.19",
          .parameters = parameters_of<Params>(),
          .make = [](const ParameterSet& given) {
            return make(parse<Params>(given, "problem rolling_ball"));
          }};
}

}  // namespace impactbench::rolling_ball
