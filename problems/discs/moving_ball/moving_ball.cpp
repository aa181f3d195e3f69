#include "problems/discs/moving_ball/moving_ball.hpp"

namespace impactbench::moving_ball {
namespace {

Problem make(const Params& p) {
  DiscSetup setup(p.common);
  setup.box(0.0, 1.2, 0.0, 1.5);
  setup.disc(p.mass, p.radius, {1.0, 0.6}, {p.speed_x, p.speed_y});
  return std::move(setup).make("moving_ball", to_set(p), p.horizon);
}

}  // namespace

ProblemEntry entry() {
  return {.name = "moving_ball",
          .summary = "one disc moving obliquely in a box without gravity",
          .reference = "nguyen2024, section 4.3.2.1, table 4.9",
          .parameters = parameters_of<Params>(),
          .make = [](const ParameterSet& given) {
            return make(parse<Params>(given, "problem moving_ball"));
          }};
}

}  // namespace impactbench::moving_ball
