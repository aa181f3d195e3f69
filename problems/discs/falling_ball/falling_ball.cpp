#include "problems/discs/falling_ball/falling_ball.hpp"

namespace impactbench::falling_ball {
namespace {

Problem make(const Params& p) {
  DiscSetup setup(p.common);
  setup.box(0.0, 1.0, 0.0, 2.0);
  // The text starts at x = 1, inside the wall; the listing at 0.8, touching it; x does not matter.
  setup.disc(p.mass, p.radius, {0.5, 1.0}, {0.0, p.speed});
  return std::move(setup).make("falling_ball", to_set(p), p.horizon);
}

}  // namespace

ProblemEntry entry() {
  return {.name = "falling_ball",
          .summary = "one disc moving between floor and ceiling without gravity",
          .reference = "nguyen2024, section 4.3.2.2, table 4.10",
          .parameters = parameters_of<Params>(),
          .make = [](const ParameterSet& given) {
            return make(parse<Params>(given, "problem falling_ball"));
          }};
}

}  // namespace impactbench::falling_ball
