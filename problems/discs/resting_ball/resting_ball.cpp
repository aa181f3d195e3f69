#include "problems/discs/resting_ball/resting_ball.hpp"

namespace impactbench::resting_ball {
namespace {

Problem make(const Params& p) {
  DiscSetup setup(p.common);
  setup.gravity({0.0, -p.gravity});
  setup.box(-1.0, 1.0, 0.0, 2.0);
  setup.allow_penetration(p.depth);
  setup.disc(p.mass, p.radius, {0.0, p.radius - p.depth}, {0.0, 0.0});
  return std::move(setup).make("resting_ball", to_set(p), p.horizon);
}

}  // namespace

ProblemEntry entry() {
  return {.name = "resting_ball",
          .summary = "one disc pressed into the floor under gravity: persistent contact",
          .reference = "order study of this suite; closed form for alpha = 2",
          .parameters = parameters_of<Params>(),
          .make = [](const ParameterSet& given) {
            return make(parse<Params>(given, "problem resting_ball"));
          }};
}

}  // namespace impactbench::resting_ball
