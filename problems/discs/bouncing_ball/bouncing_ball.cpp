#include "problems/discs/bouncing_ball/bouncing_ball.hpp"

namespace impactbench::bouncing_ball {
namespace {

Problem make(const Params& p) {
  DiscSetup setup(p.common);
  setup.gravity({0.0, -p.gravity});
  setup.box(p.x_low, 2.0, 0.0, 3.0);
  setup.disc(p.mass, setup.literal(p.radius), {p.x, p.y}, {0.0, 0.0});
  return std::move(setup).make("bouncing_ball", to_set(p), p.horizon);
}

}  // namespace

ProblemEntry entry() {
  return {.name = "bouncing_ball",
          .summary = "one disc dropped on the floor under gravity",
          .reference = "nguyen2024, section 4.4, table 4.8",
          .parameters = parameters_of<Params>(),
          .make = [](const ParameterSet& given) {
            return make(parse<Params>(given, "problem bouncing_ball"));
          }};
}

}  // namespace impactbench::bouncing_ball
